"""Promises about cards: the figures of the records, in words that can be drawn, at a fixed size."""

from __future__ import annotations

import io
import struct
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from crookbench.website.cards.card import Bar, Card, card_for, card_path, drawable
from crookbench.website.cards.of_pages import cards_of, consult_card
from crookbench.website.runfigures import figures_of
from crookbench.website.source import Source, read_source

if TYPE_CHECKING:
    from conftest import Workshop

pytest.importorskip("PIL")

CONSULT = "consults/with-words/lab_model-1/sore_calf-1/index.html"

CARD = Card(
    "Model", "Model One", (Bar("History", "30 of 60", 50.0),), "With words", "57 %", ("mean score",)
)


@pytest.fixture(scope="module")
def source(built: Workshop) -> Source:
    return read_source(built.results, built.cases, built.cases / "catalogue")


@pytest.fixture(scope="module")
def cards(source: Source) -> dict[str, Card]:
    return cards_of(source, figures_of(source))


def test_card_of_a_consult_has_the_figures_of_its_record(source: Source) -> None:
    """Total, level, outcome and the four parts, as the record holds them."""
    run = source.featured
    record = next(each for each in run.records if each.model == "lab/model-1")
    card = consult_card(source, run, record)
    assert card.title == "A sore calf, by Model One"
    assert card.figure == f"{100 * record.total / record.max:.0f} %"
    assert card.caption[0] == f"{record.total} of {record.max} points, {record.level}"
    assert [(bar.name, bar.value) for bar in card.bars] == [
        (name, f"{domain.earned} of {domain.max}".replace("-", "−"))
        for name, domain in zip(
            ("History", "Examination", "Tests", "Plan and diagnosis"), record.domains, strict=True
        )
    ]


def test_card_of_a_model_tells_score_rank_and_consults(
    source: Source, cards: dict[str, Card]
) -> None:
    """Of the featured run, as the leaderboard has it."""
    standing = next(
        each
        for each in figures_of(source)["with-words"].board.standings
        if each.model == "lab/model-1"
    )
    card = cards["models/lab_model-1/index.html"]
    assert (card.kicker, card.title) == ("A lab, open weights", "Model One")
    assert card.figure == f"{standing.score:.0f} %"
    assert card.caption[-1] == "1 of 1 consult"


def test_overview_and_case_cards_name_the_best_doctors(cards: dict[str, Card]) -> None:
    """Best first, each with its group's mark."""
    overview, case = cards["index.html"], cards["cases/sore_calf/index.html"]
    for card in (overview, case):
        assert [(bar.name, bar.group) for bar in card.bars] == sorted(
            ((bar.name, bar.group) for bar in card.bars),
            key=lambda pair: -next(b.share for b in card.bars if b.name == pair[0]),
        )
    assert overview.title == "AI models as the GP in a consultation game"
    assert overview.foot == "2 consults · With words"
    assert case.title == "A sore calf"
    assert case.foot == "2 consults · With words"


def test_card_of_a_run_on_other_cases_says_whose(cards: dict[str, Card]) -> None:
    """Figures of another collection are not shown as ours."""
    foot = cards["runs/wordless/index.html"].foot
    assert foot == "1 consult · on another bench’s cases · Without words"


def test_every_overview_run_model_and_case_has_a_card(
    built: Workshop, cards: dict[str, Card]
) -> None:
    """And every card belongs to a page."""
    pages = {path.relative_to(built.out).as_posix() for path in built.out.rglob("*.html")}
    wanted = ("runs/*/index.html", "models/*/index.html", "cases/*/index.html")
    found = {path.relative_to(built.out).as_posix()
             for pattern in wanted for path in built.out.glob(pattern)}  # fmt: skip
    assert cards.keys() == found | {
        "index.html",
        "cases/another-bench~5e28bc6d/sore_calf/index.html",
    }
    assert cards.keys() <= pages


