"""Puts a finished site in its place at once, and never touches a folder that is something else."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from crookbench.errors import UsageFault

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKER = ".crookbench-site"
"""A file by which a site of ours is known, and may be replaced: its list (see kept.py)."""


def check_replaceable(out: Path) -> None:
    """Refuses a place that holds anything but nothing or a site of ours.

    Raises:
        UsageFault: It is a file, or a folder with other things in it.
    """
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise UsageFault(f"--out {out}: expected a folder or nothing, saw a file; name another")
    if out.is_dir() and any(out.iterdir()) and not (out / MARKER).is_file():
        raise UsageFault(
            f"--out {out}: expected an empty folder or a site built before, saw other files; "
            "name another folder, or empty this one"
        )


def marker_of(out: Path) -> str:
    """What the marker of the site built last says; "" where there is none that can be read."""
    try:
        return (out / MARKER).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


@contextmanager
def replacing(out: Path) -> Iterator[Path]:
    """A new folder beside `out` that takes its place when the block ends, and not if it fails.

    The block writes the marker too.
    """
    check_replaceable(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        fresh = work / "new"
        fresh.mkdir()
        yield fresh
        _swap(fresh, out, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _swap(fresh: Path, out: Path, old: Path) -> None:
    if out.exists():
        out.rename(old)
    try:
        fresh.rename(out)
    except OSError:
        if old.exists():
            old.rename(out)
        raise
