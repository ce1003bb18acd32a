"""Points for what was examined and for the tests that were ordered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.awards import Award
from crookbench.game.catalogue import name_in
from crookbench.game.points import NECESSITY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.deeds import Deeds


def examination_awards(done: Deeds) -> Iterator[Award]:
    """One award for each listed examination that earns or costs points, wherever first done.

    One that another had already counted as costs nothing when it is then done itself, for it is
    the first move that counts.
    """
    for exam_id, move in done.examined.items():
        if points := NECESSITY[done.case.examination[exam_id].necessity]:
            name = name_in(done.catalogue.examination, exam_id)
            yield Award(points, "examination", "exam", name, f"exam:{exam_id}", move)


def investigation_awards(done: Deeds) -> Iterator[Award]:
    """One award for each test that earns or costs points; the nth unnecessary one costs 2n.

    A test that the case does not list is unnecessary.
    """
    unnecessary = 0
    for test_id, move in done.ordered.items():
        written = done.case.investigations.get(test_id)
        need = "unnecessary" if written is None else written.necessity
        unnecessary += need == "unnecessary"
        points = NECESSITY[need] * (unnecessary if need == "unnecessary" else 1)
        if points:
            name = name_in(done.catalogue.investigation, test_id)
            yield Award(points, "investigations", "test", name, f"test:{test_id}", move)
