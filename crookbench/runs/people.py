"""`crookbench play`: a person chooses a case, plays it, sees how others did, and plays another."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shlex
import unicodedata
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from crookbench.casebook.casebook import (
    case_paths,
    default_catalogue_folder,
    load_casebook,
    load_cases,
)
from crookbench.casebook.models import models_beside
from crookbench.doctor.terminal.bill import score_line
from crookbench.doctor.terminal.keyboard import Left, lines
from crookbench.doctor.terminal.render_move import plain
from crookbench.errors import UsageFault
from crookbench.paths import shipped
from crookbench.records.slug import slug
from crookbench.records.store import Store
from crookbench.runs.afterwards import how_others_did, open_own_page
from crookbench.runs.command import run_name
from crookbench.runs.consult import QUESTIONS
from crookbench.runs.listing import in_order, listed
from crookbench.runs.model_config import model_config
from crookbench.runs.plan import differences
from crookbench.runs.play import Table, play_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.game.case import Case

RUN = "people"
NAME = "player"
RANDOM = "random"
_LONGEST_NAME = 40
_WIDEST = 100
"""Columns that are still easy to read across."""
_WHICH = "Which case? (a number, random, or quit) "
_WHAT_NOW = "What now? (page, again, next, list or quit) "


@dataclass(frozen=True, slots=True)
class PersonOptions:
    """The options of `crookbench play`, as the command line has them."""

    case: str | None = None
    name: str = NAME
    run_id: str | None = None
    results: Path = Path("results")
    cases_dir: Path | None = None
    catalogue: Path | None = None
    questions: int = QUESTIONS
    patient: str = "chart"
    hints: bool = False
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    @property
    def model(self) -> str:
        """The person as a doctor; with hints another one, for the two do not compare."""
        return f"human/{person_id(self.name)}{'-with-hints' if self.hints else ''}"

    @property
    def folder(self) -> Path:
        return self.cases_dir or shipped("cases")

    def command(self, case: str) -> str:
        """What plays a case with the same options, to be typed."""
        usual = PersonOptions()
        given = {
            "--name": (self.name, usual.name), "--run": (self.run_id, usual.run_id),
            "--results": (self.results, usual.results), "--cases-dir": (self.cases_dir, None),
            "--catalogue": (self.catalogue, None), "--questions": (self.questions, QUESTIONS),
            "--patient": (self.patient, usual.patient),
        }  # fmt: skip
        options = [part for name, (value, default) in given.items() if value != default
                   for part in (name, str(value))]  # fmt: skip
        return shlex.join(["crookbench", "play", case, *options,
                           *(["--hints"] if self.hints else [])])  # fmt: skip


def person_command(options: PersonOptions) -> None:
    """Has the person choose, play and choose again, until they have had enough.

    Raises:
        CrookbenchError: An option, a case or a file of the run is not as it should be.
        KeyboardInterrupt: The person left by Ctrl-C.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = min(console.width, _WIDEST)
    _check_name(options)
    wish = options.case
    while (case := _chosen(options, wish, console)) is not None:
        typed = wish if wish and wish != RANDOM else _number(options, case)
        table = _table(options, case, typed or case, console)
        keyboard = lines()
        record = play_at(table, case, keyboard, console)
        if record is None or not keyboard.live:
            return
        others = how_others_did(options.results, options.folder, record)
        if others:
            console.print(plain(f"\nHow others did in this case\n{others}"))
        console.print(plain(f"\n{score_line(record)}", "bold"))
        console.print(
            plain(
                "It is kept with the results, and published with them if you publish them.", "dim"
            )
        )
        wish = _afterwards(options, table, record.key, console, case)
        if wish == "quit":
            return


def _check_name(options: PersonOptions) -> None:
    """Refuses what can be no run before anybody has chosen and played."""
    person_id(options.name)
    if options.run_id is not None:
        run_name(options.run_id)


def person_id(name: str) -> str:
    """A name as the end of a model id: "Dr. Kim Wu" is "dr-kim-wu", "张伟" is itself.

    Letters of every script stay, so that two names are two people; accents are left out.

    Raises:
        UsageFault: Nothing of it is a letter or a digit.
    """
    apart = unicodedata.normalize("NFKD", name.casefold())
    bare = unicodedata.normalize("NFC", re.sub(r"(?<=[a-z])[\u0300-\u036f]+", "", apart))
    kept = (each if unicodedata.category(each)[0] in "LMN" else "-" for each in bare)
    safe = re.sub(r"-+", "-", "".join(kept)).strip("-")[:_LONGEST_NAME].strip("-")
    if not safe:
        raise UsageFault(f"--name {name!r}: expected at least one letter or digit, as in kim")
    return safe


