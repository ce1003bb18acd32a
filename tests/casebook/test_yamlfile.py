"""Reading one YAML file: texts as they look, the line of every key, one fault a broken file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.casebook.yamlfile import LARGEST, Place, read_yaml
from crookbench.errors import Fault

if TYPE_CHECKING:
    from pathlib import Path

NOT_YAML = "this is not valid YAML: "


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "file.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("No", "No"), ("yes", "yes"), ("10:20", "10:20"), ("000", "000"), ("1e3", "1e3"),
        ("2024-05-01", "2024-05-01"), ("0x1f", "0x1f"), ("1_000", "1_000"), ("<<", "<<"),
        ("5", 5), ("-3", -3), ("9223372036854775807", 2**63 - 1),
        ('"\\U0001f600"', "😀"), ("1.5", 1.5), ("true", True), ("False", False), ("~", None),
        ("", None), ("'5'", "5"), ("[1, x]", [1, "x"]), ("!!str 5", "5"), ("G’day", "G’day"),
    ],
)  # fmt: skip
def test_word_is_read_as_it_looks(word: str, value: object, tmp_path: Path) -> None:
    """Only plain numbers, true, false and nothing are more than a text."""
    read = read_yaml(written(tmp_path, f"a: {word}\n")).data["a"]

    assert read == value
    assert type(read) is type(value)


def test_key_is_a_text_even_if_it_looks_like_a_number(tmp_path: Path) -> None:
    """Keys are ids, so they stay texts."""
    assert read_yaml(written(tmp_path, "5: a\ntrue: b\n")).data == {"5": "a", "true": "b"}


def test_line_is_that_of_the_key_or_of_the_nearest_above(tmp_path: Path) -> None:
    """Every key path has its line; one that the file lacks gets its nearest ancestor's."""
    file = read_yaml(written(tmp_path, "# top\nhistory:\n  - id: a\n    topic: b\n  - id: c\n"))

    assert file.line_of("history.0.topic") == 4
    assert file.line_of("history.1") == 5
    assert file.line_of("history.1.answer.x") == 5
    assert file.line_of("patient") == 1


def test_place_leaves_out_steps_that_the_file_lacks(tmp_path: Path) -> None:
    """A single trigger is no list in the file, so its place has no number."""
    file = read_yaml(written(tmp_path, "when:\n  order:\n    - ecg\n"))

    assert file.place(("when", 0, "order", 0)) == Place("when.order.0", 3)
    assert file.place(()) == Place("", 1)


