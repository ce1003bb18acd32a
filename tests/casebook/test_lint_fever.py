"""A fever told of and the temperature measured: what is read, what contradicts, what does not."""

from __future__ import annotations

from typing import Any

import pytest

from crookbench.casebook.lints.fever import fever_contradictions, spoken_temperatures
from crookbench.casebook.lints.finding import Finding
from crookbench.testing import factories as testing


@pytest.mark.parametrize(
    ("text", "degrees"),
    [
        ("38.3 °C", [38.3]),
        ("37,9 in the ear.", [37.9]),
        ("It was 39 and a half.", [39.5]),
        ("Thirty-eight six on our thermometer", [38.6]),
        ("thirty eight point one", [38.1]),
        ("thirty-nine and a half", [39.5]),
        ("Touching forty.", [40.0]),
        ("Shook for forty minutes, then 38 hours of nothing.", []),
        ("forty five minutes", []),
        ("128/76, and thirty of them", []),
        ("36.8 °C, was 38.5", [36.8, 38.5]),
    ],
)
def test_temperatures_are_read_from_figures_and_words(text: str, degrees: list[float]) -> None:
    """What a person says and what a thermometer shows; durations and pressures are none."""
    assert spoken_temperatures(text) == degrees


def found(answer: str, measured: str, **item: Any) -> list[Finding]:
    """What is found of a patient who says this of fever, and measures that."""
    fever = {"id": "fever", "topic": "Fever", "answer": answer, "importance": "essential"}
    case = testing.case(
        history=[fever | item],
        examination={"temperature": {"finding": measured, "necessity": "useful"}},
    )
    return list(fever_contradictions(case, testing.catalogue()))


PRESENT = {"importance": "red_flag"}
ABSENT = {"importance": "red_flag", "absent": True}


@pytest.mark.parametrize(
    ("answer", "measured", "item"),
    [
        ("I've been running hot. Thirty-eight six last night.", "38.3 °C", {}),
        ("I've been running hot, but it's gone today.", "36.8 °C", {}),
        ("I had a fever last week.", "36.8 °C", PRESENT),
        ("Cold as a frog.", "36.8 °C", ABSENT),
        ("Didn't feel hot and cold, no.", "37.7 °C", {}),
        ("I couldn't tell you.", "38.4 °C", {}),
        ("Forty on the dot.", "not taken", PRESENT),
        ("No fever. The thermometer said thirty-six seven.", "37.1 °C", {}),
    ],
)
def test_fever_that_agrees_or_is_open_is_no_finding(
    answer: str, measured: str, item: dict[str, Any]
) -> None:
    """Only a plain contradiction counts."""
    assert found(answer, measured, **item) == []


@pytest.mark.parametrize(
    ("answer", "measured", "item", "message"),
    [
        ("I've been running hot.", "37.2 °C", {},
         "the patient tells of a fever and the temperature is 37.2; make `temperature` "
         "37.8 or more under examination, or let the answer say that the fever is gone"),
        ("Shivering all night.", "37.7 °C", PRESENT,
         "the patient tells of a fever and the temperature is 37.7; make `temperature` "
         "37.8 or more under examination, or let the answer say that the fever is gone"),
        ("Cold as a frog.", "37.8 °C", ABSENT,
         "the patient denies a fever and the temperature is 37.8; make `temperature` "
         "less than 37.8 under examination, or let the answer tell of it"),
        ("No fever that I know of.", "39.1 °C", {},
         "the patient denies a fever and the temperature is 39.1; make `temperature` "
         "less than 37.8 under examination, or let the answer tell of it"),
        ("Forty point five.", "37.9 °C", {},
         "the patient tells of 40.5 and the temperature is 37.9; bring them within 2 degrees, or "
         "let the answer say that it has changed"),
    ],
)  # fmt: skip
def test_fever_that_contradicts_the_thermometer_is_found(
    answer: str, measured: str, item: dict[str, Any], message: str
) -> None:
    """At the answer, with both temperatures and the two ways to mend it."""
    assert found(answer, measured, **item) == [Finding("history.0.answer", message)]


def test_fever_is_held_against_the_normal_where_none_is_written() -> None:
    """A doctor who measures a temperature that the case leaves out is shown the catalogue's."""
    thermometer = {
        "id": "temperature", "name": "Temperature", "region": "vitals", "modality": "measure",
        "normal": "36.8 °C",
    }  # fmt: skip
    exams = [*testing.catalogue().model_dump(by_alias=True)["examinations"], thermometer]
    hot = {"id": "hot", "topic": "Fever", "answer": "Burning up.", "importance": "essential"}
    case = testing.case(history=[hot])

    (only,) = fever_contradictions(case, testing.catalogue(examinations=exams))

    assert "tells of a fever and the temperature is 36.8;" in only.message
