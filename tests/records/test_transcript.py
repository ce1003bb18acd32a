"""The transcript: everything of a consult, and no word in it that acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from crookbench.game.moves import Dx, End, Look, Refused, Say, Unheard
from crookbench.records.markdown import inline, quoted
from crookbench.records.record import Metadata
from crookbench.records.recording import record_consult
from crookbench.testing.runs import CASE, casebook, file_consult, timed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from markdown_it.token import Token

    from crookbench.game.moves import Move

QUIET = {
    "blockquote_open", "blockquote_close", "paragraph_open", "paragraph_close", "inline",
    "text", "softbreak", "hardbreak", "text_special",
}  # fmt: skip

NASTY = [
    "# A heading",
    "Title\n===",
    "Title\n---",
    "- a list\n+ another\n* a third",
    "1. one\n2) two",
    "    indented code",
    "```\nfence\n```",
    "~~~\nfence\n~~~",
    "> deeper",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp; &#35;",
    "[link](javascript:alert(1)) ![image](https://a.b/c.png)",
    "[ref]\n\n[ref]: https://a.b",
    "<https://a.b> https://a.b www.a.b me@a.b mailto:me@a.b",
    "a | b\n--- | ---\nc | d",
    "*bold* _so_ ~~gone~~ `code` $x$",
    "trailing backslash\\\nand next",
    "line\u2028separated\x85and\x0bmore",
    "\ttab\n\n\n    gap",
    "***\n___\n- - -",
    "\x00\x1b[31m\u202eright to left",
]


def kinds(text: str) -> Iterator[str]:
    """Every kind of token that the Markdown parses to, with tables and strikethrough on."""

    def walk(tokens: list[Token]) -> Iterator[str]:
        for token in tokens:
            yield token.type
            yield from walk(token.children or [])

    return walk(MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text))


def shown(text: str) -> str:
    """The words as a reader sees them."""
    parsed = MarkdownIt("commonmark").parse(text)
    return "".join(child.content or "\n" for token in parsed for child in token.children or [])


@pytest.mark.parametrize("text", NASTY)
def test_quoted_words_stay_words(text: str) -> None:
    """Nothing a model writes becomes a heading, list, link, image, code, table or HTML."""
    assert set(kinds(quoted(text))) <= QUIET
    assert set(kinds(f"- {inline(text)}")) <= QUIET | {
        "bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close",
    }  # fmt: skip


@given(st.text(alphabet=st.sampled_from("ab1 \n\t#>*_-+=.)![](<>&`~|\\$:@/w"), max_size=40))
def test_quoted_words_are_shown_as_they_are(text: str) -> None:
    """Whatever is written parses to plain text of one quotation, and reads as it was written."""
    assert set(kinds(quoted(text))) <= QUIET
    squeezed = "".join(text.split())
    assert "".join(shown(quoted(text)).split()) == squeezed
    assert "".join(shown(inline(text)).split()) == squeezed


def test_quoted_lines_stay_lines() -> None:
    """A line break stays one, an empty line stays one, all inside the quotation."""
    assert quoted("one\ntwo\n\nthree\n") == "> one\\\n> two\n>\n> three"


def test_bare_addresses_do_not_link_themselves() -> None:
    """Renderers that turn addresses into links find none."""
    assert inline("https://a.b www.a.b me@a.b") == "https\\://a.b www\\.a.b me\\@a.b"


def test_text_direction_cannot_be_turned() -> None:
    """Invisible control characters show as replacement characters."""
    assert inline("a\u202eb\x1bc") == "a\ufffdb\ufffdc"


def text_of(*moves: Move) -> str:
    book = casebook()
    case = book.cases[CASE]
    about = Metadata(
        model="lab/model-1", rep=2, ending="ended", started="2026-10-05T12:00:00Z",
        patient_model="chart", marker_model="chart",
    )  # fmt: skip
    return record_consult(case, book.catalogue, timed(moves), about).transcript


def test_transcript_of_a_consult(tmp_path: Path) -> None:
    """Who came, each move with its number and points, the bill with links, what was missed."""
    text = file_consult(tmp_path).transcript.read_text()
    assert text.startswith(
        "# A sore calf: lab/model-1, consult 1\n"
        "\n"
        "- Patient: Nora Field, 54, female, Bus driver\n"
        "- Booked for: Sore calf\n"
        "- Score: 108 of 190 (57 %), Registrar\n"
        "- Outcome: acceptable\n"
        "- Ending: ended\n"
        "- Questions: 1 of 50\n"
        "- Patient played by: chart\n"
        "- Plan marked by: chart\n"
        "- Started: 2026-10-05T12:00:00Z\n"
        "\n"
        "## The consult\n"
        "\n"
        "Told unasked:\n"
        "\n"
        "> My left calf is sore.\n"
        "\n"
        "### m01\n"
        "\n"
        "The doctor says:\n"
        "\n"
        "> Have you ever had a clot?\n"
        "\n"
        "The patient answers:\n"
        "\n"
        "> Yes, once.\n"
        "\n"
        "Points:\n"
        "\n"
        "- **+20** History: An earlier clot\n"
        "\n"
        "### m02\n"
        "\n"
        "Examines **Oxygen saturation**:\n"
        "\n"
        "> 97 % on room air.\n"
    )
    for part in (
        "Gives **Enoxaparin injection**: 80 mg, Stat dose, Single dose\n",
        "- **-2** Investigations: D-dimer ([m04](#m04))\n",
        "| **Total** | **108** | **190** |\n",
        "- 10 History: Shortness of breath (asking: Are you short of breath?)\n",
    ):
        assert part in text
    assert text.endswith(
        "## What happened\n\nThe clot was treated, and she had questions left.\n\n"
        "Missing from the plan: Refer to the haematologist.\n"
    )


def test_transcript_tells_what_went_wrong() -> None:
    """Look-ups, refused calls, unheard words and a flood are told as such."""
    text = text_of(
        Look("search", {"kind": "tests", "query": "ecg"}, ("ecg_12_lead",)),
        Refused("prescribe", '{"dose": 3}', "There is no such medicine."),
        Unheard("Let me think."),
        Say("Everything?", flooded=True, reply="That is a lot at once."),
        Dx.of("stemi", "sciatica", "pneumonia"),
        End(),
    )
    for part in (
        "Looks up (search): tests, ecg. Found: 1\n",
        'Calls prescribe in a way that cannot be carried out:\n\n> {"dose": 3}\n',
        "Writes without calling a tool, so that nobody hears it:\n\n> Let me think.\n",
        "The patient answers (too much at once):\n\n> That is a lot at once.\n",
        "- Most likely: **Stemi**\n- Differential: **Sciatica**\n- Can't-miss: **Pneumonia**\n",
        "The spoken plan is marked:\n\nNothing was credited.\n",
    ):
        assert part in text
