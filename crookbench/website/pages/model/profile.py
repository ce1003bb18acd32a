"""A doctor's strengths and weaknesses as the doctor's page shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import plural, share_text, signed, span
from crookbench.figures.profile import profile_note, profile_sentences
from crookbench.website.charts.drawing import Beside, beside
from crookbench.website.text import keep_percent

if TYPE_CHECKING:
    from crookbench.figures.profile import Difference, Profile


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One comparison: both values, drawn and in figures."""

    name: str
    drawn: Beside
    own: str
    field: str
    difference: str
    interval: str
    rests_on: str
    verdict: str


@dataclass(frozen=True, slots=True)
class ProfileView:
    """All comparisons of one doctor in one run, and what they come to."""

    sentences: tuple[str, ...]
    note: str
    rows: tuple[DifferenceRow, ...]


def profile_view(profile: Profile) -> ProfileView:
    return ProfileView(
        sentences=tuple(map(keep_percent, profile_sentences(profile))),
        note=profile_note(profile),
        rows=tuple(_row(each) for each in profile.differences),
    )


def _row(each: Difference) -> DifferenceRow:
    ends = each.compared.interval
    return DifferenceRow(
        name=each.name,
        drawn=beside(each.own, each.field),
        own=share_text(each.own),
        field=share_text(each.field),
        difference=signed(each.size),
        interval=span(ends.low, ends.high) if ends else "too few cases",
        rests_on=f"{plural(each.n, each.unit)}, {plural(each.compared.cases, 'case')}",
        verdict=each.verdict,
    )
