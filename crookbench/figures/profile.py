"""A doctor's strengths and weaknesses: each part and each group of items against the field.

The field are the other models and people of the same run: nothing is ever compared across runs.
Baselines are measured against the field and are no part of it; alone they have none.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from crookbench.figures.comparison import Comparison, compare
from crookbench.figures.numbers import listed, lower_first, number, plural, signed, span, spelled
from crookbench.figures.played import Played, played
from crookbench.figures.versus import part_means
from crookbench.game.awards import PARTS
from crookbench.game.points import NECESSITY, RED_FLAG_PRESENT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.items import Item
    from crookbench.game.awards import Kind, Part
    from crookbench.records.results import Run

_FIELD = "the field"
_MOST_TOLD = 4
"""So many differences one sentence tells; the table has them all."""

_GROUPS: dict[tuple[Kind, bool], str] = {
    ("red_flag", True): "Red flags that were there",
    ("red_flag", False): "Red flags to rule out",
    ("history", True): "Essential history",
    ("history", False): "Supporting history",
    ("exam", True): "Essential examinations",
    ("exam", False): "Useful examinations",
    ("test", True): "Essential tests",
    ("test", False): "Useful tests",
    ("ideal", True): "The ideal plan",
    ("acceptable", False): "Bonus advice and care",
}
"""Groups of items by kind and by whether they are worth the more of its two values."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One doctor against the field in one respect, over the cases that both have.

    Attributes:
        own: Percent: of the part's maximum, or of the chances to do an item of the group.
        field: The mean of the others, case by case.
        n: What `own` rests on, in `unit`.
        compared: Own less field, paired by case.
    """

    name: str
    own: float
    field: float
    n: int
    unit: str
    compared: Comparison

    @property
    def size(self) -> float:
        return self.own - self.field

    @property
    def verdict(self) -> str:
        if self.compared.interval is None:
            return "too few cases"
        if not self.compared.clear:
            return "not told apart"
        return "above" if self.size > 0 else "below"


@dataclass(frozen=True, slots=True)
class Profile:
    """All differences of one doctor; `others` is how many doctors the field holds."""

    model: str
    others: int
    differences: tuple[Difference, ...]

    def with_verdict(self, verdict: str) -> tuple[Difference, ...]:
        """Those of one verdict, the largest difference first."""
        found = [each for each in self.differences if each.verdict == verdict]
        return tuple(sorted(found, key=lambda each: (-abs(each.size), each.name)))


@dataclass(frozen=True, slots=True)
class _Measure:
    """One respect: percent by model and case, and how many chances or consults lie behind it."""

    name: str
    unit: str
    values: Mapping[str, Mapping[str, float]]
    counts: Mapping[str, int]


def profiles(
    run: Run, items: Mapping[str, Sequence[Item]], parts: Mapping[Part, str] = PARTS
) -> dict[str, Profile]:
    """The profile of every doctor with a score and a field.

    Args:
        run: The run.
        items: Its item analysis.
        parts: Names of the bill's parts.
    """
    doctors = [doctor for doctor in played(run) if doctor.n]
    measures = [*_parts(doctors, parts), *_groups(items)]
    found = (_profile(doctor.model, doctors, measures) for doctor in doctors)
    return {each.model: each for each in found if each.differences}


def field_of(model: str, models: Sequence[str]) -> tuple[str, ...]:
    """The others that a doctor is measured against."""
    return tuple(each for each in models if each != model and not each.startswith("baseline/"))


def _profile(model: str, doctors: Sequence[Played], measures: Sequence[_Measure]) -> Profile:
    field = field_of(model, [doctor.model for doctor in doctors])
    found = (_difference(model, field, measure) for measure in measures)
    return Profile(model, len(field), tuple(each for each in found if each is not None))


def _difference(model: str, field: Sequence[str], measure: _Measure) -> Difference | None:
    own, by_case = measure.values.get(model, {}), defaultdict(list)
    for other in field:
        for case, value in measure.values.get(other, {}).items():
            by_case[case].append(value)
    theirs = {case: fmean(values) for case, values in by_case.items()}
    shared = [case for case in own if case in theirs]
    if not shared:
        return None
    return Difference(
        name=measure.name,
        own=fmean(own[case] for case in shared),
        field=fmean(theirs[case] for case in shared),
        n=measure.counts[model],
        unit=measure.unit,
        compared=compare(model, _FIELD, own, theirs),
    )


def _parts(doctors: Sequence[Played], parts: Mapping[Part, str]) -> list[_Measure]:
    return [
        _Measure(
            name,
            "consult",
            {doctor.model: part_means(doctor, part) for doctor in doctors},
            {d.model: sum(r.domain(part).max > 0 for r in d.records) for d in doctors},
        )
        for part, name in parts.items()
    ]


def _groups(items: Mapping[str, Sequence[Item]]) -> list[_Measure]:
    """Every group of items that occurs: what share of the chances each doctor took."""
    found: defaultdict[str, list[Item]] = defaultdict(list)
    for of_case in items.values():
        for item in of_case:
            found[_group_of(item)].append(item)
    return [_group(name, found[name]) for name in _GROUPS.values() if name in found]


def _group_of(item: Item) -> str:
    more = RED_FLAG_PRESENT if item.kind == "red_flag" else NECESSITY["essential"]
    return _GROUPS.get((item.kind, item.points >= more), "")


def _group(name: str, items: Sequence[Item]) -> _Measure:
    of: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    done: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for item in items:
        for model, _, _ in item.of:
            of[model][item.case] += 1
        for model, _, _ in item.done:
            done[model][item.case] += 1
    shares = {
        model: {case: 100 * done[model][case] / n for case, n in cases.items()}
        for model, cases in of.items()
    }
    return _Measure(name, "chance", shares, {m: sum(cases.values()) for m, cases in of.items()})


def profile_sentences(profile: Profile) -> tuple[str, ...]:
    """What the profile shows, in words: what is clearly above, what below, and what neither."""
    others = _others(profile.others)
    said = []
    for verdict in ("above", "below"):
        if found := profile.with_verdict(verdict):
            told = [_told(each) for each in found[:_MOST_TOLD]]
            more = len(found) - _MOST_TOLD
            told += [f"{spelled(more)} more below"] if more > 0 else []
            said.append(f"Clearly {verdict} {others}: {listed(told)}.")
    if undecided := len(profile.with_verdict("not told apart")):
        rest = "the other" if said else "all"
        what = f"{rest} {spelled(undecided)}" if undecided > 1 or not said else "one"
        said.append(f"Not told apart from {others}: {what} of the comparisons below.")
    if not said:
        said.append(f"Too few cases to tell anything apart from {others}.")
    return tuple(said)


def _others(count: int) -> str:
    return "the one other doctor" if count == 1 else f"the mean of the other {spelled(count)}"


def _told(each: Difference) -> str:
    ends = each.compared.interval
    between = span(ends.low, ends.high) if ends else ""
    return (
        f"{lower_first(each.name)} ({number(each.own)} % against {number(each.field)} %; "
        f"{signed(each.size)}, 95 % {between}; {plural(each.n, each.unit)})"
    )


def profile_note(profile: Profile) -> str:
    """How to read the comparisons."""
    return (
        "Percent of each part’s maximum, and of the chances to do what scores, beside "
        f"{_others(profile.others)} in this run. Paired by case, 95 %, not corrected for the "
        "number of rows: of twenty such rows one would stand out by chance."
    )
