"""What happened to the patient: the outcome and its story."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.game.history import elicited
from crookbench.game.points import NECESSITY
from crookbench.game.safety import rules_broken
from crookbench.game.scoring import awards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.awards import Award
    from crookbench.game.case import Case, Outcome
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.moves import Move

ENOUGH_OF_THE_PLAN = 0.5
"""With a present red flag missed, less than this share of the ideal plan misses the illness."""
MOST_OF_THE_PLAN = 0.75
"""With no present red flag missed, this share of the ideal plan makes an ideal outcome."""


@dataclass(frozen=True, slots=True)
class Harm:
    """One harm done: its own story, and what is told instead where care was still reached."""

    label: str
    consequence: str | None
    aside: str | None


@dataclass(frozen=True, slots=True)
class Ending:
    """How it went for the patient, in one word and in paragraphs."""

    outcome: Outcome
    story: tuple[str, ...]


def ending(case: Case, catalogue: Catalogue, moves: Sequence[Move]) -> Ending:
    """The outcome of a whole consult and the story of it."""
    earned = awards(case, catalogue, moves)
    done = frozenset(award.item for award in earned)
    harms = harms_done(case, catalogue, moves, earned)
    outcome = _outcome(case, moves, done, harmed=bool(harms))
    return Ending(outcome, _story(case, outcome, harms, done))


def harms_done(
    case: Case, catalogue: Catalogue, moves: Sequence[Move], earned: Sequence[Award]
) -> tuple[Harm, ...]:
    """Everything harmful that was done, in order: plan items, broken rules, exams and tests."""
    rules = {
        f"safety:{rule.id}": Harm(rule.label, rule.consequence, None)
        for broken in rules_broken(case, catalogue, moves).values()
        for rule in broken
    }
    plan = {
        f"plan:harmful_{place}": Harm(item.text, item.consequence, item.aside)
        for place, item in enumerate(case.management.harmful)
    }
    written = {f"exam:{id_}": found for id_, found in case.examination.items()} | {
        f"test:{id_}": found for id_, found in case.investigations.items()
    }
    harms = []
    for award in earned:
        if known := rules.get(award.item) or plan.get(award.item):
            harms.append(known)
        elif award.item in written and award.points == NECESSITY["harmful"]:
            found = written[award.item]
            harms.append(Harm(award.label, found.consequence, found.aside))
    return tuple(harms)


def _required(case: Case) -> frozenset[str]:
    items = case.management.items.items()
    return frozenset(f"plan:{id_}" for id_, item in items if item.required)


def _outcome(case: Case, moves: Sequence[Move], done: frozenset[str], *, harmed: bool) -> Outcome:
    """The tier, from harms, required care, present red flags missed and share of the plan done."""
    required = _required(case)
    if harmed:
        return "harmful"
    if not required <= done:
        return "missed_red_flag"
    asked = elicited(case, moves)
    missed = any(not flag.absent and flag.id not in asked for flag in case.red_flags)
    share = _share_of_plan(case, done)
    if missed and share < ENOUGH_OF_THE_PLAN:
        return "acceptable" if required else "missed_red_flag"
    return "ideal" if not missed and share >= MOST_OF_THE_PLAN else "acceptable"


def _ideal_ids(case: Case) -> list[str]:
    return [f"plan:ideal_{place}" for place in range(len(case.management.ideal))]


def _share_of_plan(case: Case, done: frozenset[str]) -> float:
    wanted = _ideal_ids(case)
    return sum(item in done for item in wanted) / len(wanted) if wanted else 1.0


def _story(
    case: Case, outcome: Outcome, harms: Sequence[Harm], done: frozenset[str]
) -> tuple[str, ...]:
    """Harms on the way, the tier's story, then an aside for each harm that care made up for.

    Without the required care, or where the case requires none, each harm tells its own story
    instead of its aside.
    """
    required = _required(case)
    cared_for = bool(required) and required <= done
    asides = [harm.aside for harm in harms if harm.aside] if cared_for else []
    on_the_way = [
        harm.consequence for harm in harms if harm.consequence and not (cared_for and harm.aside)
    ]
    told = [*on_the_way, getattr(case.consequences, outcome), *asides]
    if outcome == "acceptable" and (missing := _missing(case, done)):
        told.append(missing)
    return tuple(dict.fromkeys(text.strip() for text in told))


def _missing(case: Case, done: frozenset[str]) -> str:
    ideal = zip(_ideal_ids(case), case.management.ideal, strict=True)
    texts = [item.text for item_id, item in ideal if item_id not in done]
    return f"Missing from the plan: {'; '.join(texts)}." if texts else ""
