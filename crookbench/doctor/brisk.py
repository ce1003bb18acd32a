"""baseline/brisk: the brisk, safe consult that a case's author wrote down, in at most 15 questions.

It shows what a good GP's quarter of an hour is worth: a key that pays only for long histories
gives it a poor mark. Like the oracle it has read the case, and touches nothing but the tools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.doctor import script
from crookbench.doctor.oracle import Step, plan_calls, question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.doctor.script import Script
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue


def brisk(case: Case, catalogue: Catalogue) -> Script:
    """The author's brisk consult as a script."""
    for step in brisk_steps(case, catalogue):
        yield step.call
    yield script.end_consult()


def brisk_steps(case: Case, catalogue: Catalogue) -> Iterator[Step]:
    """The steps in the author's order, each with the item it is meant to earn."""
    for step in case.brisk:
        for id_ in step.ask:
            yield Step(script.say(question(case.item[id_])), f"history:{id_}")
        for id_ in step.examine:
            yield Step(script.examine(id_), f"exam:{id_}")
        for id_ in step.order:
            yield Step(script.order(id_), f"test:{id_}")
        for id_ in step.do:
            for call in plan_calls(case.management.items[id_], catalogue):
                yield Step(call, f"plan:{id_}")
        if (slots := step.diagnose) is not None:
            saved = script.diagnose(slots.most_likely, slots.differential, slots.cant_miss)
            yield Step(saved, "dx")
