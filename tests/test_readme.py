"""The README tells what is so."""

from __future__ import annotations

import doctest
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crookbench.cli import main
from crookbench.figures.answer import answer
from crookbench.figures.leaderboard import leaderboard
from crookbench.figures.models import read_doctors
from crookbench.figures.names import Names
from crookbench.figures.render import markdown
from crookbench.figures.report import leaderboard_table
from crookbench.records.results import read_run

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SHOWN = ("rank", "doctor", "score", "these_cases", "other_cases", "red_flags", "questions",
         "harms", "cost")  # fmt: skip


def test_readme_table_is_the_published_run() -> None:
    """Today's table is what the featured run gives, to the last digit shown."""
    run = read_run(ROOT / "results" / "2026-10-04-published")
    names = Names(read_doctors(ROOT / "cases" / "models.yaml"))
    table = leaderboard_table(run, leaderboard(run), names)
    places = [n for n, column in enumerate(table.columns) if column.name in SHOWN]
    short = replace(
        table,
        columns=tuple(table.columns[n] for n in places),
        rows=tuple(tuple(row[n] for n in places) for row in table.rows),
    )
    assert f"\n{answer(leaderboard(run), names).text}\n" in README
    found = re.search(r"<!-- leaderboard -->\n(.*)<!-- /leaderboard -->", README, re.DOTALL)
    assert found is not None
    assert found.group(1) == markdown(short)


def test_readme_notebook_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The three lines for researchers, run from the checkout."""
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 1
    test = doctest.DocTestParser().get_doctest(blocks[0], {}, "README", None, None)
    told = StringIO()
    assert doctest.DocTestRunner().run(test, out=told.write).failed == 0, told.getvalue()


def test_readme_commands_exist() -> None:
    """Every `crookbench …` of the README is a command."""
    named = set(re.findall(r"(?<=[$ `(])crookbench ([a-z][a-z-]+)", README))
    assert {"run", "report", "verify", "rescore", "check", "serve"} <= named
    assert named <= set(main.commands)


def test_readme_links_lead_somewhere() -> None:
    """Every relative link of the README is a file or folder of the repository."""
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_readme_is_short() -> None:
    """A newcomer reads it in two minutes."""
    assert len(README.splitlines()) <= 125


def test_every_command_and_option_has_help() -> None:
    """`--help` leaves nothing unexplained."""
    for name, command in main.commands.items():
        assert command.help, name
        for param in command.params:
            if isinstance(param, click.Option):
                assert param.help, f"{name} {param.name}"
