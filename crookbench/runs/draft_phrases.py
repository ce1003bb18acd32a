"""`crookbench phrases`: has a chat model draft how doctors ask and say what a case is about."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.casebook.casebook import case_paths, load_case
from crookbench.casebook.drafts import cleaned, rivals, wanted, with_drafts
from crookbench.casebook.models import models_beside
from crookbench.chat.client import Chat
from crookbench.chat.endpoint import endpoint
from crookbench.chat.prompts import prompt
from crookbench.errors import ModelFailure, UsageFault
from crookbench.paths import shipped
from crookbench.patient.ear import bare
from crookbench.patient.phrases import FOLDER, Phrase, bank_path, read_bank
from crookbench.patient.structured import AskedModel
from crookbench.records.jsonfile import write_atomically
from crookbench.runs.model_config import asked_model

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from crookbench.casebook.drafts import Wanted
    from crookbench.game.case import Case
    from crookbench.patient.phrases import Bank, Kind

KINDS: tuple[Kind, ...] = ("questions", "plan")
_SHAPE = {
    "type": "object",
    "properties": {"lines": {"type": "array", "items": {"type": "string"}}},
    "required": ["lines"],
    "additionalProperties": False,
}
_HEADS: dict[Kind, str] = {
    "questions": (
        "# How doctors ask in {id}.\n"
        "# `== id` heads what is asked about; `>id| ` before a line: said right after that topic; "
        "` +id` after it: asks about that too.\n\n"
    ),
    "plan": (
        "# How doctors say the plan in {id}.\n"
        "# `== id` heads an item of the plan; `+ ` says it, `- ` comes near and does not.\n\n"
    ),
}


@dataclass(frozen=True, slots=True)
class Drafted:
    """What came of one case.

    Attributes:
        written: The lines added to each file.
        claimed: How many of them read like another item.
        failures: Why requests brought nothing, with how often.
    """

    written: dict[Path, int]
    claimed: int
    failures: Counter[str]


def draft_command(  # noqa: PLR0913, PLR0917  a command takes as many options as it has
    case_id: str,
    cases_dir: Path | None,
    count: int,
    concurrency: int,
    environ: Mapping[str, str],
    watch: Callable[[int], Callable[[], None]],
) -> Drafted:
    """Drafts what a case lacks, and adds it to its phrase banks.

    Args:
        case_id: The case.
        cases_dir: Where it is; by default among the cases shipped.
        count: Lines wanted of each topic, each plan item, and its near misses.
        concurrency: Requests at once.
        environ: Where PHRASES_URL, PHRASES_MODEL and PHRASES_KEY stand.
        watch: Called with the number of requests; what it gives is called after each of them.

    Raises:
        UsageFault: There is no such case, or PHRASES_URL or PHRASES_MODEL do not fit.
        Faults: The case or its banks have faults.
    """
    folder = cases_dir or shipped("cases")
    case = load_case(case_paths(folder, [case_id])[case_id])
    banks = {kind: read_bank(bank_path(folder / FOLDER, case.id, kind), kind) for kind in KINDS}
    requests = list(wanted(case, banks, count))
    at = endpoint("PHRASES", environ)
    settings = asked_model("PHRASES", at, environ, models_beside(folder))
    done = watch(len(requests))
    failures: Counter[str] = Counter()

    async def ask_all() -> list[Sequence[object]]:
        turn = asyncio.Semaphore(concurrency)

        async def ask(one: Wanted, model: AskedModel) -> Sequence[object]:
            async with turn:
                try:
                    found = await model.object(prompt(one.prompt), one.told, _SHAPE)
                except ModelFailure as failure:
                    failures[str(failure)] += 1
                    return ()
                finally:
                    done()
            lines = found.get("lines")
            return lines if isinstance(lines, list) else ()

        async with Chat(at) as chat:
            model = AskedModel(settings, chat)
            return await asyncio.gather(*(ask(one, model) for one in requests))

    answers = asyncio.run(ask_all())
    drafted = _phrases(case, banks, requests, answers)
    claimed = 0
    written: dict[Path, int] = {}
    for kind in KINDS:
        own = [
            phrase for phrase in drafted if (phrase.ids[0] in case.item) == (kind == "questions")
        ]
        if own:
            path = bank_path(folder / FOLDER, case.id, kind)
            claimed += _write(path, own, banks[kind], kind, settings.model)
            written[path] = len(own)
    if not written and failures:
        raise UsageFault(f"nothing was drafted; {failures.most_common(1)[0][0]}")
    return Drafted(written, claimed, failures)


def _phrases(
    case: Case,
    banks: dict[Kind, Bank],
    requests: Sequence[Wanted],
    answers: Sequence[Sequence[object]],
) -> list[Phrase]:
    """What the model wrote as phrases, none twice and none that the case has already."""
    known = {bare(each.said) for bank in banks.values() for each in bank.phrases}
    known |= {bare(line) for item in case.history for line in item.asked_as}
    for entry in case.management.items.values():
        known |= {bare(line) for line in (*entry.said_as, *entry.not_said_as)}
    drafted: list[Phrase] = []
    for one, lines in zip(requests, answers, strict=True):
        new = cleaned(lines, known)
        known |= set(map(bare, new))
        drafted += [Phrase(line, (one.id,), says=one.sort != "near_misses") for line in new]
    return drafted


def _write(path: Path, own: Sequence[Phrase], bank: Bank, kind: Kind, model: str) -> int:
    """Adds drafted lines to a bank's file; how many of them read like another item."""
    path.parent.mkdir(exist_ok=True)
    said = [each for each in own if each.says]
    claimed = rivals(said, [each for each in bank.phrases if each.says])
    case_id = path.name.partition(".")[0]
    text = path.read_text("utf-8") if path.is_file() else _HEADS[kind].format(id=case_id)
    write_atomically(path, with_drafts(text, own, claimed, kind, model))
    return len(claimed)
