"""The search index: what Pagefind makes of the documents, as files of the site.

Pagefind's own program is run once over a temporary folder. Its filters are not used: it writes them
in another order each time, and the same input must give the same bytes.
"""

from __future__ import annotations

import subprocess
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from crookbench.errors import CrookbenchError, NotAvailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

FOLDER = "pagefind"
_NEEDED = ("pagefind.js", "pagefind-entry.json")
_NEEDED_KINDS = (".pf_meta", ".pf_index", ".pf_fragment", ".pagefind")


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


@contextmanager
def indexing(texts: Path) -> Iterator[Callable[[], Mapping[str, bytes]]]:
    """Starts to index a folder of documents beside other work.

    Args:
        texts: The folder; the index is made inside.

    Yields:
        What waits for the index, and gives its files by their paths in the site. It raises
        CrookbenchError where Pagefind failed.
    """
    from pagefind_bin import get_executable

    out = texts / "index"
    command = [str(get_executable()), "--site", str(texts), "--output-path", str(out),
               "--force-language", "en", "--quiet"]  # fmt: skip
    with (texts / "said.log").open("w+", encoding="utf-8") as said:
        try:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)  # noqa: S603  its own program, no shell
        except OSError as error:
            raise _failure(str(error)) from None

        def files() -> Mapping[str, bytes]:
            if process.wait() != 0:
                said.seek(0)
                raise _failure(said.read() or f"it ended with status {process.returncode}")
            made = {path.relative_to(out).as_posix(): path for path in out.rglob("*")}
            return {
                f"{FOLDER}/{name}": made[name].read_bytes()
                for name in sorted(made)
                if _is_needed(name)
            }

        try:
            yield files
        finally:
            process.kill()
            process.wait()


def _failure(said: str) -> CrookbenchError:
    return CrookbenchError(
        f"pagefind could not make the search index: {said.strip()}; build with --no-search"
    )


def _is_needed(name: str) -> bool:
    """The site has its own way of showing results, and pages in one language."""
    return name in _NEEDED or (name.endswith(_NEEDED_KINDS) and name != "wasm.unknown.pagefind")
