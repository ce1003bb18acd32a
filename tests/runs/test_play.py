"""A person's consult: played from lines, left and gone on with, filed like any other."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from crookbench.doctor.terminal.keyboard import PlainLines
from crookbench.errors import UsageFault
from crookbench.figures.leaderboard import leaderboard
from crookbench.game.moves import End, Look, Order, Say
from crookbench.records.lock import locked
from crookbench.records.manifest import Manifest
from crookbench.records.results import read_manifest, read_run
from crookbench.records.store import Journal, Store, journal_start, read_journal
from crookbench.records.verify import verify
from crookbench.runs.people import person_id
from crookbench.runs.play import Table, play_at
from crookbench.testing.runs import CASE, casebook, file_consult, manifest, timed

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.casebook.casebook import Casebook
    from crookbench.records.record import Record

KIM = "human/kim"
ASK = "Have you ever had a clot?"
END = ("/dx DVT, cellulitis, PE", "/end")


def sit(
    run: Path, *lines: str, model: str = KIM, book: Casebook | None = None, questions: int = 50
) -> tuple[str, Record | None]:
    """Plays from lines until they end; what the terminal showed, and the record."""
    target = StringIO()
    console = Console(file=target, width=80, highlight=False, markup=False, emoji=False)
    typed = PlainLines(StringIO("".join(f"{line}\n" for line in lines)), target)
    table = Table(Store(run), model, book or casebook(), questions)
    record = play_at(table, CASE, typed, console)
    return target.getvalue(), record


def test_consult_is_filed_as_the_person(tmp_path: Path) -> None:
    """Record, log and transcript are there, under the person's id, and verify."""
    shown, record = sit(tmp_path, ASK, "/order leg", *END)
    assert record is not None
    assert (record.key, record.ending, record.questions) == ((KIM, CASE, 1), "ended", 1)
    assert (record.patient_model, record.usage.cost) == ("chart", 0.0)
    assert record.started.endswith("Z")
    assert (tmp_path / "human_kim" / f"{CASE}-1.md").is_file()
    assert not (tmp_path / "human_kim" / f"{CASE}-1.partial.jsonl").exists()
    run = read_run(tmp_path)
    assert verify([run], casebook()).as_json() == {"records": 1, "verified": 1, "faults": []}
    assert f"{record.total} of {record.max} points" in shown


def test_terminal_shows_what_was_typed_and_what_came_back(tmp_path: Path) -> None:
    """Briefing, answers with the questions left, then leaving."""
    shown, record = sit(tmp_path, ASK, "/examine calf pal, left", "/order dimer", "/refer physio")
    assert record is None
    told = shown[shown.index("50 questions left > ") :]
    assert told == (
        "50 questions left > Have you ever had a clot?\n"
        "Nora Field: I had a clot in that leg after my hip operation.\n"
        "49 questions left > /examine calf pal, left\n"
        "Calf palpation (left): Tender and firm.\n"
        "49 questions left > /order dimer\n"
        "D-dimer: ordered. The result will not be back today.\n"
        "49 questions left > /refer physio\n"
        "Referred: Physiotherapist\n"
        "49 questions left > \n"
        "Left after 4 moves. Everything is kept: the same command goes on from here.\n"
    )


def test_no_points_are_shown_before_the_end(tmp_path: Path) -> None:
    """The same moves with and without the end: only the end brings the bill."""
    moves = (ASK, "/examine leg insp", "/rx apixaban, 5 mg, bd, 3 months", "/notes", END[0])
    before, _ = sit(tmp_path, *moves)
    after, record = sit(tmp_path, "/end")
    assert record is not None
    for word in ("points", "-15", "+20", record.level, "The bill", "missed"):
        assert word not in before
        assert word in after


def test_same_command_goes_on_where_the_person_left(tmp_path: Path) -> None:
    """Left after every line, the log is that of a consult never left; questions stay spent."""
    lines = (ASK, "/order leg", "Any allergies?", *END)
    sit(tmp_path / "whole", *lines)
    for line in lines:
        shown, _ = sit(tmp_path / "cut", line)
    assert "You: Have you ever had a clot?" in shown
    assert "48 questions left" in shown
    whole, cut = (read_run(tmp_path / name) for name in ("whole", "cut"))
    assert whole.consults[0].log == cut.consults[0].log
    assert whole.records[0].total == cut.records[0].total
    assert verify([cut], casebook()).faults == ()


