"""Strengths and weaknesses: against whom, over which cases, and when they are said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crookbench.figures.items import item_analysis
from crookbench.figures.profile import (
    field_of,
    profile_note,
    profile_sentences,
    profiles,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.records.results import Consult, Run

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]


def _line(item: str, kind: str, points: int) -> dict[str, Any]:
    return {"points": points, "part": "history", "label": item, "item": f"history:{item}",
            "kind": kind, "move": 1}  # fmt: skip


_FLAG = _line("fever", "red_flag", 20)
_ASKED = _line("pain", "history", 10)


@pytest.fixture
def run(consult: Make, run_of: Plan) -> Run:
    """Over three cases the able doctor asks for the flag, the two others do not; all ask of pain.

    The able doctor has 80, 82 and 84 of 100, each of the others 50.
    """
    able = [
        consult("lab/able", case, 1, total, awards=[_FLAG, _ASKED], missed=[_line("x", "exam", 5)])
        for case, total in (("a", 80), ("b", 82), ("c", 84))
    ]
    others = [
        consult(model, case, 1, 50, awards=[_ASKED], missed=[_FLAG])
        for model in ("lab/plain", "lab/other", "baseline/silent")
        for case in ("a", "b", "c")
    ]
    return run_of(*able, *others)


def test_field_is_the_others_without_baselines() -> None:
    """Nobody is their own field, and a script is nobody's."""
    models = ("lab/a", "baseline/silent", "lab/b", "human/c")
    assert field_of("lab/a", models) == ("lab/b", "human/c")
    assert field_of("baseline/silent", models) == ("lab/a", "lab/b", "human/c")


def test_part_is_compared_case_by_case_with_the_mean_of_the_field(run: Run) -> None:
    """82 against 50: 32 points, from 27 to 37 by Student's t over the differences 30, 32, 34."""
    history = profiles(run, item_analysis(run))["lab/able"].differences[0]
    assert (history.name, history.own, history.field) == ("History", 82, 50)
    assert (history.n, history.unit, history.compared.cases) == (3, "consult", 3)
    assert history.compared.interval is not None
    assert history.compared.interval.low == pytest.approx(32 - 4.3027 * 2 / 3**0.5, abs=1e-3)
    assert history.verdict == "above"


def test_group_of_items_is_the_share_of_chances_taken(run: Run) -> None:
    """The flag was asked about in all three of the able doctor's consults, in none of theirs."""
    found = {each.name: each for each in profiles(run, item_analysis(run))["lab/plain"].differences}
    flags = found["Red flags that were there"]
    assert (flags.own, flags.field, flags.n, flags.verdict) == (0, 50, 3, "below")
    assert found["Essential history"].verdict == "no clear difference"
    assert "Red flags to rule out" not in found


def test_sentences_tell_the_largest_first_and_count_the_rest(run: Run) -> None:
    """Each difference with both values, its interval and what it rests on."""
    assert profile_sentences(profiles(run, item_analysis(run))["lab/able"]) == (
        "Clearly above the average of the other two: red flags that were there (100 % against "
        "0 %; +100, 95 % 100; 3 chances) and history (82 % against 50 %; +32, 95 % 27–37; 3 "
        "consults).",
        "No clear difference from the average of the other two: one of the comparisons below.",
    )


def test_sentence_leaves_small_differences_beyond_four_to_the_table(
    consult: Make, run_of: Plan
) -> None:
    """Five are clear; four are told and one is counted."""
    awards = [
        _FLAG, _line("f", "red_flag", 10), _ASKED, _line("s", "history", 5), _line("e", "exam", 10),
    ]  # fmt: skip
    run = run_of(
        *(consult("m", case, awards=awards, domains=[]) for case in "ab"),
        *(consult("n", case, missed=awards, domains=[]) for case in "ab"),
    )
    (sentence,) = profile_sentences(profiles(run, item_analysis(run))["m"])
    assert sentence.startswith("Clearly above the one other doctor: essential examinations (100 %")
    assert sentence.endswith(" and one more below.")
    assert sentence.count("2 chances") == 4


def test_one_case_is_too_few(consult: Make, run_of: Plan) -> None:
    """Without a second case nothing is called a strength."""
    run = run_of(consult("m", "a", 1, 90), consult("n", "a", 1, 10))
    assert profile_sentences(profiles(run, item_analysis(run))["m"]) == (
        "Too few cases to compare with the one other doctor.",
    )


def test_doctor_without_a_field_has_no_profile(consult: Make, run_of: Plan) -> None:
    """Neither a lone model nor baselines among themselves."""
    assert profiles(run_of(consult("m", "a"), consult("baseline/silent", "a")), {}).keys() == {
        "baseline/silent"
    }
    assert profiles(run_of(consult("baseline/a", "a"), consult("baseline/b", "a")), {}) == {}


def test_note_tells_against_whom_and_how_much_is_chance(run: Run) -> None:
    """The field, the pairing, and that many rows are compared."""
    assert profile_note(profiles(run, item_analysis(run))["lab/able"]) == (
        "Each row is a share of the points of a part, or of the chances to do what scores, beside "
        "the average of the other two in this run. Compared case by case, at 95 %, and not "
        "corrected for the number of rows: one row in twenty would stand out by chance alone."
    )


def test_published_run_tells_its_clearest_strength(published: Run) -> None:
    """GPT-6 Astra's edge lies in ruling red flags out: 89 % of 93 chances against 50 %."""
    first = profiles(published, item_analysis(published))["openai/gpt-6-astra"].with_verdict(
        "above"
    )[0]
    assert (first.name, first.n) == ("Red flags to rule out", 93)
    assert (round(first.own), round(first.field)) == (89, 50)
