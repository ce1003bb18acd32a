"""One archive of all data, and the checksums by which a copy can be checked.

The archive has the same bytes for the same data: names in order, and one date for all.
"""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from crookbench.website.page import Download, File

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ARCHIVE = "data/crookbench-data.zip"
CHECKSUMS = "data/SHA256SUMS"
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip can hold; the data have dates of their own."""
_READABLE = 0o644 << 16
"""Where a zip keeps the rights of a file: read by all, written by its owner."""
_UNIX = 3
"""The system whose rights these are; Python would name the one it runs on."""


def archive(files: Iterable[File]) -> File:
    """The zip of some files of the site's folder `data`, with the checksums of all it holds."""
    out, sums = io.BytesIO(), []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in files:
            _add(packed, file)
            sums.append(Download.of(file, ""))
        _add(packed, File(CHECKSUMS, checksums(sums).encode()))
    return File(ARCHIVE, out.getvalue())


def _add(packed: zipfile.ZipFile, file: File) -> None:
    entry = zipfile.ZipInfo(f"crookbench-{file.path}", _FIRST_DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = _READABLE
    entry.create_system = _UNIX
    packed.writestr(entry, file.content)


def checksums(files: Sequence[Download]) -> str:
    """A line for each file, as `sha256sum --check` reads it in the folder `data`."""
    ordered = sorted(files, key=lambda each: each.path)
    return "".join(f"{each.sha256}  {each.path.removeprefix('data/')}\n" for each in ordered)