def test_resumed_consult_keeps_when_it_began(tmp_path: Path) -> None:
    """`started` is the first sitting's, and the time played goes on."""
    sit(tmp_path, ASK)
    journal = Store(tmp_path).consult((KIM, CASE, 1)).partial
    kept = journal.read_text().replace(journal_start(journal), "2026-10-05T12:00:00Z")
    journal.write_text(kept.replace('"t": 0.', '"t": 600.'))
    _, record = sit(tmp_path, *END)
    assert record is not None
    assert record.started == "2026-10-05T12:00:00Z"
    assert record.seconds is not None
    assert record.seconds >= 600


def test_half_written_move_of_a_killed_process_is_not_one(tmp_path: Path) -> None:
    """It is cut off before the journal goes on."""
    sit(tmp_path, ASK)
    journal = Store(tmp_path).consult((KIM, CASE, 1)).partial
    with journal.open("a") as file:
        file.write('{"move": "order", "id": "d_d')
    sit(tmp_path, "/order leg")
    moves = [type(entry) for entry in read_journal(journal)]
    assert moves == [Say, Order]


def test_consult_killed_before_it_was_filed_is_filed(tmp_path: Path) -> None:
    """Its journal has the end: nothing more is asked."""
    path = Store(tmp_path).consult((KIM, CASE, 1)).partial
    with Journal(path, started="2026-10-05T12:00:00Z") as journal:
        for move in timed():
            journal.keep(move)
    shown, record = sit(tmp_path)
    assert record is not None
    assert (record.ending, record.started) == ("ended", "2026-10-05T12:00:00Z")
    assert "questions left >" not in shown
    assert verify([read_run(tmp_path)], casebook()).faults == ()


def test_limit_of_messages_ends_the_consult_even_when_resumed(tmp_path: Path) -> None:
    """A hundred messages are billed as they stand, filed now or by the next command."""
    _, record = sit(tmp_path, *["Hello."] * 101)
    assert record is not None
    assert (record.ending, record.says) == ("say_limit", 100)
    kept = read_run(tmp_path).consults[0].log
    path = Store(tmp_path).consult((KIM, CASE, 2)).partial
    with Journal(path) as journal:
        for move in timed([*[Say("Hello.")] * 100, End()]):
            journal.keep(move)
    _, again = sit(tmp_path)
    assert again is not None
    assert (again.ending, again.rep, len(kept)) == ("say_limit", 2, 101)


def test_each_time_is_one_more_repeat_and_nobody_has_gaps(tmp_path: Path) -> None:
    """A run of people plans what was played, so that everyone is complete."""
    for _ in range(2):
        sit(tmp_path, *END)
    sit(tmp_path, *END, model="human/ann")
    sit(tmp_path, ASK, model="human/only-begun")
    run = read_run(tmp_path)
    assert [record.key for record in run.records] == [
        (KIM, CASE, 1), (KIM, CASE, 2), ("human/ann", CASE, 1),
    ]  # fmt: skip
    assert run.missing == ()
    standings = leaderboard(run).standings
    assert {(each.model, each.n_scored, each.n_planned) for each in standings} == {
        (KIM, 2, 2), ("human/ann", 1, 1),
    }  # fmt: skip


def test_run_of_people_keeps_no_plan_in_its_file(tmp_path: Path) -> None:
    """What was played is found in the folder, so that the two cannot disagree."""
    sit(tmp_path, *END)
    kept = read_manifest(tmp_path / "run.json")
    assert (kept.plan, kept.played, kept.planned) == ("as_played", (), ())
    assert '"played"' not in (tmp_path / "run.json").read_text()
    assert "played" not in Manifest.model_json_schema()["properties"]


def test_fixed_plan_stays_whatever_was_played(tmp_path: Path) -> None:
    """Only a run of people plans what was played."""
    Store(tmp_path).write_manifest(manifest(reps=2))
    file_consult(tmp_path)
    assert len(read_run(tmp_path).missing) == 1