def test_alternative_text_tells_the_whole_card() -> None:
    """Title, figures and what they rest on."""
    assert CARD.alt == "Model One, 57 %, mean score. History 30 of 60. With words."


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("models/a/index.html", "models/a/index.html"),
        ("runs/r/findings/index.html", "runs/r/index.html"),
        ("caveats/index.html", "index.html"),
        ("404.html", "index.html"),
    ],
    ids=["own", "run's", "overview's", "top"],
)
def test_page_without_a_card_shows_that_of_the_page_above(page: str, shown: str) -> None:
    """The nearest one that has a card."""
    cards = dict.fromkeys(("index.html", "runs/r/index.html", "models/a/index.html"), CARD)
    assert card_for(page, cards) == shown
    assert card_for(page, {}) is None


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("2–4, −29 %", "2-4, -29 %"),
        ("crook-bench’s “own” × …", "crook-bench’s “own” x …"),
        ("Zoë Nuñez, Łódź", "Zoe Nunez, Lodz"),
        ("模型 é\u202ex\u0000", "?? e?x?"),
        ("a\n  b", "a b"),
    ],
    ids=["dashes", "quotes", "accents", "others", "spaces"],
)
def test_drawable_keeps_what_the_font_has(text: str, drawn: str) -> None:
    """Nothing comes out as an empty box."""
    assert drawable(text) == drawn


def test_every_letter_that_can_be_drawn_is_in_the_font() -> None:
    """The list of letters is that of the font."""
    from crookbench.website.cards.card import _DRAWN
    from crookbench.website.cards.picture import _font

    nothing = bytes(_font(40).getmask("\uffff"))
    letters = sorted(_DRAWN) + [chr(code) for code in range(0x21, 0x7F)]
    assert [each for each in letters if bytes(_font(40).getmask(each)) == nothing] == []


def test_picture_is_a_png_of_the_promised_size_and_always_the_same() -> None:
    """1200 x 630, the same bytes for the same card, others for other figures."""
    from crookbench.website.cards.picture import picture

    drawn = picture(CARD)
    assert drawn.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", drawn[16:24]) == (1200, 630)
    assert drawn == picture(CARD)
    assert drawn != picture(replace(CARD, figure="58 %"))
    assert drawn != picture(replace(CARD, bars=(Bar("History", "30 of 60", 51.0),)))
    assert len(drawn) < 40_000


def test_picture_keeps_its_margins_whatever_is_written() -> None:
    """Words without end are cut, and nothing runs over the edge."""
    from PIL import Image

    from crookbench.website.cards.picture import picture

    long = "W" * 300
    bars = tuple(Bar(long, "100 %", 100.0, "open") for _ in range(5))
    drawn = picture(Card(long, f"{long} {long}", bars, long, "100 %", (long, long)))
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    paper = image.getpixel((0, 0))
    edges = [
        image.crop(box) for box in ((0, 0, 60, 630), (1140, 0, 1200, 630), (0, 600, 1200, 630))
    ]
    assert [edge.getcolors() for edge in edges] == [
        [(edge.width * edge.height, paper)] for edge in edges
    ]


def test_wrapped_title_says_that_it_was_cut() -> None:
    """Two lines at most, the last one with an ellipsis."""
    from crookbench.website.cards.picture import wrapped

    lines = wrapped("word " * 60, 46, 1000, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert wrapped("A sore calf", 46, 1000, 2) == ("A sore calf",)


def test_site_with_cards_names_them_by_their_whole_address(shop: Workshop) -> None:
    """Each lies beside its page; a page of words shows the overview's."""
    shop.build(base_url="https://example.org/bench", cards=True)
    assert (shop.out / card_path(CONSULT)).is_file()
    at = 'property="og:image" content="https://example.org/bench/{}"'
    assert at.format("consults/with-words/lab_model-1/sore_calf-1/card.png") in shop.page(CONSULT)
    assert at.format("card.png") in shop.page("method/index.html")
    assert "og:image" not in shop.page("404.html")


def test_site_without_an_address_names_no_card(shop: Workshop) -> None:
    """A relative address of a picture unfurls nowhere."""
    shop.build(cards=True)
    assert "og:image" not in shop.page("index.html")
