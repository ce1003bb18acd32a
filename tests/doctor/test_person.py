"""What a person's lines mean, line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crookbench.doctor.contract import ToolCall
from crookbench.doctor.terminal.commands import COMMANDS, Form
from crookbench.doctor.terminal.completion import Completion, completions
from crookbench.doctor.terminal.person import (
    Act,
    Ask,
    Meaning,
    PromptState,
    Tell,
    Want,
    question,
    read_line,
)
from crookbench.doctor.tools import TOOLS, read_call
from crookbench.testing.factories import CATALOGUE, catalogue

CLINIC = catalogue(
    referrals=[
        *CATALOGUE["referrals"],
        {"id": "ent", "name": "Ear, nose and throat", "kind": "specialist"},
    ]
)


def meaning(line: str, form: Form | None = None, offered: tuple[str, ...] = ()) -> Meaning:
    return read_line(line, PromptState(CLINIC, ("exams", offered), form))


def act(tool: str, **arguments: object) -> Act:
    return Act(ToolCall(tool, arguments))


def guess(tool: str, **arguments: object) -> Act:
    """An act of which a name was cut short, so that it is asked about first."""
    return Act(ToolCall(tool, arguments), guessed=True)


LINES: dict[str, Meaning] = {
    "When did it start?": act("say", text="When did it start?"),
    "  Any pain?  ": act("say", text="Any pain?"),
    "I'll order a test": act("say", text="I'll order a test"),
    "": Tell(""),
    "/examine heart rate": act("examine", exam_id="heart_rate"),
    "/EXAMINE Pulse": act("examine", exam_id="heart_rate"),
    "/exam calf_palpation": act("examine", exam_id="calf_palpation"),
    "/examine calf pal": guess("examine", exam_id="calf_palpation"),
    "/examine vitals, left": Ask(
        Form("examine", rest=("left",)),
        look=ToolCall("search", {"kind": "exams", "query": "vitals"}),
    ),
    "/examine all": Ask(
        Form("examine"),
        "'all' names none; type a name, or a number of the list. Nothing was done.",
    ),
    "/examine heart rate, calf palpation, left": Act(
        ToolCall("examine", {"exam_id": "heart_rate"}),
        (ToolCall("examine", {"exam_id": "calf_palpation", "side": "left"}),),
    ),
    "/examine calf palpation, Left": act("examine", exam_id="calf_palpation", side="left"),
    "/examine left calf palpation": act("examine", exam_id="calf_palpation", side="left"),
    "/examine calf palpation right": act("examine", exam_id="calf_palpation", side="right"),
    "/examine abdominal palpation, rlq": act(
        "examine", exam_id="abdominal_palpation", subregion="rlq"
    ),
    "/examine breath sounds, Lungs back": act(
        "examine", exam_id="lung_auscultation", subregion="lungs_back"
    ),
    "/examine heart rate, left, rlq": Tell(
        "/examine: 'rlq' does not fit; expected left, right or a part of the region or the whole "
        "name of another one. Nothing done."
    ),
    "/examine": Ask(Form("examine")),
    "/examine c": Ask(
        Form("examine"), "'c' is too short: type at least 2 letters of the name."
    ),
    "/examine pal": Ask(
        Form("examine"), look=ToolCall("search", {"kind": "exams", "query": "pal"})
    ),
    "/examine tail, left": Ask(
        Form("examine", rest=("left",)),
        look=ToolCall("search", {"kind": "exams", "query": "tail"}),
    ),
    "/list vitals": act("list_exams", region="vitals"),
    "/list lower limb": act("list_exams", region="lower_limb"),
    "/list knee": act("list_exams", region="lower_limb", subregion="knee"),
    "/list thorax listen": act("list_exams", region="thorax", modality="listen"),
    "/list abdomen, rlq, feel": act(
        "list_exams", region="abdomen", subregion="rlq", modality="feel"
    ),
    "/list tail": Ask(
        Form("list"),
        "'tail' is none of: vitals, head, thorax, abdomen, upper limb, lower limb.",
    ),
    "/order FBC": act("order_test", test_id="full_blood_count"),
    "/order fbc, toes": Tell(
        "/order: 'toes' does not fit; expected the whole name of another one. Nothing done."
    ),
    "/order fbc, inr": Act(
        ToolCall("order_test", {"test_id": "full_blood_count"}),
        (ToolCall("order_test", {"test_id": "inr"}),),
    ),
    "/rx apixaban, 5 mg, bd, 3 months": act(
        "prescribe", drug_id="apixaban", dose="5 mg", frequency="Twice daily", duration="3 months"
    ),
    "/rx apixaban, 5 mg, Twice daily, 7, 14": act(
        "prescribe", drug_id="apixaban", dose="5 mg", frequency="Twice daily", duration="7 days",
        quantity=14,
    ),
    "/rx enoxaparin, 1,000 units, stat, single": act(
        "prescribe", drug_id="enoxaparin", dose="1,000 units", frequency="Stat dose",
        duration="Single dose",
    ),
    "/rx apixaban, 5 mg, bd, 7 days, many": Tell(
        "/rx: 'many' does not fit; expected a quantity such as 20. Nothing done."
    ),
    "/rx apixaban": Ask(Form("rx", ("apixaban",))),
    "/rx apixaban, 5 mg, hourly, 5 days": Ask(
        Form("rx", ("apixaban", "5 mg"), ("5 days",)),
        "'hourly' is none of: Stat dose, Once only, Once daily, Twice daily, Three times daily, "
        "Four times daily, Every 4 hours, Every 6 hours, Every 8 hours, Every 12 hours, "
        "In the morning, At night, Every 5 minutes if needed, When required.",
    ),
    "/rx apixaban, banana, bd, 7 days": Ask(
        Form("rx", ("apixaban",), ("bd", "7 days")),
        "'banana' is no dose; write an amount such as 500 mg, 2 puffs or one tablet. "
        "Nothing was done.",
    ),
    "/rx apixaban, 5 mg, bd, 1": Ask(
        Form("rx", ("apixaban", "5 mg", "Twice daily")),
        "'1' is none of: As directed, Single dose, 3 days, 5 days, 7 days, 10 days, 14 days, "
        "1 month, 3 months, Ongoing.",
    ),
    "1, 2": Tell(
        "A number alone is not said to the patient. One of a list goes with its command: "
        "/examine 1, 2, for example."
    ),
    "Help!": Tell(
        "Did you mean /help? Without / the patient would hear it; nothing was said."
    ),
    "/give aspirin, 300 mg": act(
        "prescribe", drug_id="aspirin", dose="300 mg", frequency="Stat dose",
        duration="Single dose",
    ),
    "/refer Ear, nose and throat": act("refer", referral_id="ent"),
    "/dx DVT, cellulitis, PE": act(
        "diagnose", most_likely="deep_vein_thrombosis", differential="cellulitis",
        cant_miss="pulmonary_embolism",
    ),
    "/dx DVT": Ask(Form("dx", ("deep_vein_thrombosis",))),
    "/search drugs para, codeine": act("search", kind="drugs", query="para, codeine"),
    "/search test chest x": act("search", kind="tests", query="chest x"),
    "/end": act("end_consult"),
    "/end now": Tell("/end stands alone; 'now' does not belong to it. Nothing done."),
    "/help": Want("help"),
    "/?": Want("help"),
    "/notes": Want("notes"),
    "/exit": Want("quit"),
    "/undo": Tell(
        "/undo: Not possible: what is said or done stays. Whatever could be a slip is asked about "
        "first."
    ),
    "/examin heart": Tell(
        "There is no command /examin; did you mean '/examine'? "
        "Without / the patient would hear it."
    ),
    "/": Tell(
        "There is no command /; /help lists the commands. Without / the patient would hear it."
    ),
}  # fmt: skip


@pytest.mark.parametrize(("line", "means"), LINES.items(), ids=LINES)
def test_line_means(line: str, means: Meaning) -> None:
    """Each line is said, acts, asks back or tells why not."""
    assert meaning(line) == means


@pytest.mark.parametrize("line", [line for line, means in LINES.items() if isinstance(means, Act)])
def test_every_act_is_a_call_the_tools_read(line: str) -> None:
    """No line leads to a call that would be refused."""
    found = meaning(line)
    assert isinstance(found, Act)
    read_call(found.call)


def test_every_tool_has_a_command() -> None:
    """A person can do whatever a model can."""
    assert {command.tool for command in COMMANDS.values()} | {"say"} == {*TOOLS, ""}


def test_form_is_filled_line_by_line() -> None:
    """Each answer fills the next slot; the last one acts."""
    form = Form("rx")
    for answer, slots in (("apixaban", 1), ("5 mg", 2), ("twice", 3)):
        asked = meaning(answer, form)
        assert isinstance(asked, Ask)
        form = asked.form
        assert len(form.done) == slots
    assert meaning("3 months", form) == act(
        "prescribe", drug_id="apixaban", dose="5 mg", frequency="Twice daily", duration="3 months"
    )


def test_form_keeps_what_the_line_said_after_an_unclear_name() -> None:
    """The rest of the line is not typed again."""
    asked = meaning("/dx clot, cellulitis, PE")
    assert isinstance(asked, Ask)
    assert meaning("clot in the leg", asked.form) == meaning("/dx DVT, cellulitis, PE")


def test_blank_line_leaves_a_form() -> None:
    """Nothing is done."""
    assert meaning("", Form("rx", ("apixaban",))) == Tell("/rx was cancelled; nothing was done.")


def test_command_leaves_a_form() -> None:
    """A new command is one, whatever was asked."""
    assert meaning("/end", Form("rx", ("apixaban",))) == act("end_consult")


def test_number_picks_from_the_list_shown_last() -> None:
    """Among its own kind only, and within the list."""
    offered = ("heart_rate", "calf_palpation")
    assert meaning("/examine 2", offered=offered) == act("examine", exam_id="calf_palpation")
    assert meaning("2, left", Form("examine"), offered) == act(
        "examine", exam_id="calf_palpation", side="left"
    )
    for line in ("/examine 3", "/examine 0", "/order 1"):
        assert isinstance(meaning(line, offered=offered), Ask)


def test_question_says_what_was_understood() -> None:
    """An alias shows as the name it stands for."""
    asked = meaning("/dx DVT")
    assert isinstance(asked, Ask)
    assert question(asked.form, CLINIC) == "Deep vein thrombosis. Differential diagnosis?"
    assert question(Form("rx"), CLINIC) == "Which medicine?"


def names(line: str, form: Form | None = None) -> list[str]:
    return [each.text for each in completions(line, CLINIC, form)]


COMPLETED: dict[str, list[str]] = {
    "When did": [],
    "/ex": ["/examine"],
    "/li": ["/list"],
    "/examine cal": ["Calf palpation"],
    "/examine calf palpation, ": ["left", "right", "calf"],
    "/examine calf palpation, r": ["right"],
    "/order ctpa": ["CT pulmonary angiogram"],
    "/dx DVT, cell": ["Cellulitis"],
    "/rx apixaban, 5 mg, three t": ["Three times daily"],
    "/rx apixaban, 5": [],
    "/refer ear": ["Ear, nose and throat"],
    "/list lo": ["lower limb"],
    "/nothing x": [],
    "/end ": [],
}


@pytest.mark.parametrize(("line", "ways"), COMPLETED.items(), ids=COMPLETED)
def test_line_is_completed(line: str, ways: list[str]) -> None:
    """Commands and catalogue names; words to the patient are left alone."""
    assert names(line) == ways


def test_completion_replaces_the_last_part_and_shows_the_alias() -> None:
    """What was typed of the name goes; why it fits is told."""
    assert completions("/examine spo", CLINIC) == (Completion("Oxygen saturation", 3, "SpO2"),)


def test_form_of_few_choices_offers_them_all() -> None:
    """Before a letter is typed."""
    assert len(names("", Form("rx", ("apixaban", "5 mg")))) == 14
    assert len(names("", Form("rx"))) == len(CLINIC.formulary)


@given(
    st.sampled_from(["", "/", *(f"/{name} " for name in COMMANDS)]),
    st.text(max_size=40),
    st.sampled_from([None, Form("rx", ("apixaban",)), Form("examine", rest=("left",)), Form("dx")]),
)
def test_any_line_means_something(start: str, text: str, form: Form | None) -> None:
    """Whatever is typed is read without a crash, and every call of it can be carried out."""
    found = meaning(start + text, form, ("heart_rate",))
    completions(start + text, CLINIC, form)
    if isinstance(found, Act):
        read_call(found.call)
    if isinstance(found, Ask) and found.look:
        read_call(found.look)
