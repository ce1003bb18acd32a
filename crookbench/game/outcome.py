"""What happened to the patient: the outcome and its story."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.game.points import NECESSITY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crookbench.game.awards import Award
    from crookbench.game.case import Outcome
    from crookbench.game.deeds import Deeds

ENOUGH_OF_THE_PLAN = 0.5
"""With a present red flag missed, less than this share of the ideal plan misses the illness."""
MOST_OF_THE_PLAN = 0.75
"""With no present red flag missed, this share of the ideal plan makes an ideal outcome."""


@dataclass(frozen=True, slots=True)
class Harm:
    """One harm done: its own story, and what is told instead where care was still reached."""

    label: str
    consequence: str | None
    aside: str | None = None


def harms_done(done: Deeds, awards: Sequence[Award]) -> Iterator[Harm]:
    """Everything harmful that was done, in order: plan items, broken rules, exams and tests."""
    case = done.case
    rules = {f"safety:{rule.id}": rule for rules in done.broken.values() for rule in rules}
    plan = {f"plan:{item.id}": item.entry for item in case.management.plan}
    written = {f"exam:{id_}": found for id_, found in case.examination.items()} | {
        f"test:{id_}": found for id_, found in case.investigations.items()
    }
    for award in awards:
        if award.kind == "safety":
            yield Harm(award.label, rules[award.item].consequence)
        elif award.kind == "harmful":
            yield Harm(award.label, plan[award.item].consequence, plan[award.item].aside)
        elif award.kind in ("exam", "test") and award.points == NECESSITY["harmful"]:
            found = written[award.item]
            yield Harm(award.label, found.consequence, found.aside)


def outcome_of(done: Deeds, *, harmed: bool) -> Outcome:
    """The tier, from harms, required care, present red flags missed and share of the plan done."""
    if harmed:
        return "harmful"
    if done.missing():
        return "missed_red_flag"
    missed = any(not flag.absent and flag.id not in done.elicited for flag in done.case.red_flags)
    ideal = done.case.management.ideal_ids
    share = sum(id_ in done.planned for id_ in ideal) / len(ideal) if ideal else 1.0
    if missed and share < ENOUGH_OF_THE_PLAN:
        requires = any(item.required for item in done.case.management.plan)
        return "acceptable" if requires else "missed_red_flag"
    seen = {*done.examined, *done.ordered}
    rests = set(done.case.ideal_needs) <= seen
    return "ideal" if not missed and rests and share >= MOST_OF_THE_PLAN else "acceptable"


def story_of(done: Deeds, outcome: Outcome, harms: Sequence[Harm]) -> tuple[str, ...]:
    """Harms on the way, the tier's story, then an aside for each harm that care made up for.

    Without the required care, or where the case requires none, each harm tells its own story
    instead of its aside.
    """
    plan = done.case.management.plan
    cared_for = any(item.required for item in plan) and not done.missing()
    told = [
        *(h.consequence for h in harms if h.consequence and not (cared_for and h.aside)),
        getattr(done.case.consequences, outcome),
        *(harm.aside for harm in harms if harm.aside and cared_for),
    ]
    lacking = [item.text for item in plan if item.tier == "ideal" and item.id not in done.planned]
    if outcome == "acceptable" and lacking:
        told.append(f"Missing from the plan: {'; '.join(lacking)}.")
    return tuple(dict.fromkeys(text.strip() for text in told))
