"""Knows a site that is already built: made of the same files by the same code, and still whole.

A site carries a marker with a fingerprint of everything it was made of and one of its own files.
Where both still hold, building again would give the same bytes, and nothing needs to be loaded.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import crookbench
from crookbench.website.folder import MARKER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LIBRARIES = (
    "jinja2", "markdown-it-py", "markupsafe", "numpy", "pagefind-bin", "pandas", "pillow", "plotly",
    "pyarrow", "pydantic", "scipy",
)  # fmt: skip
"""What reads, computes, draws, writes and indexes beside our own code."""

_ABOUT = "Built by crookbench build-site, which replaces this folder."


def digest(content: bytes) -> str:
    """A short fingerprint of some bytes."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def fingerprint(options: Mapping[str, object], places: Mapping[str, Path]) -> str:
    """A fingerprint of all that a site is made of.

    Args:
        options: What the build was asked for.
        places: Files and folders that are read, by what they are. Where they lie does not matter.
    """
    code = Path(crookbench.__file__).parent
    libraries = [f"{name} {_version(name)}" for name in _LIBRARIES]
    found = hashlib.blake2b(digest_size=16)
    found.update(repr([platform.python_version(), libraries, sorted(options.items())]).encode())
    for name, place in {"code": code, **places}.items():
        for path, content in _contents(place):
            found.update(f"{name}/{path} {digest(content)}\n".encode(errors="surrogateescape"))
    return found.hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "-"


def _contents(place: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below a place by its path there; hidden ones and compiled code are not read."""
    if place.is_file():
        yield place.name, place.read_bytes()
    for folder, folders, names in os.walk(place, followlinks=True):
        folders[:] = sorted(each for each in folders if each[0] != "." and each != "__pycache__")
        for name in sorted(names):
            path = Path(folder, name)
            if name[0] != "." and path.is_file():
                yield path.relative_to(place).as_posix(), path.read_bytes()


def fingerprint_of_files(digests: Mapping[str, str]) -> str:
    """A fingerprint of a whole site, of those of its files by their paths."""
    return digest("".join(f"{path} {digests[path]}\n" for path in sorted(digests)).encode())


def marker(made_of: str, pages: int, sizes: Mapping[str, int], digests: Mapping[str, str]) -> str:
    """What the marker of a site says; the same site has the same marker."""
    said = {
        "about": _ABOUT, "made_of": made_of, "pages": pages, "files": len(sizes),
        "bytes": sum(sizes.values()), "site": fingerprint_of_files(digests),
    }  # fmt: skip
    return json.dumps(said, indent=1) + "\n"


def unchanged(out: Path, made_of: str) -> tuple[int, int, int] | None:
    """Pages, files and bytes of the site in `out` if it is made of this; None if it is not.

    Anybody may have written the marker or changed a file of the site, so both are checked.
    """
    try:
        said = json.loads((out / MARKER).read_text("utf-8"))
        counts = int(said["pages"]), int(said["files"]), int(said["bytes"])
        if said["made_of"] != made_of:
            return None
        digests = {
            path.relative_to(out).as_posix(): digest(path.read_bytes())
            for path in out.rglob("*")
            if path.is_file() and path != out / MARKER
        }
        return counts if fingerprint_of_files(digests) == said["site"] else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
