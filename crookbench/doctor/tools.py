"""The doctor's tools: what they take, and reading a call of one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from crookbench.chat.json_reading import loads
from crookbench.game.catalogue import Modality, Region
from crookbench.game.prescription import DURATIONS, FREQUENCIES, REVIEWS, ROUTES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crookbench.doctor.contract import ToolCall

SearchKind = Literal["exams", "tests", "drugs", "referrals", "diagnoses"]


def _blank_is_none(value: object) -> object:
    """Models fill an optional field with "" or "none" where they mean nothing."""
    return None if isinstance(value, str) and value.strip().lower() in ("", "none") else value


def _lowered(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _one_of(choices: Iterable[str]) -> BeforeValidator:
    """Reads a choice whatever its capitals."""
    by_lower = {choice.lower(): choice for choice in choices}
    return BeforeValidator(
        lambda value: (
            by_lower.get(value.strip().lower(), value) if isinstance(value, str) else value
        )
    )


MOST_SUPPLIED = 500
"""Tablets or millilitres that one script can ask for: three months of a medicine taken five times
a day. More is a slip of the pen."""

Optional = Annotated[str | None, BeforeValidator(_blank_is_none)]


class Request(BaseModel):
    """Arguments of one tool.

    Attributes:
        does: What the model is told of it. No docstring, for python -OO takes those away.
    """

    does: ClassVar[str]
    model_config = ConfigDict(frozen=True, extra="forbid")


class SayTo(Request):
    does: ClassVar[str] = (
        "Talk to the patient: questions, explanations, the plan, what to watch for."
    )

    text: str = Field(min_length=1, description="What you say, in plain words.")


class ListExams(Request):
    does: ClassVar[str] = "List the examinations of a body region."

    region: Annotated[Region, BeforeValidator(_lowered)]
    subregion: Optional = None
    modality: Annotated[Modality | None, BeforeValidator(_blank_is_none)] = None


class Search(Request):
    does: ClassVar[str] = (
        "Search for examinations, tests, medicines, referrals or diagnoses by name."
    )

    kind: Annotated[SearchKind, BeforeValidator(_lowered)]
    query: str = Field(description="A name or the start of one, at least 2 characters.")


class Examine(Request):
    does: ClassVar[str] = (
        "Examine the patient. Without a side or sub-region the whole region is examined."
    )

    exam_id: str
    side: Optional = Field(default=None, description='"left" or "right", for limbs.')
    subregion: Optional = None


class OrderTest(Request):
    does: ClassVar[str] = (
        "Order a test. Results that take days are not back during the consultation."
    )

    test_id: str


class Prescribe(Request):
    does: ClassVar[str] = (
        'Give a medicine now (frequency "Stat dose") or prescribe it (any other frequency).'
    )

    drug_id: str
    dose: str = Field(min_length=1, description='For example "500 mg".')
    frequency: Annotated[Literal[FREQUENCIES], _one_of(FREQUENCIES)]  # type: ignore[valid-type]
    duration: Annotated[Literal[DURATIONS], _one_of(DURATIONS)]  # type: ignore[valid-type]
    quantity: int | None = Field(default=None, ge=1, le=MOST_SUPPLIED)
    route: Annotated[Literal[ROUTES] | None, _one_of(ROUTES), BeforeValidator(_blank_is_none)] = (  # type: ignore[valid-type]
        Field(default=None, description="Only where it is not the usual one.")
    )


class StopMedicine(Request):
    does: ClassVar[str] = "Stop a medicine that the patient takes, whoever prescribed it."

    drug_id: str


class WithdrawScript(Request):
    does: ClassVar[str] = "Take back a script that you wrote in this consultation."

    drug_id: str


class BookReview(Request):
    does: ClassVar[str] = "Book an appointment for the patient to be seen again."

    when: Annotated[Literal[tuple(REVIEWS)], _one_of(REVIEWS)]  # type: ignore[valid-type]


class ReferTo(Request):
    does: ClassVar[str] = "Refer the patient to somebody, or phone ahead."

    referral_id: str


class Diagnose(Request):
    does: ClassVar[str] = "Save your diagnosis: three different diagnoses, by id."

    most_likely: str
    differential: str
    cant_miss: str = Field(description="A dangerous diagnosis this could be and must not miss.")


class EndConsult(Request):
    does: ClassVar[str] = "End the consultation. A diagnosis must have been saved."


TOOLS: dict[str, type[Request]] = {
    "say": SayTo,
    "list_exams": ListExams,
    "search": Search,
    "examine": Examine,
    "order_test": OrderTest,
    "prescribe": Prescribe,
    "stop_medicine": StopMedicine,
    "withdraw": WithdrawScript,
    "refer": ReferTo,
    "book_review": BookReview,
    "diagnose": Diagnose,
    "end_consult": EndConsult,
}


class BadCallError(Exception):
    """A call that cannot be carried out; its text tells the doctor how to go on."""


def read_call(call: ToolCall) -> Request:
    """The request a call makes.

    Raises:
        BadCallError: An unknown tool, text that is no JSON object, or arguments that do not fit.
    """
    tool = TOOLS.get(call.name)
    if tool is None:
        raise BadCallError(f"There is no tool {call.name!r}. The tools are: {', '.join(TOOLS)}.")
    try:
        return tool.model_validate(_arguments(call))
    except ValidationError as error:
        raise BadCallError(f"{call.name}: {_problems(error)}") from None


def _arguments(call: ToolCall) -> dict[str, Any]:
    if not isinstance(call.arguments, str):
        return dict(call.arguments)
    try:
        read = loads(call.arguments or "{}")
    except ValueError:
        raise BadCallError(f"{call.name}: the arguments are not valid JSON.") from None
    if not isinstance(read, dict):
        raise BadCallError(f"{call.name}: the arguments must be a JSON object.")
    return read


def _problems(error: ValidationError) -> str:
    """What is wrong with the arguments, in one line a doctor can act on."""
    told = []
    for problem in error.errors(include_url=False):
        field = ".".join(map(str, problem["loc"]))
        match problem["type"]:
            case "missing":
                told.append(f"{field} is missing.")
            case "extra_forbidden":
                told.append(f"{field} is no argument of this tool.")
            case "literal_error":
                told.append(f"{field} must be one of {problem['ctx']['expected']}.")
            case _:
                told.append(f"{field}: {problem['msg']}.")
    return " ".join(told)


@cache
def specifications() -> list[dict[str, Any]]:
    """The tools as an OpenAI-compatible API takes them; one list for all, so change nothing of it.

    Building it takes longer than a turn of a doctor.
    """
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": tool.does,
                "parameters": _plain_schema(tool),
            },
        }
        for name, tool in TOOLS.items()
    ]


def _plain_schema(tool: type[Request]) -> dict[str, Any]:
    schema = tool.model_json_schema()
    return {key: value for key, value in schema.items() if key not in ("title", "description")}
