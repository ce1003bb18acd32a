"""What holds for every consult, whatever the doctor does."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from crookbench.game.moves import Dx, End, Exam, Look, Move, Order, Refer, Refused, Rx, Say, Unheard
from crookbench.game.prescription import DURATIONS, FREQUENCIES
from crookbench.game.scoring import logged, score
from crookbench.testing.factories import case, catalogue

CASE, CATALOGUE = case(), catalogue()
ITEMS = [item.id for item in CASE.history] + ["no_such_item"]
PLAN = list(CASE.management.items)
DIAGNOSES = st.sampled_from([entry.id for entry in CATALOGUE.diagnoses])

says = st.builds(
    Say, st.just("words"), st.lists(st.sampled_from(ITEMS), max_size=6, unique=True).map(tuple)
)
exams = st.builds(
    Exam,
    st.sampled_from([entry.id for entry in CATALOGUE.examinations]),
    st.sampled_from([None, "left", "right"]),
    st.sampled_from([None, "rlq", "calf", "nowhere"]),
)
orders = st.builds(Order, st.sampled_from([entry.id for entry in CATALOGUE.investigations]))
scripts = st.builds(
    Rx,
    st.sampled_from([entry.id for entry in CATALOGUE.formulary]),
    st.just("1"),
    st.sampled_from(FREQUENCIES),
    st.sampled_from(DURATIONS),
)
referrals = st.builds(Refer, st.sampled_from([entry.id for entry in CATALOGUE.referrals]))
diagnoses = st.builds(Dx.of, DIAGNOSES, DIAGNOSES, DIAGNOSES)
idle = st.sampled_from([Look("search", {}), Refused("x", "{}", "no"), Unheard("hm")])
ends = st.builds(End.of, st.lists(st.sampled_from(PLAN), unique=True).map(tuple))
consults = st.tuples(
    st.lists(st.one_of(says, exams, orders, scripts, referrals, diagnoses, idle), max_size=40),
    st.lists(ends, max_size=1),
).map(lambda both: [*both[0], *both[1]])


@given(consults)
def test_scoring_never_counts_an_item_twice(moves: list[Move]) -> None:
    """Whatever is repeated, each item stands on the bill once."""
    counts = Counter(award.item for award in score(CASE, CATALOGUE, moves).awards)
    assert set(counts.values()) <= {1}


@given(consults)
def test_scoring_never_passes_the_maximum_of_three_parts(moves: list[Move]) -> None:
    """History, examination and investigations cannot earn more than there is."""
    for part in score(CASE, CATALOGUE, moves).parts[:3]:
        assert part.earned <= part.maximum


@given(consults)
def test_scoring_parts_add_up_to_the_total(moves: list[Move]) -> None:
    """The four parts are all of the total, which is floored at 0."""
    result = score(CASE, CATALOGUE, moves)
    assert sum(part.earned for part in result.parts) == result.raw_total
    assert result.total == max(0, sum(award.points for award in result.awards))


@given(consults)
def test_scoring_runs_to_the_total(moves: list[Move]) -> None:
    """The running score after each move is the bill of the consult up to there."""
    for number, move in enumerate(logged(score(CASE, CATALOGUE, moves)), start=1):
        assert move.score == score(CASE, CATALOGUE, moves[:number]).raw_total


@given(consults, consults)
def test_scoring_of_what_was_done_is_not_changed_by_what_follows(
    before: list[Move], after: list[Move]
) -> None:
    """An award once earned stays, but for a diagnosis that a later one replaces."""
    before = [move for move in before if not isinstance(move, End)]

    def lasting(moves: list[Move]) -> set[str]:
        earned = score(CASE, CATALOGUE, moves).awards
        return {award.item for award in earned if not award.item.startswith("dx:")}

    assert lasting(before) <= lasting([*before, *after])


@given(consults)
@settings(max_examples=60)
def test_scoring_is_a_pure_function_of_the_moves(moves: list[Move]) -> None:
    """The same log gives the same bill, outcome and story."""
    assert score(CASE, CATALOGUE, moves) == score(CASE, CATALOGUE, list(moves))


@given(consults)
def test_outcome_harmful_exactly_where_something_harmful_was_done(moves: list[Move]) -> None:
    """Harm and only harm makes the outcome harmful."""
    scoring = score(CASE, CATALOGUE, moves)
    harmful = any(
        award.kind in ("harmful", "safety") or award.points == -15 for award in scoring.awards
    )
    assert (scoring.outcome == "harmful") is harmful
