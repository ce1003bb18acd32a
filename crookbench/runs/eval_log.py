"""`crookbench eval-patient --log … --labels …`: recorded consults heard and marked again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from crookbench.casebook.conversations import Conversations, read_labels, replay
from crookbench.errors import UsageFault
from crookbench.records.log import read_moves
from crookbench.runs.participants import participants

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crookbench.casebook.conversations import Label
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.runs.model_config import ModelConfig


def evaluate_logs(
    log: Path,
    labels: Sequence[Path],
    cases: Mapping[str, Case],
    catalogue: Catalogue,
    at: ModelConfig,
) -> dict[str, Conversations]:
    """How well the labelled consults of a log, or of a folder of logs, are understood, by case.

    Raises:
        UsageFault: There is no log for a label.
        Fault: A file cannot be read.
    """
    consults: dict[tuple[str, str, int], list[Label]] = {}
    for label in read_labels(labels):
        if label.case in cases:
            consults.setdefault((label.model, label.case, label.rep), []).append(label)
    if not consults:
        raise UsageFault(f"expected labels of the cases {', '.join(cases)}, saw none")
    return asyncio.run(_all(log, consults, cases, catalogue, at))


async def _all(
    log: Path,
    consults: Mapping[tuple[str, str, int], Sequence[Label]],
    cases: Mapping[str, Case],
    catalogue: Catalogue,
    at: ModelConfig,
) -> dict[str, Conversations]:
    found: dict[str, list[Conversations]] = {}
    async with participants(at, catalogue) as taking_part:
        for (model, case_id, rep), labels in sorted(consults.items()):
            moves = read_moves(_path(log, model, case_id, rep))
            heard = await replay(cases[case_id], moves, labels, taking_part)
            found.setdefault(case_id, []).append(heard)
    return {id_: Conversations.of_all(each) for id_, each in found.items()}


def _path(log: Path, model: str, case_id: str, rep: int) -> Path:
    """Where a consult's log is: the file named, or the one in its model's folder."""
    if log.is_file():
        return log
    path = log / model / f"{case_id}-{rep}.log.json"
    if not path.is_file():
        raise UsageFault(f"expected the log of a labelled consult at {path}, saw none")
    return path
