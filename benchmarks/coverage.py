"""Do the 95 % intervals hold what they promise? Simulated benchmarks with known truth.

A benchmark is drawn as the design assumes: each doctor has a true mean, each case is harder or
easier for all (the case) and for each doctor (the doctor on that case), and repeats vary. The
spread of each is that of the published run of 4 October 2026, rounded. Run from the checkout:

    python benchmarks/coverage.py > benchmarks/coverage.md
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median

import numpy as np

from crookbench.figures.comparison import all_pairs, compare, rank_ranges
from crookbench.figures.intervals import Interval, from_repeats, of_mean, of_rate

BENCHMARKS = 5_000
RANKED = 500
"""Benchmarks of all the doctors, for the ranks."""
SEED = 20_261_004
REPEATS = 3
MEAN = 65.0
CASE_SD, DOCTOR_ON_CASE_SD, REPEAT_SD = 9.0, 5.0, 6.0
DOCTORS = 13


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something happened in all trials."""

    hits: int
    n: int

    def __str__(self) -> str:
        around = of_rate(self.hits, self.n)
        assert around is not None
        return f"{100 * self.hits / self.n:.1f} % ({around.low:.1f}–{around.high:.1f})"


@dataclass(frozen=True, slots=True)
class Doctor:
    """One simulated doctor: scores by case, and what is true of it."""

    mean: float
    true_by_case: dict[str, float]
    scores: dict[str, tuple[float, ...]]

    @property
    def case_means(self) -> dict[str, float]:
        return {case: fmean(scores) for case, scores in self.scores.items()}


def benchmark(rng: np.random.Generator, means: list[float], cases: int) -> list[Doctor]:
    """One benchmark: `cases` cases drawn at random, played by doctors with these true means."""
    hardness = rng.normal(0, CASE_SD, cases)
    return [doctor(rng, mean, hardness) for mean in means]


def doctor(rng: np.random.Generator, mean: float, hardness: np.ndarray) -> Doctor:
    own = rng.normal(0, DOCTOR_ON_CASE_SD, len(hardness))
    true = {f"case{c}": float(mean + hardness[c] + own[c]) for c in range(len(hardness))}
    scores = {
        case: tuple(map(float, value + rng.normal(0, REPEAT_SD, REPEATS)))
        for case, value in true.items()
    }
    return Doctor(mean, true, scores)


def holds(interval: Interval | None, truth: float) -> bool:
    assert interval is not None
    return interval.low <= truth <= interval.high


def intervals(cases: int) -> list[str]:
    """Coverage of both intervals and of the paired one, and false alarms between equals."""
    rng = np.random.default_rng(SEED + cases)
    these = other = paired = alarms = found = 0
    widths: list[float] = []
    for _ in range(BENCHMARKS):
        one, equal, worse = benchmark(rng, [MEAN, MEAN, MEAN - 10], cases)
        these += holds(from_repeats(one.scores), fmean(one.true_by_case.values()))
        other += holds(of_mean(tuple(one.case_means.values())), one.mean)
        alarms += compare("a", "b", one.case_means, equal.case_means).clear
        apart = compare("a", "c", one.case_means, worse.case_means)
        paired += holds(apart.interval, 10.0)
        found += apart.clear
        widths.append(apart.needed or 0.0)
    counts = (these, other, paired, alarms, found)
    return [str(cases), *(str(Tally(count, BENCHMARKS)) for count in counts),
            f"{median(widths):.1f}"]  # fmt: skip


def ranks() -> Tally:
    """How often a doctor's true rank lies in its range, with doctors spread over 36 points."""
    rng = np.random.default_rng(SEED)
    true = np.linspace(MEAN + 18, MEAN - 18, DOCTORS).tolist()
    names = [f"d{place}" for place in range(DOCTORS)]
    held = 0
    trials = RANKED
    for _ in range(trials):
        field = benchmark(rng, true, 5)
        means = {name: each.case_means for name, each in zip(names, field, strict=True)}
        for place, found in enumerate(rank_ranges(names, all_pairs(means)).values(), start=1):
            assert found is not None
            held += found.low <= place <= found.high
    return Tally(held, trials * DOCTORS)


def false_discoveries() -> list[str]:
    """Of the pairs called different, the mean share that are equals: with tiers of equal doctors.

    Uncorrected, by Benjamini and Hochberg as the ranks are, and how often Holm calls any equals
    different at all.
    """
    rng = np.random.default_rng(SEED)
    true = [MEAN + 10 * (place % 3 - 1) for place in range(DOCTORS)]
    names = [f"d{place}" for place in range(DOCTORS)]
    equal = {(a, b) for a, x in zip(names, true, strict=True)
             for b, y in zip(names, true, strict=True) if x == y}  # fmt: skip
    shares: dict[str, list[float]] = {"uncorrected": [], "corrected": []}
    any_by_holm = 0
    for _ in range(RANKED):
        field = benchmark(rng, true, 5)
        pairs = all_pairs({n: each.case_means for n, each in zip(names, field, strict=True)})
        called = {
            "uncorrected": [(e.first, e.second) for e in pairs if e.p is not None and e.p <= 0.05],
            "corrected": [(each.first, each.second) for each in pairs if each.clear],
        }
        for how, told in called.items():
            shares[how].append(len(equal.intersection(told)) / max(len(told), 1))
        any_by_holm += any(e.clear_by_holm and (e.first, e.second) in equal for e in pairs)
    told = {how: f"{100 * fmean(each):.1f} %" for how, each in shares.items()}
    return [told["uncorrected"], told["corrected"], str(Tally(any_by_holm, RANKED))]


def main() -> None:
    print("# Do the intervals cover?\n")
    print(f"{BENCHMARKS:,} simulated benchmarks for each number of cases, {REPEATS} repeats each, "
          f"seed {SEED}. Standard deviations: between cases {CASE_SD:g}, of a doctor on a case "
          f"{DOCTOR_ON_CASE_SD:g}, between repeats {REPEAT_SD:g} points. In brackets the 95 % "
          "Wilson interval of each rate. Made by `python benchmarks/coverage.py`.\n")  # fmt: skip
    heads = ("Cases", "On these cases covers", "To other cases covers", "Paired covers",
             "Equals called different", "10 points found", "Difference needed")  # fmt: skip
    print(f"| {' | '.join(heads)} |")
    print(f"|{' ---: |' * len(heads)}")
    for cases in (2, 3, 5, 10):
        print(f"| {' | '.join(intervals(cases))} |")
    print(f"\nTrue rank within the range of ranks ({DOCTORS} doctors, 5 cases, "
          f"{RANKED} benchmarks): {ranks()}.")  # fmt: skip
    uncorrected, corrected, holm = false_discoveries()
    print(f"\nFalse among the pairs called different (three tiers of equal doctors, {DOCTORS} in "
          f"all, 5 cases, {RANKED} benchmarks): {uncorrected} uncorrected, {corrected} as the "
          f"ranks are corrected. Holm calls any two equals different in {holm}.")  # fmt: skip
    print("\nPromised: each interval covers in 93–97 %, and equals are called different in 5 %, "
          "which is what a 95 % test means: the counts scatter around it; of the pairs "
          "that the ranks call different at most 5 % are false.")  # fmt: skip


if __name__ == "__main__":
    main()
