"""Which differences a design can resolve, and how many cases and repeats would tell two apart.

Two doctors differ on each case by their true difference, by how the case suits one of them
(`between`), and by chance in each repeat (`within`). Repeats average out chance alone, so past a
few of them only more cases help. Both variances are estimated from a run, by the method of moments
for a one-way layout (Searle, Casella and McCulloch 1992); the power is that of the paired t test
over case means, from the noncentral t distribution (Cohen 1988).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats
from scipy.optimize import brentq

from crookbench.errors import UsageFault
from crookbench.figures.comparison import LEVEL
from crookbench.figures.figure import Column, Table
from crookbench.figures.frames import frames
from crookbench.figures.numbers import listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.names import Names
    from crookbench.records.results import Run

POWER = 0.8
"""How likely a true difference should be found: the convention (Cohen 1988)."""
CASES = (5, 10, 20, 40, 80, 160)
REPEATS = (1, 3, 5, 10)
MOST_CASES = 2000
"""More cases than anyone will write: a pair that needs more cannot be told apart."""
_WIDEST = 1000.0
"""Points; no two scores are further apart, whatever floor they have."""

Scores = dict[str, list[float]]
"""By case the scores of its repeats, in points of 100."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How the difference between two doctors varies.

    Attributes:
        difference: Its mean over the cases both played, in points of 100.
        between: Variance of the true difference from case to case.
        within: Variance of the difference from one repeat to the next, on the same case.
    """

    difference: float
    between: float
    within: float

    def error(self, cases: int, repeats: int) -> float:
        """The standard error of the mean difference over so many cases, each with repeats."""
        return float(np.sqrt((self.between + self.within / repeats) / cases))


def spread(a: Mapping[str, Sequence[float]], b: Mapping[str, Sequence[float]]) -> Spread | None:
    """The spread between two doctors; None with fewer than two cases in common, or no repeats.

    A case with a single repeat tells nothing of chance; at least one doctor must have two
    somewhere.
    """
    cases = [case for case in a if case in b]
    noise = [np.var(scores, ddof=1) for each in (a, b) for case in cases
             if len(scores := each[case]) > 1]  # fmt: skip
    if len(cases) < 2 or not noise:  # noqa: PLR2004  one case has no spread
        return None
    one = float(np.mean(noise))
    differences = [np.mean(a[case]) - np.mean(b[case]) for case in cases]
    chance = np.mean([one / len(a[case]) + one / len(b[case]) for case in cases])
    between = max(0.0, float(np.var(differences, ddof=1) - chance))
    return Spread(float(np.mean(differences)), between, 2 * one)


def power(difference: float, error: float, cases: int) -> float:
    """How likely the paired t test over so many cases finds a difference, at 5 % for one pair."""
    if cases < 2:  # noqa: PLR2004  one case has no spread
        return 0.0
    if error == 0:
        return float(difference != 0)
    degrees = cases - 1
    critical = stats.t.ppf(1 - LEVEL / 2, degrees)
    shift = abs(difference) / error
    found = stats.nct.sf(critical, degrees, shift) + stats.nct.cdf(-critical, degrees, shift)
    return float(np.nan_to_num(found, nan=1.0))  # scipy gives none where the shift is huge


def smallest(found: Spread, cases: int, repeats: int) -> float:
    """The smallest difference that a design finds with 80 % power, in points of 100."""
    error = found.error(cases, repeats)
    if error == 0:
        return 0.0
    return float(brentq(lambda gap: power(gap, error, cases) - POWER, 0.0, _WIDEST, xtol=1e-3))


def cases_needed(found: Spread, repeats: int) -> int | None:
    """The fewest cases that tell two doctors apart with 80 % power; None above 2,000."""

    def enough(cases: int) -> bool:
        return power(found.difference, found.error(cases, repeats), cases) >= POWER

    if not enough(MOST_CASES):
        return None
    low, high = 1, MOST_CASES
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def scores_of(run: Run) -> dict[str, Scores]:
    """By doctor and case the scores of a run's repeats."""
    consults = frames(run).consults
    return {
        str(doctor): {str(case): list(part.score) for case, part in own.groupby("case", sort=False)}
        for doctor, own in consults.groupby("model", sort=False)
    }


def design_table(run: Run) -> Table:
    """The smallest difference that each design can resolve, by the median pair of a run."""
    scores = scores_of(run)
    spreads = [found for a, b in combinations(scores.values(), 2) if (found := spread(a, b))]
    return Table(
        id="power",
        title="What a design can resolve",
        reading=(
            "The smallest difference between two doctors, in points of 100, that so many cases and "
            "repeats would find with 80 % power."
        ),
        columns=(
            Column("cases", "Cases", kind="count"),
            *(Column(f"repeats_{n}", f"{n} repeat{'s' * (n > 1)}", places=1) for n in REPEATS),
        ),
        rows=tuple(
            (cases, *(median(smallest(each, cases, n) for each in spreads) for n in REPEATS))
            for cases in (CASES if spreads else ())
        ),
        n=f"{len(spreads)} pairs",
        note=(
            f"The median of {len(spreads)} pairs of this run. One pair at 5 %; comparing many at "
            "once needs more. The variances come from this run's few cases, so read it as a guide."
            if spreads
            else "No two doctors share two cases with repeats, so nothing can be told."
        ),
    )


def pair_table(run: Run, first: str, second: str, names: Names) -> Table:
    """How many cases would tell two doctors apart.

    Raises:
        UsageFault: One of them has no scored consult in the run.
    """
    scores = scores_of(run)
    for asked in (first, second):
        if asked not in scores:
            raise UsageFault(
                f"{run.manifest.id}: expected one of its doctors, "
                f"{listed(sorted(scores)) if scores else 'none'}; saw {asked!r}"
            )
    found = spread(scores[first], scores[second])
    called = f"{names.name(first)} and {names.name(second)}"
    return Table(
        id="power",
        title=f"How many cases would tell {called} apart",
        reading="Cases needed for 80 % power, by the repeats of each.",
        columns=(Column("repeats", "Repeats", kind="count"),
                 Column("cases", "Cases needed", kind="count")),
        rows=tuple((n, cases_needed(found, n)) for n in REPEATS) if found else (),
        note=(
            f"They differ by {abs(found.difference):.1f} points here, if that is the true "
            f"difference. From case to case it varies by {np.sqrt(found.between):.1f} points "
            f"(standard deviation), from repeat to repeat by {np.sqrt(found.within):.1f}. No "
            f"number: more than {MOST_CASES:,}."
            if found
            else f"{called} share fewer than two cases with repeats, so nothing can be told."
        ),
    )  # fmt: skip
