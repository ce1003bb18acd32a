"""The published run as this repository keeps it, and how its rows were turned into it."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.errors import Fault
from crookbench.runs.published import convert
from crookbench.runs.results import read_run
from crookbench.runs.schemas import LOG
from crookbench.runs.testing import casebook
from crookbench.runs.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

RUN = Path(__file__).parents[2] / "results" / "2026-10-04-published"
CONSULT = "z-ai_glm-5.3/abdo_pain_appendicitis-2"


def test_run_is_whole_and_agrees_with_itself() -> None:
    """195 of 195 consults, none missing, and no figure contradicts another."""
    run = read_run(RUN)
    found = verify([run], casebook())
    assert (found.records, found.verified, found.faults, run.missing) == (195, 195, (), ())


def test_run_has_the_published_totals() -> None:
    """Outcomes, levels and cost are those that the description gives."""
    records = read_run(RUN).records
    assert Counter(record.consequence for record in records) == {
        "acceptable": 83, "ideal": 78, "harmful": 32, "missed_red_flag": 2,
    }  # fmt: skip
    assert Counter(record.level for record in records) == {
        "Consultant": 73, "Fellow": 51, "Registrar": 48, "Resident": 14, "Director": 6, "Intern": 3,
    }  # fmt: skip
    assert round(sum(record.usage.cost or 0.0 for record in records), 2) == 53.15
    roles = Counter(record.diagnoses[0].role for record in records)
    assert roles["key"] == 162
    assert roles.total() - roles["key"] == 33


def test_run_has_the_published_harms() -> None:
    """Penicillin 18 times, glyceryl trinitrate after sildenafil 7 times."""
    harms = Counter(harm for record in read_run(RUN).records for harm in record.harmful)
    assert harms["A penicillin for a patient allergic to it"] == 18
    assert harms["Glyceryl trinitrate after sildenafil"] == 7
    assert harms.total() == 32


def test_harms_are_awards_of_the_moves_that_did_them() -> None:
    """Every harm has an award of its own: -30, or -15 for a test."""
    for record in read_run(RUN).records:
        labels = Counter(award.label for award in record.awards if award.points in (-15, -30))
        assert Counter(record.harmful) == labels - Counter(record.missed_required)


def test_five_consults_were_rescored() -> None:
    """Those that B2 touched, 45 points each; one of them had done harm before and after."""
    rescored = {
        (record.model, record.rep): record.rescored[0]
        for record in read_run(RUN).records
        if record.rescored
    }
    assert {key: each.before.consequence for key, each in rescored.items()} == {
        ("x-ai/grok-4.7", 3): "missed_red_flag",
        ("deepseek/deepseek-v4-pro-0813", 3): "missed_red_flag",
        ("z-ai/glm-5.3", 2): "missed_red_flag",
        ("z-ai/glm-5.3", 3): "missed_red_flag",
        ("qwen/qwen3.8-27b", 3): "harmful",
    }
    assert {each.after.total - each.before.total for each in rescored.values()} == {45}


def test_run_has_no_words() -> None:
    """No row holds what was said or found, and each record knows its transcript's address."""
    run = read_run(RUN)
    fields = {name for consult in run.consults for row in consult.log for name in row}
    assert fields.isdisjoint({"utterance", "reply", "finding", "result", "quotes"})
    assert run.records[0].provenance.source == (
        "https://github.com/woodytwoshoes/crook-bench/blob/main/results/"
        "openai_gpt-6-astra/abdo_pain_appendicitis-1.md"
    )


def test_rows_fit_the_published_schema() -> None:
    """Wordless rows are rows of the same format."""
    for path in sorted(RUN.glob("z-ai_glm-5.3/*.log.json")):
        LOG.validate_python(json.loads(path.read_text()))


def test_folder_is_small() -> None:
    """A clone of the repository stays quick."""
    assert sum(path.stat().st_size for path in RUN.rglob("*.*")) < 3_000_000


SPOILT: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "total": ("json", lambda r: r.update(total=341), "total: expected 340, seen 341"),
    "part": (
        "json",
        lambda r: r["domains"][0].update(earned=150),
        "domains.history: expected 155, seen 150",
    ),
    "maximum": ("json", lambda r: r.update(max=419), "max: expected 420, seen 419"),
    "level": ("json", lambda r: r.update(level="Fellow"), "level: expected 'Consultant', "),
    "outcome": (
        "json",
        lambda r: r.update(consequence="harmful"),
        "consequence: expected ",
    ),
    "says": ("json", lambda r: r.update(says=6), "says: expected 5, seen 6"),
    "flag": (
        "json",
        lambda r: r["red_flags"][0].update(elicited=False),
        "red_flags: expected [True, True, False, True, True], seen [False, True, ",
    ),
    "award": ("json", lambda r: r["awards"][0].update(points=5), "awards: expected "),
    "log score": ("log.json", lambda rows: rows[3].update(score=1), "score: expected ["),
    "log total": ("log.json", lambda rows: rows[-1].update(total=1), "total: expected 340, seen 1"),
}


