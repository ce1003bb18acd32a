"""The report's exact texts on a tiny run."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from crookbench.casebook.models import Model
from crookbench.errors import UsageFault
from crookbench.figures.findings import findings
from crookbench.figures.leaderboard import Leaderboard, leaderboard
from crookbench.figures.models import Doctors
from crookbench.figures.names import Names
from crookbench.figures.render import markdown
from crookbench.figures.report import (
    leaderboard_csv,
    leaderboard_json,
    leaderboard_markdown,
    leaderboard_note,
    sets_sentence,
)
from crookbench.figures.terminal import leaderboard_grid
from crookbench.figures.versus import runs_table, versus_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.records.results import Consult, Run

NAMES = Names(Doctors({"x/a": Model(id="x/a", name="A <1>", lab="X", weights="open")}))

MARKDOWN = r"""# Leaderboard

A tiny run, 2026-01-31: 9 of 12 planned consults.

A &lt;1> scored highest (85 %), clearly ahead of the other one.

A benchmark of a game, not of medical competence: a score says how a doctor plays these cases under this marking.

Score: average share of each case's points. If replayed: where the score would lie if the same cases were played again (95 %). On new cases: what to expect on cases of the same kind (95 %). Rank: every place the doctor could hold, given which doctors it clearly beats or loses to; at most 5 % of the differences called clear may be false.

| Rank | Doctor | Scored | Score, % | ± sd | If replayed | On new cases | History, % | Exam, % | Tests, % | Plan, % | Red flags, % | Asked | Flags per 10 asked | Right diagnosis, % | Harms | Care missed | Cost, US\$ |
| --- | --- | --- | ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| 1 | A &lt;1> | 4 of 4 | 85 | 6 | 82–88 | 21–149 | 85 | – | – | – | – | 3 | 0.0 | 0 | 0.00 | 0 | 0.50 |
| 2 | baseline/b | 4 of 4 | 5 | 6 | 3–8 | 0–66 | 5 | – | – | – | – | 0 | – | 0 | 0.00 | 0 | unknown |
| – | y/gap | 1 of 4 | 70 | too few | too few | too few | 70 | – | – | – | – | 0 | – | 0 | 0.00 | 0 | unknown |

These two doctors need to be about 3 points apart for a clear difference. Too few: too few repeats or cases for an interval, or no two results that differ. A consult counts at least 0; without that floor: baseline/b 5.0 %. Doctors with missing consults show how many were scored, and are not ranked.

## What stood out

