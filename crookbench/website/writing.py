"""Writes the parts of a site, several at a time, and keeps of each only what the whole needs.

Each worker process is a copy of this one, so that it has all figures at hand without being sent
them. Parts are written in any order and told in theirs: the site is the same for any number of
workers.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crookbench.errors import CrookbenchError
from crookbench.redaction import looks_like_key
from crookbench.website.cards.card import card_path
from crookbench.website.links import page_links
from crookbench.website.page import Copy, File, Page, RunFiles, SearchText
from crookbench.website.unchanged import digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from crookbench.website.links import PageLinks
    from crookbench.website.page import Output, Part
    from crookbench.website.rendering import Renderer


@dataclass(slots=True)
class WrittenFile:
    """One file of the site.

    Attributes:
        links: Those of a page, until they are checked; None for any other file.
        listed: Whether it is a page that belongs in the sitemap.
    """

    path: str
    size: int
    digest: str
    links: PageLinks | None = None
    listed: bool = False
    is_page: bool = False


@dataclass(slots=True)
class Written:
    """What is left of a part that is written.

    Attributes:
        faults: What was found in its files that must not be published.
    """

    files: list[WrittenFile] = field(default_factory=list)
    runs: list[RunFiles] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Writer:
    """Writes outputs below a folder.

    Args:
        folder: The new site.
        texts: Where documents for the indexer go.
        root: The path of the site on its host.
    """

    def __init__(self, renderer: Renderer, folder: Path, texts: Path, root: str) -> None:
        self._renderer = renderer
        self._folder = folder
        self._texts = texts
        self._root = root

    def write(self, number: int, part: Part) -> Written:
        """Makes one part; `number` tells the names of its documents apart from other parts'."""
        written = Written()
        texts: list[str] = []
        for output in part():
            match output:
                case SearchText():
                    texts.append(output.html)
                case RunFiles():
                    written.runs.append(output)
                case _:
                    self._write(output, written)
        for place, text in enumerate(texts):
            (self._texts / f"{number:06}-{place:04}.html").write_text(text, "utf-8")
        return written

    def _write(self, output: Output, written: Written) -> None:
        match output:
            case Page():
                html = self._renderer.html(output)
                links = page_links(output.path, html, self._root)
                written.files.append(
                    self.save(output.path, html.encode(), links, listed=output.listed)
                )
                if output.card is not None:
                    from crookbench.website.cards.picture import picture

                    path = card_path(output.path)
                    written.files.append(self.save(path, picture(output.card)))
            case File():
                written.files.append(self.save(output.path, output.content))
                written.faults += key_faults(output.path, output.content)
            case Copy():
                content = output.source.read_bytes()
                written.files.append(self.save(output.path, content))
                written.faults += key_faults(output.path, content)

    def read(self, path: str) -> bytes:
        """A file that is written already."""
        return (self._folder / path).read_bytes()

    def save(
        self, path: str, content: bytes, links: PageLinks | None = None, *, listed: bool = False
    ) -> WrittenFile:
        """Writes one file."""
        place = self._folder / path
        try:
            place.write_bytes(content)
        except FileNotFoundError:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        return WrittenFile(path, len(content), digest(content), links, listed, links is not None)


def key_faults(path: str, content: bytes) -> list[str]:
    """Something like a key in a file of consults or data; other files are our own."""
    if not path.startswith(("consults/", "data/")) or path.endswith((".png", ".parquet", ".zip")):
        return []
    found = looks_like_key(content.decode("utf-8", "replace"))
    if found is None:
        return []
    return [f"{path}: something that looks like a key, {found!r}; take it out of the results"]


@contextmanager
def writing(parts: Sequence[Part], writer: Writer, jobs: int) -> Iterator[Iterator[Written]]:
    """Begins to write parts beside whatever else is done.

    Args:
        parts: What to make.
        writer: Where to.
        jobs: How many processes make them; 1, or a system that cannot copy a process, uses this
            one alone.

    Yields:
        What is written of each part, in their order. It raises CrookbenchError where a worker
        process was killed.
    """
    jobs = min(jobs, len(parts))
    if jobs <= 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield (writer.write(number, part) for number, part in enumerate(parts))
        return
    context = multiprocessing.get_context("fork")
    try:
        with ProcessPoolExecutor(jobs, context, _begin, (parts, writer)) as workers:
            yield workers.map(_write_one, range(len(parts)))
    except BrokenProcessPool:
        raise CrookbenchError(
            "a process that wrote pages was killed, perhaps for want of memory; try --jobs 1"
        ) from None


_work: tuple[Sequence[Part], Writer] | None = None
"""What a worker process was started with."""


def _begin(parts: Sequence[Part], writer: Writer) -> None:
    global _work  # noqa: PLW0603  a worker is started once
    _work = parts, writer


def _write_one(number: int) -> Written:
    if _work is None:
        raise RuntimeError("a worker process was given work before its parts")
    parts, writer = _work
    return writer.write(number, parts[number])