@pytest.mark.parametrize(("kind", "change", "text"), SPOILT.values(), ids=SPOILT)
def test_contradiction_in_a_wordless_run_is_found(
    tmp_path: Path, kind: str, change: Callable[[Any], object], text: str
) -> None:
    """Each figure is checked against the others."""
    run = Path(shutil.copytree(RUN, tmp_path / "run"))
    path = run / f"{CONSULT}.{kind}"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    found = verify([read_run(run)], casebook())
    assert found.verified == 194
    assert any(str(fault).startswith(f"{path}: {text}") for fault in found.faults)


BILL: dict[str, Any] = {
    "model": "lab/model-1", "case": "cough", "rep": 1, "ending": "ended", "total": 25, "max": 100,
    "level": "Resident", "consequence": "harmful", "history": [20, 40], "examination": [10, 20],
    "investigations": [-2, 0], "management": [-3, 40], "red_flags": [1, 1], "harmful": 1,
    "unnecessary": 1, "missed_required": 0, "harms": ["penicillin"],
    "diagnoses": [["pneumonia", "key"], ["asthma", None], ["pneumonia", "key"]],
    "says": 1, "questions": 2, "max_questions": 50, "calls": 3, "prompt_tokens": 4,
    "completion_tokens": 5, "cost": 0.5, "patient_model": "p", "started": "2026-10-04T03:39:16Z",
}  # fmt: skip
MOVES: list[dict[str, Any]] = [
    {"move": "say", "released": [["fever", "red_flag", 20], ["pet", None, 0]], "flooded": False,
     "points": 20},
    {"move": "exam", "id": "spo2", "side": "left", "subregion": None, "points": 10},
    {"move": "order", "id": "hiv_test", "points": -2},
    {"move": "rx", "id": "amoxicillin", "dose": "1 g", "frequency": "Once daily",
     "duration": "5 days", "given_now": False, "quantity": None, "points": -30},
    {"move": "dx", "primary": "pneumonia", "differential": "asthma", "cant_miss": "pneumonia",
     "points": 0},
    {"move": "end", "judged": 3, "points": 27},
]  # fmt: skip


def converted(tmp_path: Path, bill: dict[str, Any], moves: list[dict[str, Any]]) -> Path:
    """The run's folder that one consult's rows give."""
    key = {name: bill[name] for name in ("model", "case", "rep")}
    (tmp_path / "consults.jsonl").write_text(json.dumps(bill) + "\n")
    (tmp_path / "moves.jsonl").write_text(json.dumps({**key, "moves": moves}) + "\n")
    convert(tmp_path / "consults.jsonl", tmp_path / "moves.jsonl", tmp_path / "run")
    return tmp_path / "run"


def test_rows_become_awards(tmp_path: Path) -> None:
    """Each point of a row has an award with part, kind, item and move; slots are split by role."""
    run = read_run(converted(tmp_path, BILL, MOVES))
    (record,) = run.records
    assert [(a.points, a.kind, a.item, a.move) for a in record.awards] == [
        (20, "red_flag", "history:fever", 1),
        (10, "exam", "exam:spo2", 2),
        (-2, "test", "test:hiv_test", 3),
        (-30, "harmful", "move:4", 4),
        (20, "diagnosis", "dx:most_likely", 5),
        (-20, "cant_miss", "dx:cant_miss:safety", 5),
        (27, "ideal", "move:6", 6),
    ]
    assert (record.harmful, record.unnecessary) == (
        ("A penicillin for a patient allergic to it",),
        ("Hiv test",),
    )
    assert verify([run], casebook()).faults == ()


def test_awards_that_do_not_add_up_are_a_fault(tmp_path: Path) -> None:
    """A move whose points the roles cannot give is not guessed at."""
    moves = [*MOVES[:4], {**MOVES[4], "points": 7}, MOVES[5]]
    with pytest.raises(Fault) as caught:
        converted(tmp_path, BILL, moves)
    assert str(caught.value) == (
        "lab/model-1, cough, repeat 1: m5: expected awards of 7 points, seen []"
    )


def test_flag_that_nobody_elicited_is_a_fault(tmp_path: Path) -> None:
    """The flags' names come from the moves, so they must be as many as the bill counts."""
    with pytest.raises(Fault) as caught:
        converted(tmp_path, {**BILL, "red_flags": [1, 2]}, MOVES)
    assert str(caught.value) == (
        "lab/model-1, cough, repeat 1: red_flags: expected 2 red flags, seen 1 in the moves"
    )
