"""Item analysis in words: what all and none did, what was dear, what went with good consults."""

from __future__ import annotations

from typing import Any

from crookbench.figures.item_sentences import item_sentences, told_apart_by
from crookbench.figures.items import Item

_CONSULTS = tuple(("m", "a", rep) for rep in range(1, 5))


def _item(id_: str, done: int, **fields: Any) -> Item:
    values = {"label": id_.capitalize(), "points": 10, "discrimination": None} | fields
    return Item(
        case="a", id=id_, part="history", kind="history", of=_CONSULTS, done=_CONSULTS[:done],
        **values,
    )  # fmt: skip


def _told(items: list[Item]) -> dict[str, list[str]]:
    """What is said of each item, by the lead."""
    return {
        lead: [f"{each.text} ({each.more})" if each.more else each.text for each in named]
        for lead, named in item_sentences(items)
    }


def test_sentences_tell_what_all_and_none_did_and_what_it_cost() -> None:
    """The dearest is the one whose worth times the consults that missed it is most."""
    items = [_item("pain", 4), _item("fever", 3, points=20), _item("travel", 0, points=15)]
    assert _told(items) == {
        "In every consult": ["pain"],
        "In no consult": ["travel"],
        "Cost the field most": [
            "travel (missed in 4 of 4 consults, 15 points each)",
            "fever (missed in 1 of 4 consults, 20 points each)",
        ],
    }


def test_items_that_went_with_good_consults_are_told_with_their_correlation() -> None:
    """The strongest first; what went against the score, or did not vary, is left out."""
    items = [
        _item("pain", 2, discrimination=0.3), _item("fever", 2, discrimination=0.71),
        _item("sleep", 2, discrimination=-0.4), _item("travel", 4),
    ]  # fmt: skip
    assert [item.id for item in told_apart_by(items, 3)] == ["fever", "pain"]
    assert _told(items)["Done mostly in consults that scored well"] == [
        "fever (correlation 0.71)", "pain (correlation 0.30)",
    ]  # fmt: skip


def test_long_list_names_eight_and_counts_the_rest() -> None:
    """Ten items in every consult are eight names and a number."""
    items = [_item(f"item {letter}", 4) for letter in "abcdefghij"]
    (told,) = _told(items).values()
    assert told[-3:] == ["item g", "item h", "two more"]
    ((_, named),) = item_sentences(items)
    assert [each.item for each in named[-2:]] == [items[7], None]


def test_nothing_is_said_of_no_items() -> None:
    """A case that nobody played has no sentences."""
    assert item_sentences(()) == ()
