"""A consult as it is played, with a patient and a marker that do what the test says."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from crookbench.doctor.contract import Answer, ToolCall, Turn, Usage
from crookbench.game.moves import (
    Dx,
    End,
    Exam,
    Look,
    Move,
    Order,
    Refused,
    Review,
    Rx,
    Say,
    Stop,
    Unheard,
    Withdraw,
)
from crookbench.patient.contract import Judgement, Reply
from crookbench.runs.consult import Consult
from crookbench.runs.turn_loop import play
from crookbench.testing.factories import case, catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.runs.turn_loop import Played

DX = ToolCall(
    "diagnose",
    {"most_likely": "sciatica", "differential": "stemi", "cant_miss": "cellulitis"},
)
END = ToolCall("end_consult", {})


def say(text: str) -> ToolCall:
    return ToolCall("say", {"text": text})


@dataclass
class Listener:
    """A patient who repeats what it heard; a marker who credits the third ideal item."""

    name: str = "listener"
    heard: list[str] = field(default_factory=list)

    def opening(self) -> str:
        return "My left calf is sore."

    async def hear(self, message: str, before: Sequence[Move]) -> Reply:
        assert not any(isinstance(move, End) for move in before)
        self.heard.append(message)
        return Reply(f"I heard: {message}", released=("onset",))

    async def mark(self, moves: Sequence[Move]) -> Judgement:
        assert moves
        return Judgement(judged=("ideal_2",), quotes={"ideal_2": "call 000"})


@dataclass
class Turns:
    """A doctor who takes the turns it was given, and keeps what it saw."""

    turns: list[Turn]
    id: str = "turns"
    seen: list[str] = field(default_factory=list)

    async def turn(self, answers: Sequence[Answer]) -> Turn:
        self.seen.extend(answer.text for answer in answers)
        return self.turns.pop(0) if len(self.turns) > 1 else self.turns[0]


def consult(patient: Listener, questions: int = 50) -> Consult:
    return Consult(case(), catalogue(), patient, patient, questions, clock=lambda: 0.0)


def played(*turns: Turn, questions: int = 50) -> tuple[Turns, Listener, Played]:
    doctor, patient = Turns(list(turns)), Listener()
    return doctor, patient, asyncio.run(play(consult(patient, questions), doctor))


def calls(*made: ToolCall) -> Turn:
    return Turn(calls=made, usage=Usage(1, 10, 5, 0.5))


def moves(result: Played) -> list[Move]:
    return list(result.moves)


def test_consult_briefs_the_doctor_with_what_a_player_sees() -> None:
    """Name, booking, record, walk-in, results on arrival, opening words: nothing of the key."""
    assert consult(Listener()).briefing() == (
        "Your next patient: Nora Field, 54, female, Bus driver.\n"
        "Booked for 'Sore calf' at 09:20.\n"
        "On record, allergies: Nil known.\n"
        "On record, conditions: Hypertension.\n"
        "On record, medicines: none.\n"
        "Walks in with a limp.\n"
        "Limps a little.\n"
        "Done on arrival: Urine dipstick: Clear.\n"
        'Nora Field says: "My left calf is sore."\n'
        "You have 50 questions."
    )


def test_consult_is_played_to_its_end() -> None:
    """Each call becomes a move and an answer; the marker's word closes the log."""
    doctor, _, result = played(
        calls(say("When did it start?"), ToolCall("order_test", {"test_id": "d_dimer"})),
        calls(ToolCall("examine", {"exam_id": "heart_rate"}), DX, END),
    )
    assert result.ending == "ended"
    assert result.usage == Usage(2, 20, 10, 1.0)
    assert moves(result) == [
        Say("When did it start?", ("onset",), "I heard: When did it start?", questions=1),
        Order("d_dimer"),
        Exam("heart_rate"),
        Dx.of("sciatica", "stemi", "cellulitis"),
        End.of(("ideal_2",), {"ideal_2": "call 000"}),
    ]
    assert doctor.seen[1:] == [
        "I heard: When did it start?\n(1 question, 49 left.)",
        "D-dimer: ordered. The result will not be back today.",
    ]


def test_consult_end_before_a_diagnosis_is_refused_and_play_goes_on() -> None:
    """Ending without a saved diagnosis is answered in words; the next end counts."""
    doctor, _, result = played(calls(END), calls(DX, END))
    refused = moves(result)[0]
    assert refused == Refused(
        "end_consult", "{}", "Save your diagnosis with diagnose before you end the consultation."
    )
    assert doctor.seen[1] == refused.answer
    assert result.ending == "ended"


def test_consult_text_without_a_tool_is_reminded_three_times_then_stopped() -> None:
    """Three reminders, then the consult is billed as it stands."""
    doctor, _, result = played(Turn(text="Hm."))
    assert [type(move) for move in moves(result)] == [Unheard] * 4 + [End]
    assert doctor.seen.count(doctor.seen[1]) == 3
    assert result.ending == "stopped"


def test_consult_a_tool_call_between_texts_starts_the_reminders_anew() -> None:
    """Only texts in a row stop a consult."""
    text, look = Turn(text="Hm."), calls(ToolCall("search", {"kind": "exams", "query": "calf"}))
    _, _, result = played(text, text, text, look, text, text, text, calls(DX, END))
    assert result.ending == "ended"
    assert Look("search", {"kind": "exams", "query": "calf"}, ("calf_palpation",)) in moves(result)


