"""The search index: what Pagefind makes of the documents, as files of the site.

Pagefind's own program is run once over a temporary folder. Its filters are not used: it writes them
in another order each time, and the same input must give the same bytes.
"""

from __future__ import annotations

import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from crookbench.errors import CrookbenchError, NotAvailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FOLDER = "pagefind"
_NEEDED = ("pagefind.js", "pagefind-entry.json")
_NEEDED_KINDS = (".pf_meta", ".pf_index", ".pf_fragment", ".pagefind")
_LONGEST = 600
"""Seconds that indexing may take; hundreds of consults take a few."""


def is_available() -> bool:
    return find_spec("pagefind_bin") is not None


def check_available() -> None:
    """Whether this installation can make an index.

    Raises:
        NotAvailable: Pagefind is not installed.
    """
    if not is_available():
        raise NotAvailable(
            "--search: expected pagefind, which is not installed; install crookbench[search], or "
            "build with --no-search: the search page then lists what there is"
        )


def search_index(texts: Iterable[str]) -> Mapping[str, bytes]:
    """The files of the index over some documents' HTML, by their paths in the site.

    Raises:
        CrookbenchError: Pagefind failed.
    """
    with tempfile.TemporaryDirectory(prefix="crookbench-") as folder:
        site, out = Path(folder) / "texts", Path(folder) / "index"
        site.mkdir()
        for place, text in enumerate(texts):
            (site / f"{place:06}.html").write_text(text, encoding="utf-8")
        _run(site, out)
        files = {path.relative_to(out).as_posix(): path for path in out.rglob("*")}
        return {f"{FOLDER}/{name}": files[name].read_bytes() for name in sorted(files)
                if _is_needed(name)}  # fmt: skip


def _is_needed(name: str) -> bool:
    """The site has its own way of showing results, and pages in one language."""
    return name in _NEEDED or (name.endswith(_NEEDED_KINDS) and name != "wasm.unknown.pagefind")


def _run(texts: Path, out: Path) -> None:
    from pagefind_bin import get_executable

    command = [str(get_executable()), "--site", str(texts), "--output-path", str(out),
               "--force-language", "en", "--quiet"]  # fmt: skip
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=_LONGEST)  # noqa: S603  its own program, no shell
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or str(error)
        raise CrookbenchError(
            f"pagefind could not make the search index: {said.strip()}; build with --no-search"
        ) from None
