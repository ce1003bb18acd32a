"""From a log to its record and rows: one pure computation that verifying repeats."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crookbench.game.moves import (
    Dx,
    End,
    Exam,
    Look,
    Order,
    Refer,
    Refused,
    Rx,
    Say,
    Unheard,
)
from crookbench.game.prescription import DURATIONS, FREQUENCIES
from crookbench.records.jsonfile import fields_text, rows_text
from crookbench.records.log import LOG, MOVE, row_of, rows_of
from crookbench.records.record import Metadata, Record
from crookbench.records.recording import record_consult
from crookbench.records.results import read_run
from crookbench.records.schemas import schemas
from crookbench.records.store import Store
from crookbench.records.verify import verify
from crookbench.testing.runs import CASE, MODEL, casebook, file_consult, manifest, timed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from crookbench.game.moves import Move
    from crookbench.records.recording import ConsultRecord

BOOK = casebook()
SORE_CALF = BOOK.cases[CASE]
CATALOGUE = BOOK.catalogue
TEXT = st.text(max_size=30)
LOG_SCHEMA = jsonschema.Draft202012Validator(schemas()["log"])
ABOUT = Metadata(model=MODEL, rep=1, ending="ended")


def ids(*shelves: Sequence[Any]) -> st.SearchStrategy[str]:
    return st.sampled_from([each.id for shelf in shelves for each in shelf] + ["nothing_known"])


def moves() -> st.SearchStrategy[list[Move]]:
    """Any consult: moves in any order, marked at the end."""
    history = ids(SORE_CALF.history)
    plan = st.sampled_from([*SORE_CALF.management.items, "ideal_99"])
    diagnosis = ids(CATALOGUE.diagnoses)
    side = st.sampled_from([None, "left", "right"])
    move = st.one_of(
        st.builds(
            Say, TEXT, st.lists(history, max_size=3).map(tuple), TEXT,
            questions=st.integers(0, 5),
        ),
        st.builds(Exam, ids(CATALOGUE.examinations), side, st.sampled_from([None, "calf"])),
        st.builds(Order, ids(CATALOGUE.investigations)),
        st.builds(
            Rx, ids(CATALOGUE.formulary), TEXT, st.sampled_from(FREQUENCIES),
            st.sampled_from(DURATIONS), st.none() | st.integers(1, 9),
        ),
        st.builds(Refer, ids(CATALOGUE.referrals)),
        st.builds(Dx.of, diagnosis, diagnosis, diagnosis),
        st.builds(Look, TEXT, st.dictionaries(TEXT, TEXT, max_size=2)),
        st.builds(Refused, TEXT, TEXT, TEXT),
        st.builds(Unheard, TEXT),
    )  # fmt: skip
    judged = st.lists(plan, unique=True).map(tuple)
    end = st.builds(
        lambda kept, words, unmarked: End.of(
            kept, dict.fromkeys(kept, words), tuple(set(unmarked) - set(kept))
        ),
        judged,
        TEXT,
        judged,
    )
    return st.builds(lambda some, last: [*some, last], st.lists(move, max_size=15), end)


def record(*played: Move, **about: Any) -> Record:
    fields: dict[str, Any] = {"model": MODEL, "rep": 1, "ending": "ended"}
    return recorded(played, Metadata(**fields | about)).record


def recorded(played: Sequence[Move], about: Metadata = ABOUT) -> ConsultRecord:
    return record_consult(SORE_CALF, CATALOGUE, timed(played), about)


def file_rows(played: Sequence[Move]) -> list[Any]:
    """The log as it is read back from its file."""
    return json.loads(rows_text(rows_of(recorded(played).moves)))


@given(moves())
def test_record_of_a_log_is_pure(played: list[Move]) -> None:
    """The same log gives the same record, and so does the log read back from its file."""
    first = recorded(played).record
    again = recorded(LOG.validate_python(file_rows(played))).record
    kept = Record.model_validate(json.loads(fields_text(first.as_json())))
    assert first.total == again.total
    assert first.as_json() == again.as_json()
    assert kept == first
    assert recorded(played, kept).record == first


@given(moves())
def test_running_score_ends_at_the_raw_total(played: list[Move]) -> None:
    """The last row has the record's score, and the parts add up to it."""
    rows = file_rows(played)
    made = record(*played)
    assert rows[-1]["score"] == made.raw_total == sum(part.earned for part in made.domains)
    assert made.total == max(0, made.raw_total)
    assert [each["m"] for each in rows] == list(range(1, len(rows) + 1))


@given(moves())
@settings(deadline=None)
def test_rows_fit_the_published_schema(played: list[Move]) -> None:
    """Every row is as the published JSON Schema says."""
    LOG_SCHEMA.validate(file_rows(played))


@given(moves())
def test_missed_and_earned_cover_the_maximum(played: list[Move]) -> None:
    """Nothing is both earned and missed, and what is missed is worth something."""
    made = record(*played)
    earned = {a.item for a in made.awards if a.kind not in ("diagnosis", "cant_miss")}
    assert earned.isdisjoint(item.item for item in made.missed)
    assert all(item.points > 0 and item.hint for item in made.missed)