def test_consult_cannot_ask_past_its_budget_but_can_go_on() -> None:
    """Questions beyond the budget are not heard; statements, orders and the end still work."""
    doctor, patient, result = played(
        calls(say("Any pain? Any fever? I will examine you.")),
        calls(say("Any cough?"), say("Please keep walking."), DX, END),
        questions=1,
    )
    assert "Any pain?" in patient.heard[0]
    assert "Any fever?" not in patient.heard[0]
    assert "I will examine you." in patient.heard[0]
    assert patient.heard[1:] == ["Please keep walking."]
    says = [move for move in moves(result) if isinstance(move, Say)]
    assert [move.questions for move in says] == [1, 0, 0]
    assert doctor.seen[1].endswith(
        "No questions are left. You can still explain, examine, order, prescribe, refer, "
        "diagnose and end the consultation."
    )
    assert result.ending == "ended"


def test_consult_unknown_id_says_how_to_find_the_right_one() -> None:
    """A bad id is answered with the search that would find it."""
    doctor, _, _ = played(calls(ToolCall("examine", {"exam_id": "calves"})), calls(DX, END))
    assert doctor.seen[1] == (
        "There is no examination with the id 'calves'. Find its id with search(kind=\"exams\")."
    )


def test_consult_search_says_where_the_words_find_something() -> None:
    """An ECG is a test: looked for among examinations, it is said where it is."""
    look = ToolCall("search", {"kind": "exams", "query": "ecg"})
    doctor, _, _ = played(calls(look), calls(DX, END))
    assert doctor.seen[1] == "Nothing found. There is something under: tests."


def prescribe(drug: str, dose: str, **more: object) -> ToolCall:
    usual = {"frequency": "Twice daily", "duration": "5 days"}
    return ToolCall("prescribe", {"drug_id": drug, "dose": dose, **usual, **more})


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (prescribe("paracetamol", "1000 g"),
         "'1000 g' of Paracetamol tablet cannot be meant: it is more than 100 g in one dose. "
         "Write the amount of one dose."),
        (prescribe("paracetamol", "1 g", quantity=100_000),
         "prescribe: quantity: Input should be less than or equal to 500."),
        (prescribe("enoxaparin", "80 mg", route="sideways"),
         "prescribe: route must be one of 'by mouth', 'under the tongue', 'intravenous', "
         "'intramuscular', 'subcutaneous', 'inhaled', 'intranasal', 'on the skin', 'in the eye', "
         "'in the ear', 'rectal' or 'vaginal'."),
        (ToolCall("withdraw", {"drug_id": "aspirin"}),
         "There is no script for Aspirin tablet to take back; a dose given now cannot be."),
        (ToolCall("diagnose", dict.fromkeys(("most_likely", "differential", "cant_miss"), "stemi")),
         "The three diagnoses must be different; all three are the same."),
    ],
    ids=["dose", "quantity", "route", "nothing to withdraw", "one diagnosis three times"],
)  # fmt: skip
def test_consult_answers_the_impossible_in_words(call: ToolCall, answer: str) -> None:
    """A slip is asked about and costs nothing."""
    doctor, _, result = played(calls(call), calls(DX, END))
    assert doctor.seen[1] == answer
    assert isinstance(moves(result)[0], Refused)


def test_consult_stops_withdraws_and_books() -> None:
    """Each is a move of its own and is answered in words."""
    doctor, _, result = played(
        calls(
            prescribe("enoxaparin", "80 mg", route="subcutaneous"),
            ToolCall("withdraw", {"drug_id": "enoxaparin"}),
            ToolCall("stop_medicine", {"drug_id": "naproxen"}),
            ToolCall("book_review", {"when": "in 1 week"}),
        ),
        calls(DX, END),
    )
    assert moves(result)[:4] == [
        Rx("enoxaparin", "80 mg", "Twice daily", "5 days", None, "subcutaneous"),
        Withdraw("enoxaparin"), Stop("naproxen"), Review("In 1 week"),
    ]  # fmt: skip
    assert doctor.seen[2:5] == [
        "Enoxaparin injection: the script is taken back.", "Naproxen tablet: stopped.",
        "Review booked: in 1 week.",
    ]  # fmt: skip


def test_consult_stops_at_a_hundred_messages() -> None:
    """A doctor who only talks reaches the limit of messages and is billed as it stands."""
    _, patient, result = played(calls(*[say("Hello.")] * 150))
    assert (result.ending, len(patient.heard)) == ("say_limit", 100)


def test_consult_stops_at_two_hundred_calls_even_in_one_turn() -> None:
    """A thousand calls in one message are not carried out."""
    look = ToolCall("search", {"kind": "tests", "query": "urine"})
    _, _, result = played(calls(*[look] * 1000))
    assert (result.ending, len(result.moves)) == ("tool_limit", 201)


def test_consult_goes_on_from_what_was_played_before() -> None:
    """A consult given the entries of an interrupted one has its questions and its clock."""
    patient = Listener()
    first = consult(patient)
    asyncio.run(first.carry_out(say("Any pain?")))
    second = Consult(case(), catalogue(), patient, patient, before=tuple(first.moves))
    assert second.questions_left == 49
    assert second.moves == first.moves


def test_consult_hears_every_move_before_the_doctor_does() -> None:
    """Each move is handed on as it is made, so that a journal misses none."""
    journal: list[Move] = []
    room = consult(Listener())
    room.on_move = journal.append
    asyncio.run(play(room, Turns([calls(say("Hello.")), calls(DX, END)])))
    assert journal == room.moves