def test_run_with_a_fixed_plan_is_not_joined(tmp_path: Path) -> None:
    """People and models are not mixed in one run."""
    Store(tmp_path).write_manifest(manifest())
    with pytest.raises(UsageFault, match="plan: was 'fixed', is now 'as_played'"):
        sit(tmp_path, *END)


def test_other_budget_is_refused(tmp_path: Path) -> None:
    """A consult is not gone on with under other rules."""
    sit(tmp_path, ASK)
    with pytest.raises(UsageFault, match="questions: was 50, is now 30"):
        sit(tmp_path, questions=30)


def test_one_person_plays_once_at_a_time_and_others_meanwhile(tmp_path: Path) -> None:
    """Two terminals cannot write one journal; two people can play."""
    with locked(tmp_path / "human_kim"):
        with pytest.raises(UsageFault, match="another crookbench is writing"):
            sit(tmp_path, ASK)
        assert sit(tmp_path, *END, model="human/ann")[1] is not None


def test_end_without_a_diagnosis_goes_on(tmp_path: Path) -> None:
    """It is said what is missing, and no move is kept for it."""
    shown, record = sit(tmp_path, "/end", *END)
    assert "Save your diagnosis first: /dx" in shown
    assert record is not None
    assert [each.move for each in read_run(tmp_path).consults[0].log] == ["dx", "end"]


def test_unclear_name_is_looked_up_and_picked_by_number(tmp_path: Path) -> None:
    """The look is a move like a model's search; the number then orders."""
    shown, _ = sit(tmp_path, "/rx parac", "3", "1 g", "qid", "5", "/notes")
    assert " 2. Paracetamol liquid\n" in shown
    assert "Which medicine? 3\nParacetamol tablet. What dose? 1 g\n" in shown
    journal = read_journal(Store(tmp_path).consult((KIM, CASE, 1)).partial)
    found = ("paracetamol_codeine", "paracetamol_liquid", "paracetamol")
    assert journal[0] == Look("search", {"kind": "drugs", "query": "parac"}, found)
    assert len(journal) == 2


def test_nothing_typed_or_written_steers_the_terminal(tmp_path: Path) -> None:
    """Escapes of a case are spelled out, those typed are left out; markup is only words."""
    book = casebook(
        patient__name="Nora \x1b[2JField", history__2__answer="[bold]Once[/bold]\x1b]0;x\x07."
    )
    shown, _ = sit(tmp_path, f"{ASK}\x1b[31m", "/foo\x07", book=book)
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "Nora \\x1b[2JField: [bold]Once[/bold]\\x1b]0;x\\x07." in shown
    (entry,) = read_journal(Store(tmp_path).consult((KIM, CASE, 1)).partial)
    assert isinstance(entry, Say)
    assert entry.utterance == f"{ASK}[31m"


def test_bill_fits_eighty_columns(tmp_path: Path) -> None:
    """Every line of it, with what was missed and how it would have been earned."""
    shown, _ = sit(tmp_path, *END)
    bill = [line.rstrip() for line in shown[shown.index("The bill") :].splitlines()][:-1]
    assert max(map(len, bill)) <= 80
    place = bill.index(" 20       An earlier clot")
    assert bill[place + 1] == "          asking: Have you ever had a clot?"
    assert "+20  m01  Most likely: Deep vein thrombosis" in bill
    assert "What happened" in bill


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("kim", "kim"),
        ("Dr. Kim O'Neil", "dr-kim-o-neil"),
        ("Zoë/../x", "zoe-x"),
        ("Søren", "søren"),
        ("张伟", "张伟"),
        ("Đỗ_Mai", "đo-mai"),
        ("K" * 99, "k" * 40),
    ],
)
def test_name_becomes_a_safe_id(name: str, safe: str) -> None:
    """Lower case letters, digits and hyphens; two names stay two people."""
    assert person_id(name) == safe


def test_name_without_a_letter_is_refused() -> None:
    """Nothing safe is left of it."""
    with pytest.raises(UsageFault, match=r"--name '\.\.': expected at least one letter or digit"):
        person_id("..")
