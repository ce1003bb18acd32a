"""Tests of reading phrase banks, and of what is kept back of them to measure by."""

from __future__ import annotations

from pathlib import Path

import pytest

from crookbench.casebook.phrase_banks import phrase_faults
from crookbench.errors import Faults
from crookbench.patient.heldout import held_out
from crookbench.patient.phrases import Phrase, read_bank

CASES = Path(__file__).parents[2] / "cases"


def test_a_line_tells_its_section_what_it_follows_and_what_else_it_asks(tmp_path: Path) -> None:
    """The remarks are left aside, the typography is plain."""
    path = tmp_path / "a.questions.txt"
    path.write_text("# A remark.\n\n== fever\n>cough| Any fever, haven’t you? +sweats +rash\n")
    assert read_bank(path, "questions").phrases == (
        Phrase("Any fever, haven't you?", ("fever", "sweats", "rash"), "cough", line=4),
    )


def test_a_line_of_the_plan_tells_whether_it_says_the_item(tmp_path: Path) -> None:
    """`+` says it, `-` comes near."""
    path = tmp_path / "a.plan.txt"
    path.write_text("== ideal_0\n+ Rest up.\n- Don't rest.\n")
    assert [phrase.says for phrase in read_bank(path, "plan").phrases] == [True, False]


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("Any fever?\n", "questions", ":1: expected a section (== id) before this line"),
        ("== a\nFever?\n== b\nfever?\n", "questions", ":4: the line stands twice, first on line 2"),
        ("== a\n== b\nFever?\n", "questions", ":1: the section 'a' is empty"),
        ("== a\nFever?\n== a\nCough?\n", "questions", ":3: the section 'a' stands twice"),
        ("== a\nRest up.\n", "plan", ":2: expected a line that begins with + or -"),
    ],
)
def test_a_faulty_line_is_named_by_file_and_number(
    text: str, kind: str, message: str, tmp_path: Path
) -> None:
    """Nothing is skipped in silence."""
    path = tmp_path / "bank.txt"
    path.write_text(text)
    with pytest.raises(Faults) as caught:
        read_bank(path, "plan" if kind == "plan" else "questions")
    assert f"{path}{message}" in str(caught.value)


def test_an_unknown_id_is_named_with_the_nearest(tmp_path: Path) -> None:
    """A slip of the key is shown where it stands."""
    (tmp_path / "phrases").mkdir()
    (tmp_path / "chest_pain_stemi.yaml").write_bytes((CASES / "chest_pain_stemi.yaml").read_bytes())
    path = tmp_path / "phrases/chest_pain_stemi.questions.txt"
    path.write_text("== smokng\nDo you smoke?\n")
    (fault,) = phrase_faults(tmp_path)
    assert str(fault).startswith(f"{path}:2: unknown id 'smokng'; did you mean 'smoking'")


def test_no_paraphrase_is_kept_back_alone() -> None:
    """Lines that are alike stay on one side."""
    lines = [f"{start} a fever of any kind at all number {n}?" for n in range(40)
             for start in ("Have you had", "Did you have")]  # fmt: skip
    phrases = [Phrase(line, ("fever",)) for line in lines]
    assert len(held_out(phrases)) in {0, len(phrases)}


def test_about_a_tenth_is_kept_back_the_same_every_time() -> None:
    """Of the banks that ship."""
    bank = read_bank(CASES / "phrases/chest_pain_stemi.questions.txt", "questions").phrases
    assert held_out(bank) == held_out(bank)
    assert 0.05 < len(held_out(bank)) / len(bank) < 0.15
