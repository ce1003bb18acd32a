"""Points for what was examined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.awards import Award
from crookbench.game.catalogue import GIVEN_EXAM
from crookbench.game.findings import applies
from crookbench.game.moves import Exam
from crookbench.game.points import NECESSITY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move


def examined(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> dict[str, int]:
    """Every examination the case lists that was done or credited, with the move that did it."""
    first: dict[str, int] = {}
    for index, move in enumerate(moves):
        if isinstance(move, Exam):
            for exam_id in _credited(case, catalogue, move.id):
                first.setdefault(exam_id, index)
    return first


def _credited(case: Case, catalogue: Catalogue, exam_id: str) -> Iterator[str]:
    """The examination itself and those it counts as: of the latter never one that costs points."""
    entry = catalogue.examination.get(exam_id)
    if entry is None or not applies(case, entry):
        return
    for candidate in (exam_id, *entry.counts_as):
        written = case.examination.get(candidate)
        if written is None or candidate == GIVEN_EXAM:
            continue
        if candidate == exam_id or NECESSITY[written.necessity] >= 0:
            yield candidate


def examination_awards(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> list[Award]:
    """One award for each listed examination that earns or costs points, wherever first done."""
    return [
        Award(
            points=NECESSITY[case.examination[exam_id].necessity],
            part="examination",
            kind="exam",
            label=catalogue.examination[exam_id].name,
            item=f"exam:{exam_id}",
            move=move,
        )
        for exam_id, move in examined(case, catalogue, moves).items()
        if NECESSITY[case.examination[exam_id].necessity]
    ]
