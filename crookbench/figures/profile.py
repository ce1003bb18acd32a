"""A doctor's strengths and weaknesses: each part and each group of items against the field.

The field are the other models and people of the same run: nothing is ever compared across runs.
Baselines are measured against the field and are no part of it; alone they have none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import chain
from math import fsum
from statistics import fmean
from typing import TYPE_CHECKING

from crookbench.figures.comparison import Comparison, compared
from crookbench.figures.numbers import (
    listed,
    lower_first,
    plural,
    share_text,
    signed,
    span,
    spelled,
)
from crookbench.figures.played import Played, played
from crookbench.figures.versus import part_means
from crookbench.game.awards import PARTS
from crookbench.game.points import NECESSITY, RED_FLAG_PRESENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
            return "no clear difference"
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
    models = [doctor.model for doctor in doctors]
    found: defaultdict[str, list[Difference]] = defaultdict(list)
    for measure in (*_parts(doctors, parts), *_groups(items)):
        for difference in _differences(measure, models):
            found[difference.compared.first].append(difference)
    return {
        model: Profile(model, len(field_of(model, models)), tuple(found[model]))
        for model in models
        if model in found
    }


def field_of(model: str, models: Sequence[str]) -> tuple[str, ...]:
    """The others that a doctor is measured against."""
    return tuple(each for each in models if each != model and not each.startswith("baseline/"))


def _differences(measure: _Measure, models: Sequence[str]) -> Iterator[Difference]:
    """Every doctor against the mean of its field, case by case, in one test."""
    total: defaultdict[str, list[float]] = defaultdict(list)
    for other in field_of("", models):
        for case, value in measure.values.get(other, {}).items():
            total[case].append(value)
    sums = {case: (fsum(values), len(values)) for case, values in total.items()}
    means: dict[str, Mapping[str, float]] = {}
    pairs = []
    for model in models:
        own = measure.values.get(model, {})
        inside = model in field_of("", [model])
        theirs = {
            case: (sums[case][0] - (value if inside else 0.0)) / (sums[case][1] - inside)
            for case, value in own.items()
            if case in sums and sums[case][1] > inside
        }
        if theirs:
            means |= {model: own, f"{_FIELD} of {model}": theirs}
            pairs.append((model, f"{_FIELD} of {model}"))
    for each in compared(pairs, means):
        mine, field = means[each.first], means[each.second]
        yield Difference(
            name=measure.name,
            own=fmean(mine[case] for case in field),
            field=fmean(field.values()),
            n=measure.counts[each.first],
            unit=measure.unit,
            compared=each,
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


def _groups(items: Mapping[str, Sequence[Item]]) -> Iterator[_Measure]:
    """Every group of items that occurs: what share of the chances each doctor took."""
    found: defaultdict[str, list[Item]] = defaultdict(list)
    for item in chain(*items.values()):
        more = RED_FLAG_PRESENT if item.kind == "red_flag" else NECESSITY["essential"]
        found[_GROUPS.get((item.kind, item.points >= more), "")].append(item)
    for name in _GROUPS.values():
        if name in found:
            of = Counter((key[0], item.case) for item in found[name] for key in item.of)
            done = Counter((key[0], item.case) for item in found[name] for key in item.done)
            shares: defaultdict[str, dict[str, float]] = defaultdict(dict)
            counts: Counter[str] = Counter()
            for (model, case), n in of.items():
                shares[model][case] = 100 * done[model, case] / n
                counts[model] += n
            yield _Measure(name, "chance", shares, counts)


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
    if undecided := len(profile.with_verdict("no clear difference")):
        rest = "the other" if said else "all"
        what = f"{rest} {spelled(undecided)}" if undecided > 1 or not said else "one"
        said.append(f"No clear difference from {others}: {what} of the comparisons below.")
    if not said:
        said.append(f"Too few cases to compare with {others}.")
    return tuple(said)


def _others(count: int) -> str:
    return "the one other doctor" if count == 1 else f"the average of the other {spelled(count)}"


def _told(each: Difference) -> str:
    ends = each.compared.interval
    between = span(ends.low, ends.high) if ends else ""
    return (
        f"{lower_first(each.name)} ({share_text(each.own)} % against {share_text(each.field)} %; "
        f"{signed(each.size)}, 95 % {between}; {plural(each.n, each.unit)})"
    )


def profile_note(profile: Profile) -> str:
    """How to read the comparisons."""
    return (
        "Each row is a share of the points of a part, or of the chances to do what scores, beside "
        f"{_others(profile.others)} in this run. Compared case by case, at 95 %, and not corrected "
        "for the number of rows: one row in twenty would stand out by chance alone."
    )
