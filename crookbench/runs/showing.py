"""`crookbench show`: one consult with its bill, in the terminal."""

from __future__ import annotations

import json
import re
import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from crookbench.casebook.casebook import case_paths, load_case, load_catalogue
from crookbench.casebook.models import models_beside
from crookbench.errors import UsageFault
from crookbench.game.nearest import did_you_mean
from crookbench.records.jsonfile import read_json
from crookbench.records.results import MANIFEST, log_path, read_run, runs_named
from crookbench.records.transcript import transcript, wordless_transcript
from crookbench.terminal import printable

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.records.manifest import Key
    from crookbench.records.results import Consult, Run

_WIDEST = 100
"""Columns that are still easy to read across."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where results, cases and catalogue lie."""

    results: Path
    cases: Path
    catalogue: Path


def show_command(places: Places, run_id: str, key: Key, move: int | None, form: str) -> None:
    """Prints a consult, or one move of it; a long text a screen at a time at a terminal.

    Raises:
        CrookbenchError: There is no such consult, or a file is not as it should be.
    """
    folder = places.results / run_id
    is_plain = "/" not in run_id and (folder / MANIFEST).is_file()
    run = read_run(folder) if is_plain else runs_named(places.results, run_id)[0]
    consult = _found(run, key, places)
    if form == "json":
        log = read_json(log_path(consult.record_path))
        moves = log if move is None else [log[_place(consult, move) - 1]]
        told = {"record": consult.record.as_json(), "log": moves}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    text = _markdown(run, consult, places)
    if move is not None:
        text = _section(text, _place(consult, move))
    if form == "md":
        click.echo(printable(text), nl=False)
        return
    shown = _rendered(printable(text))
    if sys.stdout.isatty() and shown.count("\n") >= shutil.get_terminal_size().lines:
        click.echo_via_pager(shown)
    else:
        click.echo(shown, nl=False)


def _found(run: Run, key: Key, places: Places) -> Consult:
    """The consult; its model may be named by its id or by what readers call it.

    Raises:
        UsageFault: The run has no such consult; says which part of its name does not fit.
    """
    model, case, rep = key
    names = {each.id: each.name for each in models_beside(places.cases).values()}
    known = {record.model for record in run.records}
    by_name = {names.get(id_, id_).lower(): id_ for id_ in sorted(known)}
    id_ = model if model in known else by_name.get(model.lower())
    if id_ is None:
        advice = did_you_mean(model, known, f"it has: {', '.join(sorted(known))}")
        raise UsageFault(f"run {run.manifest.id}: there is no consult of {model!r}; {advice}")
    own = [each for each in run.consults if each.record.model == id_]
    cases = sorted({each.record.case for each in own})
    if case not in cases:
        advice = did_you_mean(case, cases, f"it played: {', '.join(cases)}")
        raise UsageFault(f"{id_} has no consult of case {case!r}; {advice}")
    found = {each.record.rep: each for each in own if each.record.case == case}
    if rep not in found:
        there = ", ".join(map(str, sorted(found)))
        raise UsageFault(f"{id_}, {case}: there is no repeat {rep}; there are: {there}")
    return found[rep]


def _place(consult: Consult, move: int) -> int:
    if move > (count := len(consult.log)):
        raise UsageFault(
            f"--move {move}: the consult has {count} moves; name one from 1 to {count}"
        )
    return move


def _markdown(run: Run, consult: Consult, places: Places) -> str:
    """The transcript as it lies beside the record, else made from record and log."""
    path = consult.record_path.with_suffix(".md")
    if path.is_file():
        return path.read_text("utf-8", "replace")
    catalogue = load_catalogue(places.catalogue)
    record = consult.record
    if run.manifest.kind == "wordless":
        source = run.manifest.source_of(*record.key)
        return wordless_transcript(catalogue, record, consult.log, source)
    paths = case_paths(places.cases, [record.case])
    return transcript(load_case(paths[record.case]), catalogue, record, consult.log)


def _section(text: str, move: int) -> str:
    """One move of a transcript, from its heading to the next one."""
    found = re.search(rf"(?ms)^### m{move:02d}$.*?(?=^##|\Z)", text)
    return found[0] if found else text


def _rendered(markdown: str) -> str:
    """Markdown for the terminal, or for a pipe; nothing in it can be a command or an image."""
    from rich.console import Console
    from rich.markdown import Markdown

    live = sys.stdout.isatty()
    console = Console(highlight=False, force_terminal=live)
    console.width = min(console.width, _WIDEST)
    # the links of a transcript lead to its own moves, which a terminal cannot go to
    bare = re.sub(r" \(\[(m\d+)\]\(#m\d+\)\)", r" (\1)", markdown)
    with console.capture() as kept:
        console.print(Markdown(bare, hyperlinks=False))
    return kept.get()