def test_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    """Files saved by Windows editors read like all others."""
    assert read_yaml(written(tmp_path, "\ufeffa: b\r\n")).data == {"a": "b"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": the file is empty"),
        ("# a remark\n", ": the file is empty"),
        ("a: 1\nb: x: y\n",
         f":2: {NOT_YAML}a ': ' inside a text (put it in quotes) or too much "
         "indentation"),
        ("a: 1\n\tb: 2\n", ":2: expected spaces before the text, saw a tab; replace it by spaces"),
        ("a:\n\t- b\n", ":2: expected spaces before the text, saw a tab; replace it by spaces"),
        ("a: 1\nb: 'x\nc: 2\n", f":2: {NOT_YAML}a quote or bracket that is not closed"),
        ("a:\n  - [1, 2\nb: 3\n",
         f":2: {NOT_YAML}a '[' or '{{' that is not closed, or a comma left out"),
        ("a: 1\nb\nc: 2\n",
         f":2: {NOT_YAML}a line that is neither a 'key: value' nor indented below one"),
        ("- a\nb: 1\n",
         f":2: {NOT_YAML}a line in a list that does not start with '- ' at its "
         "indentation"),
        ("a: *x\n", f":1: {NOT_YAML}a '*' that starts a text; put the text in quotes"),
        ("a: @x\n",
         f":1: {NOT_YAML}a character that cannot start a text; put the text in quotes"),
        ("a: 1\n---\nb: 2\n",
         f":2: {NOT_YAML}a second document after '---'; keep one a file"),
        ("a: 1\nb:\n  c: 1\n  c: 2\n",
         ":4: b.c: the key stands twice, first on line 3; keep one of them"),
        ("? [a]\n: b\n", ":1: expected a word before the colon, saw a list or mapping"),
        ("a: 1\nb: !!python/name:os.system x\n",
         ":2: b: the tag 'tag:yaml.org,2002:python/name:os.system' is not understood; "
         "leave it out"),
        ("a: !!int x\n", ":1: a: expected a number, saw 'x'"),
        ("a: 9223372036854775808\n",
         ":1: a: expected a number of at most 9223372036854775807, saw 9223372036854775808; "
         "put it in quotes if it is a text"),
        (f"a:\n- -{'9' * 5000}\n",
         f":2: a.0: expected a number of at most 9223372036854775807, saw -{'9' * 39}; "
         "put it in quotes if it is a text"),
        (f"a: {'9' * 400}.5\n",
         f":1: a: expected a number of at most 9223372036854775807, saw {'9' * 40}; "
         "put it in quotes if it is a text"),
        ('a: "\\ud83d"\n',
         f":1: {NOT_YAML}a \\u that names no character; write the character itself"),
        ("a: 1\nb: *a\n",
         f":2: {NOT_YAML}a '*' that starts a text; put the text in quotes"),
        ("a: 1\nb: \x07\n", ":2: expected printable characters, saw U+0007; delete it"),
        (b"a: 1\nb: caf\xe9\n",
         ":2: expected UTF-8 text, saw the byte 0xe9; save it as UTF-8"),
        ("[" * 41 + "]" * 41, ":1: expected at most 40 levels, saw more"),
        ("[" * 100_000,
         f":1: {NOT_YAML}far too many brackets inside each other"),
        ("a: &a [*a]\n", ":1: expected at most 40 levels, saw more"),
    ],
)  # fmt: skip
def test_broken_file_is_one_fault_with_its_line(
    text: str | bytes, message: str, tmp_path: Path
) -> None:
    """Whatever is wrong with a file, one message says where and what to do."""
    path = written(tmp_path, text)

    with pytest.raises(Fault) as caught:
        read_yaml(path)

    assert str(caught.value) == f"{path}{message}"


def test_alias_is_what_its_anchor_says(tmp_path: Path) -> None:
    """Whatever is repeated has its values again, at lines of its own key and of the anchor."""
    text = "a: &one\n  b: [1, &two x]\nc: *one\nd: [*two, *one]\n"
    file = read_yaml(written(tmp_path, text))

    assert file.data == {"a": {"b": [1, "x"]}, "c": {"b": [1, "x"]}, "d": ["x", {"b": [1, "x"]}]}
    assert (file.line_of("c"), file.line_of("c.b"), file.line_of("d.1.b.0")) == (3, 2, 2)


def test_aliases_cannot_blow_a_small_file_up(tmp_path: Path) -> None:
    """Values that aliases repeat are counted, and their number is bounded."""
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    path = written(tmp_path, "\n".join(rows))

    with pytest.raises(Fault, match=r"at most 100000 values, saw more; use fewer aliases"):
        read_yaml(path)


def test_large_file_is_refused_unread(tmp_path: Path) -> None:
    """A file over 2 MB is no case."""
    path = written(tmp_path, "a" * (LARGEST + 1))

    with pytest.raises(Fault) as caught:
        read_yaml(path)

    assert str(caught.value) == f"{path}: expected a file of at most 2000000 bytes, saw 2000001"


def test_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    """A missing file and a folder are told in words."""
    with pytest.raises(Fault) as missing:
        read_yaml(tmp_path / "none.yaml")
    with pytest.raises(Fault) as folder:
        read_yaml(tmp_path)

    assert str(missing.value) == f"{tmp_path}/none.yaml: there is no such file"
    assert str(folder.value) == f"{tmp_path}: the file cannot be read: Is a directory"