def _chosen(options: PersonOptions, wish: str | None, console: Console) -> str | None:
    """The case that is wished for, or chosen from the list; None where the person leaves.

    Raises:
        UsageFault: There is no such case, or nobody is there to choose.
    """
    if wish and wish != RANDOM and not wish.isdecimal():
        return next(iter(case_paths(options.folder, [wish])))
    cases = in_order([*load_cases(options.folder).values()])
    if wish is not None:
        return _picked(options, cases, wish)
    keyboard = lines()
    if not keyboard.live:
        raise UsageFault(
            "expected a CASE: a number of `crookbench list cases`, random, or a case's id"
        )
    states = _states(options, cases)
    rows = [
        {
            "no": number,
            "complaint": case.presenting_complaint,
            "patient": f"{case.patient.name}, {case.patient.age}",
            "difficulty": f"{case.difficulty} of 5",
            "you": states[case.id],
        }
        for number, case in enumerate(cases, start=1)
    ]
    console.print(plain(listed(rows, "table")), soft_wrap=True)
    while True:
        try:
            answer = asyncio.run(keyboard.read(_WHICH, lambda: "", lambda _: ())).strip().lower()
        except Left as left:
            if left.interrupted:
                raise KeyboardInterrupt from None
            return None
        if answer in ("quit", "/quit", "q", ""):
            return None
        try:
            return _picked(options, cases, answer)
        except UsageFault as fault:
            console.print(plain(str(fault)))


def _picked(options: PersonOptions, cases: Sequence[Case], wish: str) -> str:
    """The case of a number of the list, or a random one, best one not played yet."""
    if wish == RANDOM:
        states = _states(options, cases)
        fresh = [case.id for case in cases if not states[case.id].startswith("played")]
        return random.choice(fresh or [case.id for case in cases])  # noqa: S311  a game's choice
    number = int(wish) if wish.isascii() and wish.isdecimal() else 0
    if not 1 <= number <= len(cases):
        raise UsageFault(
            f"there is no case {wish!r}; expected a number from 1 to {len(cases)}, or random"
        )
    return cases[number - 1].id


def _number(options: PersonOptions, case: str) -> str:
    """The number of a case in the list, which gives nothing away."""
    ids = [each.id for each in in_order([*load_cases(options.folder).values()])]
    return str(ids.index(case) + 1)


def _states(options: PersonOptions, cases: Sequence[Case]) -> dict[str, str]:
    """What the person has done with each case so far, in any run: "", under way, or played."""
    own, plain_id = slug(options.model), options.model.removesuffix("-with-hints")
    found = {}
    for case in cases:
        played = _played(options.results, plain_id, case.id)
        is_open = any(options.results.glob(f"*/{own}/{case.id}-*.partial.jsonl"))
        times = "once" if played == 1 else f"{played} times"
        found[case.id] = "under way" if is_open else f"played {times}" if played else ""
    return found


def _played(results: Path, person: str, case: str) -> int:
    """How often a person has finished a case, with hints or without."""
    return sum(
        not path.name.endswith((".log.json", ".error.json"))
        for model in (person, f"{person}-with-hints")
        for path in results.glob(f"*/{slug(model)}/{case}-*.json")
    )


def _table(options: PersonOptions, case: str, typed: str, console: Console) -> Table:
    """Where the case is played: the first run of people that it fits into.

    A run that was named is taken as it is, and refused where it does not fit. Without a name the
    next one begins where the case was mended since, or other options are given.
    """
    catalogue = options.catalogue or default_catalogue_folder(options.folder)
    book = load_casebook(options.folder, catalogue, [case])
    models = model_config((), options.patient, models_beside(options.folder), options.environ)
    person = options.model.removesuffix("-with-hints")
    table = Table(
        Store(options.results / (options.run_id or RUN)),
        options.model,
        book,
        options.questions,
        models,
        options.hints,
        _played(options.results, person, case),
        options.command(typed),
    )
    if options.run_id is not None:
        return table
    why = ""
    for number in count(1):
        name = RUN if number == 1 else f"{RUN}-{number}"
        table = replace(table, store=Store(options.results / name))
        there = table.store.manifest()
        changed = [*differences(there, table.wanted(table.next_key(case)))] if there else []
        if not changed:
            break
        why = f"Run {name} was made otherwise ({changed[0].partition(':')[0]} has changed since)"
    if why:
        console.print(plain(f"{why}, so this goes into run {table.store.run.name}.", "dim"))
    return table


def _afterwards(
    options: PersonOptions, table: Table, key: tuple[str, str, int], console: Console, case: str
) -> str | None:
    """What the person wants next, as a wish for `_chosen`: a case, None for the list, or "quit"."""
    while True:
        try:
            answer = asyncio.run(lines().read(_WHAT_NOW, lambda: "", lambda _: ()))
        except Left as left:
            if left.interrupted:
                raise KeyboardInterrupt from None
            return "quit"
        match answer.strip().lower().lstrip("/"):
            case "page" | "p":
                open_own_page(table.store.run, options.folder, options.catalogue, key, console)
            case "again" | "a":
                return _number(options, case)
            case "next" | "n":
                return RANDOM
            case "list" | "l":
                return None
            case "quit" | "q" | "":
                return "quit"
            case other:
                console.print(plain(f"{other!r} is none of page, again, next, list and quit."))