@given(played=moves())
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_filed_consult_verifies(tmp_path: Path, played: list[Move]) -> None:
    """Verifying what was just written finds nothing, whatever was played."""
    Store(tmp_path).write_manifest(manifest())
    file_consult(tmp_path, played)
    found = verify([read_run(tmp_path)], casebook())
    assert (found.verified, found.faults) == (1, ())


@pytest.mark.parametrize(
    "move",
    [
        Say("hi", ("a",), "hello", flooded=True, asked=("b",), jargon=("c",), questions=2),
        Exam("throat", "left", "calf"),
        Order("ecg"),
        Rx("x", "1", "Once daily", "3 days", 7),
        Refer("y"),
        Dx.of("a", "b", "c"),
        End.of(("ideal_0",), {"ideal_0": "go"}, ("ideal_1",)),
        Look("search", {"kind": "tests"}, ("a",)),
        Refused("x", "{", "no"),
        Unheard("hm"),
    ],
    ids=lambda move: type(move).__name__,
)
def test_move_survives_its_row(move: Move) -> None:
    """Writing a move and reading it back gives the same move."""
    assert MOVE.validate_python(json.loads(json.dumps(row_of(1, move)))) == move


def test_replaced_diagnosis_keeps_its_awards_on_its_row() -> None:
    """Its row shows what it earned then; the bill holds the last one's and what changing cost."""
    first = Dx.of("calf_strain", "cellulitis", "stemi")
    last = Dx.of("deep_vein_thrombosis", "cellulitis", "pulmonary_embolism")
    played = (first, last, End())
    rows = file_rows(played)
    assert [[award["points"] for award in each["awards"]] for each in rows] == [
        [5, -20],
        [-5, 20, 5, 5, 10],
        [-30],
    ]
    assert [each["score"] for each in rows] == [-15, 35, 5]
    assert sum(award.points for award in record(*played).awards) == 5


def test_record_lists_what_was_harmful_unnecessary_and_not_done() -> None:
    """Each in the words of case and catalogue; a harmful test is not listed as unnecessary."""
    made = record(
        Order("d_dimer"), Order("chest_xray"), Order("ct_pulmonary_angiogram"),
        Rx("ibuprofen", "400 mg", "Three times daily", "5 days"), End(unmarked=("ideal_2",)),
    )  # fmt: skip
    assert made.harmful == ("CT pulmonary angiogram", "Two anti-inflammatories at once")
    assert made.unnecessary == ("D-dimer", "Chest X-ray")
    assert made.missed_required == ("Start an anticoagulant today",)
    assert made.unmarked == ("Say to call 000 for chest pain or breathlessness",)
    assert "plan:ideal_2" not in {item.item for item in made.missed}
    assert (made.raw_total, made.total) == (-2 - 4 - 15 - 30 - 30, 0)


def test_record_flags_are_in_case_order_with_ids() -> None:
    """A red flag is known by its id, and says whether it is there or absent."""
    made = record(Say("Any clot?", ("clot_before",), questions=1), End())
    assert [(f.id, f.topic, f.elicited, f.absent) for f in made.red_flags] == [
        ("clot_before", "An earlier clot", True, False),
        ("breathless", "Shortness of breath", False, True),
    ]
    assert (made.says, made.questions) == (1, 1)


def test_missed_says_what_would_have_earned_it() -> None:
    """For each kind of item the hint is a way to earn it."""
    hints = {item.item: (item.points, item.hint) for item in record(End()).missed}
    assert hints == {
        "history:onset": (10, "asking: When did it start?"),
        "history:clot_before": (20, "asking: Have you ever had a clot?"),
        "history:breathless": (10, "asking: Are you short of breath?"),
        "history:tablets": (10, "asking: Do you take any tablets, even somebody else's?"),
        "history:codeine_rash": (10, "asking: Any allergies?"),
        "history:flight": (5, "asking: Have you travelled lately?"),
        "exam:oxygen_saturation": (10, "examining: Oxygen saturation"),
        "exam:calf_palpation": (10, "examining: Calf palpation"),
        "exam:lung_auscultation": (5, "examining: Lung auscultation"),
        "test:leg_ultrasound": (10, "ordering: Leg vein ultrasound"),
        "test:full_blood_count": (5, "ordering: Full blood count"),
        "plan:ideal_0": (15, "giving enoxaparin, or prescribing apixaban (Twice daily)"),
        "plan:ideal_1": (15, "referring to Haematologist"),
        "plan:ideal_2": (15, "saying “call 000 if you get chest pain”"),
        "plan:acceptable_0": (
            5,
            "giving or prescribing paracetamol, or saying “take some paracetamol for the pain”",
        ),
        "plan:acceptable_1": (5, "saying “keep walking as you normally do”"),
        "dx:most_likely": (20, "naming: Deep vein thrombosis"),
        "dx:differential": (5, "naming another diagnosis on the key, such as Calf strain"),
        "dx:cant_miss": (5, "naming another diagnosis on the key, such as Calf strain"),
        "dx:cant_miss:safety": (
            10,
            "naming a can't-miss diagnosis of this case, such as Pulmonary embolism",
        ),
    }


def test_missed_diagnosis_counts_what_is_left() -> None:
    """An accepted alternative leaves the difference to the key on the table."""
    made = record(Dx.of("leg_pain", "cellulitis", "pulmonary_embolism"), End())
    assert [(item.item, item.points) for item in made.missed if item.item.startswith("dx:")] == [
        ("dx:most_likely", 10)
    ]
