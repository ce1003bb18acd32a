"""What stood out in a run: sentences computed from it, each with the consults behind it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from crookbench.figures import numbers
from crookbench.figures.answer import noun_for
from crookbench.figures.by_case import red_flags
from crookbench.figures.correlation import LEAST, rank_correlation
from crookbench.figures.leaderboard import first_is_right
from crookbench.figures.played import Key, keys, scored

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crookbench.figures.by_case import Flag
    from crookbench.figures.leaderboard import Leaderboard, Standing
    from crookbench.figures.names import Names
    from crookbench.figures.traps import Trap
    from crookbench.records.record import Record
    from crookbench.records.results import Run

_TOP = 3
"""So many leading doctors without a fault are worth a word."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Some words of a sentence, and the consults that show them to be true.

    Attributes:
        moves: The number of the move of each that shows it, where one does.
    """

    text: str
    consults: tuple[Key, ...] = ()
    moves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence, in phrases."""

    id: str
    phrases: tuple[Phrase, ...]

    @property
    def text(self) -> str:
        return "".join(phrase.text for phrase in self.phrases)

    @property
    def consults(self) -> tuple[Key, ...]:
        """Every consult behind the sentence, once."""
        return tuple(dict.fromkeys(key for phrase in self.phrases for key in phrase.consults))


@dataclass(frozen=True, slots=True)
class _Scene:
    """All that a finding may draw on.

    Attributes:
        standings: Those of doctors with every planned consult: no other makes a headline.
    """

    records: tuple[Record, ...]
    standings: tuple[Standing, ...]
    flags: tuple[Flag, ...]
    traps: tuple[Trap, ...]
    names: Names
    noun: str
    budget: int

    def of(self, *models: str) -> tuple[Key, ...]:
        return keys(record for record in self.records if record.model in models)

    def name(self, standing: Standing) -> str:
        return self.names.name(standing.model)


def findings(
    run: Run, board: Leaderboard, traps: Sequence[Trap], names: Names
) -> tuple[Finding, ...]:
    """The findings that apply to this run, in the order they are told."""
    scene = _Scene(
        records=tuple(consult.record for consult in scored(run)),
        standings=board.complete,
        flags=red_flags(run),
        traps=tuple(traps),
        names=names,
        noun=noun_for(board, names),
        budget=run.manifest.questions,
    )
    found = ((id_, tell(scene)) for id_, tell in _TOLD.items())
    return tuple(Finding(id_, phrases) for id_, phrases in found if phrases)


def _phrases(*parts: str | Phrase) -> tuple[Phrase, ...]:
    return tuple(part if isinstance(part, Phrase) else Phrase(part) for part in parts)


def _diagnosis(scene: _Scene) -> tuple[Phrase, ...]:
    """How many named a right diagnosis first, and whether it was the expected one."""
    n = len(scene.records)
    right = [record for record in scene.records if first_is_right(record)]
    if not right:
        return ()
    key = [record for record in right if record.diagnoses[0].role == "key"]
    other = [record for record in right if record.diagnoses[0].role != "key"]
    consults = Phrase(f"{len(right)} of {numbers.plural(n, 'consult')}", keys(right))
    everyone = len(right) == n and len(scene.standings) > 1
    start = (
        f"Every {scene.noun} named a right diagnosis first, in "
        if everyone
        else "A right diagnosis was named first in "
    )
    split = (
        (": the expected diagnosis in ", Phrase(str(len(key)), keys(key)),
         ", an accepted alternative in ", Phrase(str(len(other)), keys(other)), ".")
        if other
        else (", each time the expected one.",)
    )  # fmt: skip
    return _phrases(start, consults, *split)


def _questions(scene: _Scene) -> tuple[Phrase, ...]:
    """Whether asking more found more: the top two against who asked the fewest."""
    asked = [(s, s.questions, s.red_flags) for s in scene.standings]
    known = [(s, q, f) for s, q, f in asked if q is not None and f is not None]
    found = rank_correlation([q for _, q, _ in known], [f for _, _, f in known])
    if found is None or found.sign < 1:
        return ()
    top, rest = known[:2], known[2:]
    careful = [each for each in rest if not each[0].required_care_missed] or rest
    least_asked = min(q for _, q, _ in careful)
    fewest = [(s, f) for s, q, f in careful if q == least_asked]
    least_caught = [f for _, f in fewest]
    if max(least_caught) >= min(f for _, _, f in top):
        return ()
    who = (
        "asked the fewest"
        if least_asked == min(q for _, q, _ in known)
        else "asked the fewest of those that never missed required care"
    )
    questions = _span([q for _, q, _ in top])
    caught = _span([f for _, _, f in top])
    return _phrases(
        f"{numbers.upper_first(scene.noun)}s that asked more found more red flags ({found}): ",
        Phrase("the top two", scene.of(*(s.model for s, _, _ in top))),
        f" asked {questions} questions a consult and found {caught} % of the red flags; ",
        Phrase(
            numbers.listed([scene.name(s) for s, _ in fewest]),
            scene.of(*(s.model for s, _ in fewest)),
        ),
        f", which {who}, asked {numbers.number(least_asked)} and found {_span(least_caught)} %.",
    )


def _span(values: Sequence[float]) -> str:
    return numbers.span(min(values), max(values))