- No consult used up the budget of 50 questions: the most was 3, in 4 consults.
"""  # noqa: E501  as it is written

TERMINAL = """\
Rank Doctor       n Score Again    New Hist Exam Test Plan Flag Ask Harm  US$
1    A <1>        4    85 82–88 21–149   85    –    –    –    –   3 0.00 0.50
2    baseline/b   4     5   3–8   0–66    5    –    –    –    –   0 0.00    –
–    y/gap      1/4    70     –      –   70    –    –    –    –   0 0.00    –
"""


@pytest.fixture
def tiny(consult: Callable[..., Consult], run_of: Callable[..., Run]) -> Run:
    """A doctor at 79 to 91, a baseline 80 points below it, and one with gaps."""
    totals = {("calf", 1): 79, ("calf", 2): 81, ("cough", 1): 89, ("cough", 2): 91}
    paid = {"questions": 3, "usage": {"cost": 0.5}}
    return run_of(
        *(consult("x/a", *key, total, **paid) for key, total in totals.items()),
        *(consult("baseline/b", *key, total - 80 if total > 80 else 0, raw_total=total - 80)
          for key, total in totals.items()),
        consult("y/gap", "calf", 1, 70),
    )  # fmt: skip


def test_markdown_is_the_whole_report(tiny: Run) -> None:
    """Text of names is escaped, too few is said, gaps are not ranked."""
    board = leaderboard(tiny)
    text = leaderboard_markdown(tiny, board, findings(tiny, board, (), NAMES), NAMES)
    assert text == MARKDOWN


def test_share_below_0_is_a_word_for_readers_and_a_number_in_files(
    run_of: Callable[..., Run], consult: Callable[..., Consult]
) -> None:
    """Needless tests far below nothing: −78,000 % in the CSV alone."""
    tests = [{"id": "history", "earned": 95, "max": 95},
             {"id": "investigations", "earned": -3900, "max": 5}]  # fmt: skip
    run = run_of(consult("m", "a", total=0, domains=tests))
    board = leaderboard(run)
    page = leaderboard_markdown(run, board, (), NAMES)
    assert "| 100 | – | below 0 | – |" in page
    assert "78" not in page
    assert "below 0" in leaderboard_grid(board, NAMES).text(None)
    assert ",-78000.0," in leaderboard_csv(board)


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        pytest.param(
            {"calf": "free", "cough": "extended"},
            "These figures mix sets of cases (1 free and 1 extended), so they do not compare with "
            "those of one.",
            id="two-sets",
        ),
        pytest.param({"calf": "free", "cough": "free", "other": "extended"}, "", id="one-set"),
        pytest.param({}, "", id="another-collection"),
    ],
)
def test_report_says_where_its_cases_are_of_several_sets(
    tiny: Run, sets: dict[str, str], said: str
) -> None:
    """Its scores are no longer those of the set that others are compared over."""
    board = leaderboard(tiny)
    assert sets_sentence(board, Names(sets=sets)) == said
    assert ("mix sets" in leaderboard_note(board, Names(sets=sets))) == bool(said)


def test_terminal_shows_the_same_within_100_columns(tiny: Run) -> None:
    """One line a doctor."""
    assert leaderboard_grid(leaderboard(tiny), NAMES).text(100) == TERMINAL


def test_terminal_of_80_columns_keeps_every_figure_of_the_published_run(
    board: Leaderboard, names: Names
) -> None:
    """Names are shortened, figures never."""
    lines = leaderboard_grid(board, names).text(80).splitlines()
    assert len(lines) == 14
    assert max(map(len, lines)) <= 80
    assert lines[4] == (
        "2–7  Claude Fable 5… 15    75 72–79 61–90   71   81   85   83   70  23 0.13 2.06"
    )


def test_terminal_too_narrow_leaves_out_the_last_columns_and_says_so(
    board: Leaderboard, names: Names
) -> None:
    """At 60 columns a name keeps twelve, and what is left out is named."""
    lines = leaderboard_grid(board, names).text(60).splitlines()
    assert max(map(len, lines[:14])) <= 60
    assert lines[0] == "Rank Doctor          n Score Again   New Hist Exam Test Plan"
    assert lines[-1] == (
        "Too narrow for Flag, Ask, Harm and US$: --format csv or md has every column."
    )


def test_pipes_get_whole_names(board: Leaderboard, names: Names) -> None:
    """Without a width nothing is shortened."""
    assert "Mistral Medium 3.5" in leaderboard_grid(board, names).text(None)


def test_json_keeps_its_contract(tiny: Run) -> None:
    """Fields in order, unrounded, null for too little."""
    data = json.loads(leaderboard_json(leaderboard(tiny)))
    assert data["run"] == "tiny"
    assert list(data["models"][0]) == [
        "model", "n_scored", "n_planned", "score", "sd", "history", "examination",
        "investigations", "management", "red_flags", "questions", "flags_per_10_questions",
        "top_dx_right", "harms", "required_care_missed", "cost", "interval_these_cases",
        "interval_other_cases", "rank_low", "rank_high",
    ]  # fmt: skip
    assert [m["model"] for m in data["models"]] == ["x/a", "baseline/b", "y/gap"]
    assert data["models"][0]["sd"] == pytest.approx(5.887840577551898)
    gap = data["models"][2]
    assert (gap["interval_these_cases"], gap["rank_low"], gap["cost"]) == (None, None, None)


def test_csv_is_the_json_with_intervals_in_two_columns(tiny: Run) -> None:
    """One header, one row a doctor, empty for null."""
    lines = leaderboard_csv(leaderboard(tiny)).splitlines()
    assert lines[0] == (
        "model,n_scored,n_planned,score,sd,history,examination,investigations,management,"
        "red_flags,questions,flags_per_10_questions,top_dx_right,harms,required_care_missed,cost,"
        "interval_these_cases_low,interval_these_cases_high,interval_other_cases_low,"
        "interval_other_cases_high,rank_low,rank_high"
    )
    assert lines[3] == "y/gap,1,4,70.0,,70.0,,,,,0.0,,0.0,0.0,0,,,,,,,"


def test_versus_tells_two_doctors_apart_by_case(published: Run, names: Names) -> None:
    """Score and four parts, each with its interval and its number of cases."""
    table = versus_table(published, "openai/gpt-6-astra", "x-ai/grok-4.7", names)
    assert markdown(table) == (
        "GPT-6 Astra scored 9.1 points more than Grok 4.7 over 5 cases (95 % 2.4–15.7).\n\n"
        "| What | Difference | From | To | Cases | Clear |\n"
        "| --- | ---: | ---: | ---: | ---: | --- |\n"
        "| Score | 9.1 | 2.4 | 15.7 | 5 | yes |\n"
        "| History | 14.8 | 6.5 | 23.2 | 5 | yes |\n"
        "| Examination | −10.5 | −21.5 | 0.5 | 5 | no |\n"
        "| Investigations | 5.3 | −17.8 | 28.3 | 4 | no |\n"
        "| Management and diagnosis | 10.0 | −6.0 | 26.1 | 5 | no |\n\n"
        "Difference: GPT-6 Astra minus Grok 4.7, case by case, at 95 %.\n"
    )


def test_versus_says_when_two_do_not_differ_clearly(published: Run, names: Names) -> None:
    """With the difference and what it may be."""
    table = versus_table(published, "x-ai/grok-4.7", "qwen/qwen3.8-max-0902", names)
    assert table.reading == (
        "Grok 4.7 and Qwen3.8 Max do not differ clearly over 5 cases: the difference is "
        "−0.7 points (95 % −8.5 to 7.1)."
    )


def test_versus_of_one_shared_case_is_too_few(tiny: Run) -> None:
    """A gap leaves one case, or none."""
    reading = versus_table(tiny, "x/a", "y/gap", NAMES).reading
    assert reading == "A <1> and y/gap share one case: too few to compare."


def test_versus_names_the_doctors_there_are(tiny: Run) -> None:
    """An unknown one is refused with those the run has."""
    with pytest.raises(UsageFault) as caught:
        versus_table(tiny, "x/a", "z", NAMES)
    assert str(caught.value) == (
        "tiny: expected one of its doctors, baseline/b, x/a and y/gap; saw 'z'"
    )


def _named(run: Run, name: str, **changes: object) -> Run:
    return replace(run, manifest=run.manifest.model_copy(update={"id": name, **changes}))


def test_runs_compared_over_the_doctors_both_scored(
    run_of: Callable[..., Run], consult: Callable[..., Consult]
) -> None:
    """Only what both runs have counts: y was not in the first run."""
    before = run_of(consult("x", "a", total=40), consult("x", "b", total=60))
    after = run_of(
        consult("x", "a", total=50), consult("x", "b", total=70), consult("y", "a", total=0)
    )
    table = runs_table(_named(before, "before"), _named(after, "after"), NAMES)
    assert table.rows[0][:2] == ("Score", -10.0)
    assert table.n == "2 consults and 2"


def test_runs_of_other_versions_of_a_case_are_not_compared(
    run_of: Callable[..., Run], consult: Callable[..., Consult]
) -> None:
    """A mended case is another case: the older run is rescored first."""
    run = run_of(consult("x", "a"), consult("x", "b"))
    mended = _named(run, "after", case_hashes={"a": "sha256:new"})
    with pytest.raises(UsageFault) as caught:
        runs_table(_named(run, "before"), mended, NAMES)
    assert str(caught.value) == (
        "before and after: expected the same cases, saw other versions of a; "
        "rescore the older run first, or compare doctors within one run"
    )


def test_runs_without_a_doctor_in_common_are_not_compared(
    run_of: Callable[..., Run], consult: Callable[..., Consult]
) -> None:
    """There is nothing to pair."""
    first, second = run_of(consult("x", "a")), run_of(consult("y", "a"))
    with pytest.raises(UsageFault) as caught:
        runs_table(_named(first, "first"), _named(second, "second"), NAMES)
    assert str(caught.value) == (
        "first and second: expected a doctor that both scored, saw none; "
        "compare two doctors of one run instead"
    )
