"""Tests of `crookbench phrases`, with a chat model on this machine that writes what it is told."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crookbench.casebook.drafts import cleaned, rivals, with_drafts
from crookbench.cli import main
from crookbench.paths import shipped
from crookbench.patient.phrases import Phrase, read_bank
from crookbench.testing.server import ChatServer, Received, Sent, fails, says

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

CASE = "back_pain_mechanical"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A folder with one case and the catalogue, without phrases."""
    folder = tmp_path / "cases"
    folder.mkdir()
    shutil.copy(shipped("cases") / f"{CASE}.yaml", folder)
    shutil.copytree(shipped("cases") / "catalogue", folder / "catalogue")
    return folder


def writes(request: Received) -> Sent:
    """A model that writes lines of its own, one of them twice and one with a number before it."""
    told = request.messages[-1]["content"]
    topic = re.sub(r"\W+", " ", told.partition("\n")[0].partition(": ")[2]).strip()
    voice = told.rpartition("Voices: ")[2].split()[0]
    lines = [f"{voice}, what about {topic}?", f"1. {voice}, what about {topic}?", f"And {topic}?"]
    return says(json.dumps({"lines": lines}))


def draft(cases: Path, server: ChatServer, *arguments: str, **environ: str) -> Result:
    env = {"PHRASES_URL": server.url, "PHRASES_MODEL": "lab/writer"} | environ
    return CliRunner().invoke(
        main, ["phrases", CASE, "--cases-dir", str(cases), *arguments], env=env
    )


def test_phrases_drafts_every_item_into_banks_that_can_be_read(cases: Path) -> None:
    """Each topic, each thing to be said and its near misses get lines, none twice."""
    with ChatServer(writes) as server:
        found = draft(cases, server, "--lines", "4")
    assert found.exit_code == 0, found.output
    folder = cases / "phrases"
    questions = read_bank(folder / f"{CASE}.questions.txt", "questions").phrases
    plan = read_bank(folder / f"{CASE}.plan.txt", "plan").phrases
    assert {"pain_onset", "smoking"} <= {phrase.ids[0] for phrase in questions}
    assert {phrase.says for phrase in plan if phrase.ids[0] == "ideal_7"} == {True, False}
    said = [phrase.said for phrase in questions]
    assert len(said) == len(set(said))
    assert f"{folder / f'{CASE}.questions.txt'}: {len(questions)} lines drafted." in found.output
    assert found.output.endswith(f"then run `crookbench check {CASE}`.\n")
    assert {request.body["model"] for request in server.received} == {"lab/writer"}


def test_phrases_asks_only_for_what_is_missing(cases: Path) -> None:
    """What an author wrote stays as it is; the second time there is nothing to ask for."""
    folder = cases / "phrases"
    folder.mkdir()
    path = folder / f"{CASE}.questions.txt"
    path.write_text("# Mine.\n== smoking\nGot a smoke on you?\n", "utf-8")
    with ChatServer(writes) as server:
        draft(cases, server, "--lines", "1")
        first = len(server.received)
        again = draft(cases, server, "--lines", "1")
    text = path.read_text("utf-8")
    assert text.startswith("# Mine.\n== smoking\nGot a smoke on you?\n")
    assert "smoking" not in "".join(
        request.messages[-1]["content"].partition("\n")[0] for request in server.received
    )
    assert len(server.received) == first
    assert again.output == f"Each item of {CASE} has 1 lines already.\n"


def test_phrases_keeps_what_came_where_some_requests_fail(cases: Path) -> None:
    """The rest is written, and the reason is told once."""

    def fails_for_near_misses(request: Received) -> Sent:
        near = "advice against it" in request.messages[-1]["content"]
        return fails(402, "No credit.") if near else writes(request)

    with ChatServer(fails_for_near_misses) as server:
        found = draft(cases, server, "--lines", "2")
    assert found.exit_code == 0
    assert "requests failed: " in found.stderr
    assert "No credit." in found.stderr
    assert (cases / "phrases" / f"{CASE}.plan.txt").is_file()


def test_phrases_writes_nothing_where_every_request_fails(cases: Path) -> None:
    """One message with the server's reason."""
    with ChatServer.of(fails(402, "No credit.")) as server:
        found = draft(cases, server, "--lines", "1")
    assert found.exit_code == 2
    assert found.output.startswith("crookbench: nothing was drafted; ")
    assert not (cases / "phrases").exists()


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        (
            {"PHRASES_URL": ""},
            "PHRASES_URL is not set; expected the address of an OpenAI-compatible API, "
            "such as http://localhost:8080/v1",
        ),
        (
            {"PHRASES_MODEL": ""},
            "PHRASES_MODEL is not set; expected the id of a model at PHRASES_URL, such as qwen3-8b",
        ),
    ],
    ids=["no address", "no model"],
)
def test_phrases_says_what_it_needs(cases: Path, environ: dict[str, str], message: str) -> None:
    """Both come from the environment."""
    with ChatServer(writes) as server:
        found = draft(cases, server, **environ)
    assert (found.exit_code, found.output) == (2, f"crookbench: {message}\n")


def test_cleaned_keeps_plain_lines_that_are_new() -> None:
    """Numbers, quotes and signs at the start go; what is known, empty or no text goes whole."""
    lines = ["1. “Do you smoke?”", "do you smoke", "== smoking", "", 7, "x" * 400, "- Any smokes?"]
    assert cleaned(lines, {"any drink"}) == ("Do you smoke?", "smoking", "Any smokes?")
    assert cleaned(["Any drink?"], {"any drink"}) == ()


def test_rivals_names_the_item_that_a_line_reads_like() -> None:
    """A line under the wrong heading is found by the other lines of both."""
    smoke = [Phrase(f"Do you smoke {n} cigarettes a day?", ("smoking",)) for n in range(20)]
    drink = [Phrase(f"Do you drink {n} beers a week?", ("alcohol",)) for n in range(20)]
    lost = Phrase("Do you drink a beer or two a week?", ("smoking",))
    assert rivals([*smoke, lost, *drink], []) == {lost: "alcohol"}


def test_with_drafts_adds_to_a_section_and_marks_what_another_claims() -> None:
    """An author sees where the lines came from, and which to look at first."""
    one, two = Phrase("A smoke?", ("smoking",)), Phrase("A beer?", ("smoking",))
    text = with_drafts("== smoking\nGot a smoke?\n", [one, two], {two: "alcohol"}, "questions", "m")
    assert text == (
        "== smoking\nGot a smoke?\n"
        "# Drafted by m; read each line, and delete this one.\n"
        "A smoke?\n"
        "# The next line reads like alcohol: move it there, or delete it.\n"
        "A beer?\n"
    )