def _budget(scene: _Scene) -> tuple[Phrase, ...]:
    """How much of the budget of questions was used."""
    most = max((record.questions for record in scene.records), default=0)
    if not most or not scene.budget:
        return ()
    at_most = [record for record in scene.records if record.questions == most]
    if most < scene.budget:
        return _phrases(
            f"No consult used up the budget of {scene.budget} questions: the most was {most}, in ",
            Phrase(numbers.plural(len(at_most), "consult"), keys(at_most)),
            ".",
        )
    used_up = [record for record in scene.records if record.questions >= scene.budget]
    return _phrases(
        f"The budget of {scene.budget} questions was used up in ",
        Phrase(f"{len(used_up)} of {numbers.plural(len(scene.records), 'consult')}", keys(used_up)),
        ".",
    )


def _traps(scene: _Scene) -> tuple[Phrase, ...]:
    """How often each trap was fallen for."""
    sprung = [trap for trap in scene.traps if trap.sprung]
    if not sprung:
        return ()
    told: list[str | Phrase] = []
    worst = max(sprung, key=lambda trap: trap.rate)
    for place, trap in enumerate(sprung):
        told += ["" if not place else " and " if place == len(sprung) - 1 else ", "]
        told += [f"{numbers.lower_first(trap.title)} ("]
        times = f"{len(trap.sprung)} of {len(trap.faced)}"
        told += [Phrase(times, trap.sprung, trap.moves)]
        told += [_spared(scene, trap) if trap is worst else "", ")"]
    n, worked = len(scene.traps), len(sprung)
    start = (
        f"{numbers.upper_first(numbers.spelled(worked))} of {numbers.spelled(n)} traps worked"
        if worked < n
        else "Every trap worked"
    )
    return _phrases(f"{start}: ", *(part for part in told if part), ".")


def _spared(scene: _Scene, trap: Trap) -> str:
    """Who, from the top down, never fell for it."""
    faced = [each for each in scene.standings if trap.faced_by(each.model)]
    spared = list(takewhile(lambda each: not trap.sprung_by(each.model), faced))
    enough = _TOP <= len(spared) < len(faced)
    return f", never the top {numbers.spelled(len(spared))}" if enough else ""


def _price(scene: _Scene) -> tuple[Phrase, ...]:
    """The dearest against the cheapest that scored more, and whether price and score are related.

    Nothing is told where dearer ones clearly scored higher: then the pair is an exception.
    """
    paid = [(s, s.cost, s.score or 0.0) for s in scene.standings if s.cost]
    known = [(s, cost, score) for s, cost, score in paid if cost is not None]
    found = rank_correlation([cost for _, cost, _ in known], [score for _, _, score in known])
    if found is None or found.sign > 0:
        return ()
    dear, dear_cost, dear_score = max(known, key=lambda each: each[1])
    better = [each for each in known if each[2] > dear_score]
    if not better:
        return ()
    cheap, cheap_cost, cheap_score = min(better, key=lambda each: each[1])
    start = (
        f"Cheaper {scene.noun}s scored higher"
        if found.sign
        else "A higher price did not clearly bring a higher score"
    )
    return _phrases(
        f"{start} ({found}): ",
        Phrase(scene.name(cheap), scene.of(cheap.model)),
        f" scored {numbers.percent(cheap_score)} at {numbers.money(cheap_cost)} a consult, ",
        Phrase(scene.name(dear), scene.of(dear.model)),
        f" {numbers.percent(dear_score)} at {numbers.money(dear_cost)}.",
    )


def _fewest_questions(scene: _Scene) -> tuple[Phrase, ...]:
    """Whether the one that asked the fewest questions missed required care."""
    asked = [(s, s.questions) for s in scene.standings if s.questions is not None]
    if len(asked) < LEAST:
        return ()
    fewest, questions = min(asked, key=lambda each: each[1])
    missed = [r for r in scene.records if r.model == fewest.model and r.missed_required]
    if not missed or sum(q == questions for _, q in asked) > 1:
        return ()
    number = numbers.number(questions)
    return _phrases(
        f"{scene.name(fewest)} asked the fewest questions, {number} a consult, and missed the "
        "required care in ",
        Phrase(f"{len(missed)} of {fewest.n_scored}", keys(missed)),
        ".",
    )


def _missed_flags(scene: _Scene) -> tuple[Phrase, ...]:
    """For each case the flag that was there and was asked about the least."""
    by_case: defaultdict[str, list[Flag]] = defaultdict(list)
    for flag in scene.flags:
        if flag.present and flag.missed:
            by_case[flag.case].append(flag)
    least = [min(flags, key=lambda flag: (flag.share, flag.id)) for flags in by_case.values()]
    told: list[str | Phrase] = []
    for flag in sorted(least, key=lambda flag: (flag.share, flag.case)):
        case, start = scene.names.case(flag.case), ", " if told else ""
        told += [f"{start}{numbers.lower_first(flag.topic)} ({case}, missed in "]
        told += [Phrase(f"{len(flag.missed)} of {len(flag.of)}", flag.missed), ")"]
    return (
        _phrases("Most-missed warning sign in each case that has one: ", *told, ".") if told else ()
    )


_TOLD: dict[str, Callable[[_Scene], tuple[Phrase, ...]]] = {
    "diagnosis": _diagnosis,
    "questions": _questions,
    "budget": _budget,
    "traps": _traps,
    "missed-flags": _missed_flags,
    "price": _price,
    "fewest-questions": _fewest_questions,
}
"""Each finding by its id."""
