"""Promises about the lines that a comparison is made of."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.figures.items import Item
from crookbench.game.moves import Dx, Say
from crookbench.records.record import Record
from crookbench.testing.compared import handed_over
from crookbench.website.pages.consult.awards import award_views
from crookbench.website.pages.consult.compared import Line, lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from conftest import Workshop

    from crookbench.records.log import Row

THIS, OTHER = ("m", "a", 1), ("m", "a", 2)


def _record(*awards: dict[str, Any], **fields: Any) -> Record:
    data = {
        "model": "m", "case": "a", "rep": 1, "ending": "ended", "total": 0, "max": 10,
        "level": "Intern", "consequence": "ideal", "domains": [], "awards": awards,
    }  # fmt: skip
    return Record.model_validate(data | fields)


def _award(item: str, points: int = 10, **fields: Any) -> dict[str, Any]:
    return {"points": points, "part": "history", "kind": "history", "label": item.title(),
            "item": item, "move": 1} | fields  # fmt: skip


def _item(id_: str, *of: tuple[str, str, int]) -> Item:
    return Item("a", id_, id_.title(), "history", "history", 10, of or (THIS, OTHER), (), None)


def _lines(record: Record, log: Sequence[Row], items: Sequence[Item]) -> list[Line]:
    return lines(record, log, award_views(record, log), items)


def test_line_of_an_earned_item_leads_to_its_move() -> None:
    """Points, the text readers know and the anchor."""
    (line,) = _lines(_record(_award("pain", move=7)), (), [_item("pain")])
    assert line == {
        "key": "pain", "part": 0, "place": 0, "text": "Pain", "points": 10, "shown": "+10",
        "detail": "", "moves": ["m07"], "can": True,
    }  # fmt: skip


def test_line_of_a_missed_item_has_no_move() -> None:
    """An item that others could earn, and this consult too, is a miss of 0 points."""
    (line,) = _lines(_record(), (), [_item("pain")])
    assert (line["points"], line["moves"], line["can"]) == (0, [], True)


def test_item_that_no_marker_answered_for_has_no_line() -> None:
    """It was neither earned nor missed: the record's list of what was missed leaves it out."""
    missed = {"points": 10, "part": "history", "kind": "history", "label": "Fever", "item": "fever"}
    assert _lines(_record(missed=[missed]), (), [_item("pain", OTHER)]) == []


def test_loss_is_a_line_that_not_everybody_could_have() -> None:
    """It stands after the items of its part, and nobody missed it."""
    harm = _award("plan:harmful_0", -30, kind="harmful", part="management", label="Bed rest")
    (line,) = _lines(_record(harm), (), [])
    assert (line["text"], line["points"], line["can"]) == ("Harmful: Bed rest", -30, False)
    assert line["part"] == 3


def test_lines_count_what_a_log_without_words_counts() -> None:
    """Two counts of spoken items, different in number, are one row of a comparison."""
    spoken = [
        _award("move:9", 15 * n, kind="ideal", part="management",
               label=f"Spoken plan, {n} item{'s' * (n > 1)}")
        for n in (1, 4)
    ]  # fmt: skip
    found = [_lines(_record(each), (), [])[0] for each in spoken]
    assert [line["key"] for line in found] == ["Spoken plan", "Spoken plan"]
    assert [line["detail"] for line in found] == ["1 item", "4 items"]


def test_diagnosis_is_a_line_for_each_slot_with_all_it_earned() -> None:
    """The can't-miss slot adds what it earned on the key to what it earned in its place."""
    named = [{"label": label, "id": label} for label in ("Clot", "Strain", "Embolism")]
    awards = [
        _award("dx:most_likely", 20, kind="diagnosis", part="management"),
        _award("dx:cant_miss", 5, kind="differential", part="management"),
        _award("dx:cant_miss:safety", 10, kind="cant_miss", part="management"),
    ]
    log = [Say("Hello."), Dx("a"), Say("Wait."), Dx("b")]
    found = _lines(_record(*awards, diagnoses=named), log, [])
    assert [(line["text"], line["points"], line["detail"], line["moves"]) for line in found] == [
        ("Most likely diagnosis", 20, "Clot", ["m04"]),
        ("Differential diagnosis", 0, "Strain", ["m04"]),
        ("Can’t-miss diagnosis", 15, "Embolism", ["m04"]),
    ]


def test_unseen_characters_are_spelled_out_for_the_script() -> None:
    """The page's script sets texts as they come, so they come as pages show them."""
    award = _award("pain", label="Pa\u202ein", quote="a\u200bb")
    (line,) = _lines(_record(award), (), [])
    assert (line["text"], line["detail"]) == ("Pa[U+202E]in", "“a[U+200B]b”")


@pytest.mark.parametrize("doctor", ["lab_model-1", "baseline_silent"])
def test_file_beside_a_consult_adds_up_to_its_score(built: Workshop, doctor: str) -> None:
    """The lines of a consult come to the unfloored score of its record."""
    folder = f"consults/with-words/{doctor}/sore_calf-1"
    data = handed_over(built.page(f"{folder}/items.js"))
    record = json.loads(built.page(f"{folder}/record.json"))
    assert sum(line["points"] for line in data["lines"]) == record["raw_total"]
    assert data["page"] == f"{folder}/index.html"
    assert data["score"].startswith(f"{record['total']} of {record['max']} ")


def test_two_files_of_a_case_have_the_same_items(built: Workshop) -> None:
    """What one consult earned and the other missed has the same key, part and text in both."""
    files = [
        handed_over(built.page(f"consults/with-words/{doctor}/sore_calf-1/items.js"))
        for doctor in ("lab_model-1", "baseline_silent")
    ]
    one, other = (
        {(line["key"], line["part"], line["text"]) for line in file["lines"] if line["can"]}
        for file in files
    )
    assert one == other


def test_file_beside_a_consult_holds_its_words(built: Workshop) -> None:
    """Each utterance with its reply, by move; a run without words has none."""
    folder = "lab_model-1/sore_calf-1/items.js"
    words = handed_over(built.page(f"consults/with-words/{folder}"))["words"]
    assert words[0][0] == "m01"
    assert all(said and heard for _, said, heard in words)
    assert handed_over(built.page(f"consults/wordless/{folder}"))["words"] == []
