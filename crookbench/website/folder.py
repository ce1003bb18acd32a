"""Puts a finished site in its place, and never touches a folder that is something else."""

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
"""A file by which a site of ours is known, and may be replaced (see unchanged.py)."""
_WORK = ".crookbench-work-"
"""How the folder begins in which a new site is made; one left by a killed build may be removed."""


def check_replaceable(out: Path) -> None:
    """Refuses a place that holds anything but nothing or a site of ours.

    Raises:
        UsageFault: It is a file, a broken link, or a folder with other things in it.
    """
    if out.is_symlink() and not out.exists():
        raise UsageFault(
            f"--out {out}: expected a folder or nothing, saw a link that leads nowhere"
        )
    if out.exists() and not out.is_dir():
        raise UsageFault(f"--out {out}: expected a folder or nothing, saw a file; name another")
    if out.is_dir() and not (out / MARKER).is_file() and any(map(_is_foreign, out.iterdir())):
        raise UsageFault(
            f"--out {out}: expected an empty folder or a site built before, saw other files; "
            "name another folder, or empty this one"
        )


def _is_foreign(path: Path) -> bool:
    """Whether it is neither ours nor what a new disk begins with."""
    return not path.name.startswith(_WORK) and path.name != "lost+found"


@contextmanager
def replacing(out: Path) -> Iterator[Path]:
    """A new folder that takes the place of `out` when the block ends, and not if it fails.

    It is swapped in at once. Where that cannot be, because `out` is a mount point, a link's target
    is built in place: its old files are removed and the new ones moved in. The block writes the
    marker too.
    """
    check_replaceable(out)
    place = out.resolve()
    inside = place.is_mount()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=_WORK, dir=place if inside else place.parent))
    except OSError as error:
        raise UsageFault(
            f"--out {out}: {error.strerror}; name a folder that can be written"
        ) from None
    try:
        fresh = work / "new"
        fresh.mkdir()
        yield fresh
        if inside or not _swap(fresh, place, work / "old"):
            fill(fresh, place)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _swap(fresh: Path, out: Path, old: Path) -> bool:
    """Whether the old site could be moved away, and the new one to its place."""
    if out.exists():
        try:
            out.rename(old)
        except OSError:  # a folder bound from elsewhere does not look like a mount point
            return False
    try:
        fresh.rename(out)
    except OSError:
        if old.exists():
            old.rename(out)
        raise
    return True


def fill(fresh: Path, out: Path) -> None:
    """Empties a folder that must stay, and moves the new site's files into it."""
    for path in out.iterdir():
        if _is_foreign(path) and path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif _is_foreign(path):
            path.unlink()
    for path in sorted(fresh.iterdir()):
        shutil.move(path, out / path.name)
