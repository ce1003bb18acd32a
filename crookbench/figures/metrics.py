"""The figures of the leaderboard, each declared once.

CSV, JSON, Markdown, the terminal and the site's table loop over `METRICS`: a new column is one
entry here. A figure is computed for all doctors at once, from the frame of the run's scored
consults (`crookbench.figures.frames`), and is missing for a doctor that has too few.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from crookbench.figures.intervals import from_repeats, of_mean
from crookbench.figures.numbers import TOO_FEW, number, share_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crookbench.figures.intervals import Interval

RIGHT = ("key", "working", "acceptable")
"""Roles that a right first diagnosis can have."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of the leaderboard.

    Attributes:
        name: Its name in files and in code; an interval's file name begins with "interval_".
        label: Its heading for readers.
        short: Its heading in a terminal, "" where it has no place there.
        hint: What it is, in a few words.
        compute: Its values by doctor, from the frame of consults.
        missing: What a doctor without a value shows.
        is_interval: Whether a value is an interval: two columns in a CSV file.
        on_site: Whether it is one of the further columns of the site's table, after the score.
        low_first: Whether a low value is the better one.
        narrow: Its heading in the site's table, where that is not the label.
    """

    name: str
    label: str
    short: str
    hint: str
    compute: Callable[[pd.DataFrame], pd.Series[Any]]
    unit: str = ""
    places: int = 0
    missing: str = "–"
    is_interval: bool = False
    on_site: bool = True
    low_first: bool = False
    narrow: str = ""

    @property
    def is_share(self) -> bool:
        """Whether it is a share in percent: one under 0 is shown as "below 0"."""
        return self.unit == "%"

    def text(self, value: float | None) -> str:
        """A value as a table shows it."""
        return share_text(value, self.places) if self.is_share else number(value, self.places)

    @property
    def file_name(self) -> str:
        return f"interval_{self.name}" if self.is_interval else self.name


def _mean(consults: pd.DataFrame, values: pd.Series[Any]) -> pd.Series[Any]:
    """Each doctor's mean over consults; those without a value are left out."""
    return values.dropna().astype(float).groupby(consults["model"]).mean()


def over_cases(consults: pd.DataFrame, values: pd.Series[Any]) -> pd.Series[Any]:
    """Each doctor's mean over cases of its mean over a case's repeats.

    Every case weighs the same, however often it was played. The intervals are around this mean,
    and doctors are compared by it; where all repeats are there it is the mean over consults.
    """
    by = [consults["model"], consults["case"]]
    by_case = values.dropna().astype(float).groupby(by, sort=False).mean()
    return by_case.groupby(level="model").mean()


def unfloored(consults: pd.DataFrame) -> pd.Series[Any]:
    """The score without the floor at 0 of each consult: it can lie below 0."""
    return over_cases(consults, 100 * consults["raw_total"] / consults["max"])


def _interval(
    consults: pd.DataFrame, interval_of: Callable[[dict[str, list[float]]], Interval | None]
) -> pd.Series[Any]:
    """An interval for each doctor, from its scores by case; no end lies below 0."""
    scores: dict[str, dict[str, list[float]]] = {}
    columns = (consults[name].tolist() for name in ("model", "case", "score"))
    for model, case, score in zip(*columns, strict=True):
        scores.setdefault(model, {}).setdefault(case, []).append(score)
    found = {model: interval_of(by_case) for model, by_case in scores.items()}
    return pd.Series({m: i and i.at_least(0.0) for m, i in found.items()}, dtype=object)


def _of_case_means(by_case: dict[str, list[float]]) -> Interval | None:
    return of_mean([sum(scores) / len(scores) for scores in by_case.values()])


def _part(part: str) -> Callable[[pd.DataFrame], pd.Series[Any]]:
    """The share of one part of the bill, over consults where it has a maximum."""

    def compute(consults: pd.DataFrame) -> pd.Series[Any]:
        most = consults[f"{part}_max"]
        return over_cases(consults, (100 * consults[f"{part}_earned"] / most)[most > 0])

    return compute


def _red_flags(consults: pd.DataFrame) -> pd.Series[Any]:
    sums = consults[["model", "flags_elicited", "flags"]].groupby("model").sum()
    possible = sums[sums["flags"] > 0]
    return 100 * possible["flags_elicited"] / possible["flags"]


def _flags_per_10(consults: pd.DataFrame) -> pd.Series[Any]:
    asked = consults[consults["questions"] > 0]
    return _mean(asked, 10 * asked["flags_elicited"] / asked["questions"])


METRICS: Sequence[Metric] = (
    Metric("score", "Score", "Score", "Average share of each case's points",
           lambda consults: over_cases(consults, consults["score"]), "%",
           missing=TOO_FEW, on_site=False),
    Metric("sd", "± sd", "", "Standard deviation of the score over consults",
           lambda consults: consults["score"].groupby(consults["model"]).std(),
           missing=TOO_FEW, on_site=False),
    Metric("these_cases", "If replayed", "Again",
           "95 % interval of the score if the same cases were played again",
           lambda consults: _interval(consults, from_repeats),
           missing=TOO_FEW, is_interval=True),
    Metric("other_cases", "On new cases", "New",
           "95 % interval of the score to expect on cases of the same kind",
           lambda consults: _interval(consults, _of_case_means),
           missing=TOO_FEW, is_interval=True),
    Metric("history", "History", "Hist", "Average share of the points for history",
           _part("history"), "%"),
    Metric("examination", "Exam", "Exam", "Average share of the points for examination",
           _part("examination"), "%"),
    Metric("investigations", "Tests", "Test", "Average share of the points for tests",
           _part("investigations"), "%"),
    Metric("management", "Plan", "Plan", "Average share of the points for plan and diagnosis",
           _part("management"), "%"),
    Metric("red_flags", "Red flags", "Flag", "Red flags found, of all there were",
           _red_flags, "%", narrow="Flags"),
    Metric("questions", "Asked", "Ask", "Average number of questions in a consult",
           lambda consults: _mean(consults, consults["questions"])),
    Metric("flags_per_10_questions", "Flags per 10 asked", "",
           "Red flags found per ten questions", _flags_per_10, places=1, narrow="Flags per 10"),
    Metric("top_dx_right", "Right diagnosis", "", "Consults with a right diagnosis named first",
           lambda consults: _mean(consults, 100 * consults["most_likely_role"].isin(RIGHT)), "%",
           on_site=False),
    Metric("harms", "Harms", "Harm", "Average number of harmful acts in a consult",
           lambda consults: _mean(consults, consults["harms"]), places=2, low_first=True),
    Metric("required_care_missed", "Care missed", "",
           "Consults in which required care was missed",
           lambda consults: (consults["required_missed"] > 0).groupby(consults["model"]).sum(),
           narrow="Missed care", low_first=True),
    Metric("cost", "Cost", "US$", "Average cost of a consult",
           # One unknown cost leaves none: the mean of the others would be too low.
           lambda consults: consults["cost"].groupby(consults["model"]).mean(skipna=False),
           "US$", places=2,
           missing="unknown", low_first=True),
)  # fmt: skip
