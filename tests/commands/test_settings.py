"""crookbench.toml: found from below, counts before nothing but the usual, and never holds a key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crookbench.cli import main
from crookbench.errors import UsageFault
from crookbench.settings import read_settings

if TYPE_CHECKING:
    from click.testing import Result

NO_KEY = (
    "expected no key in this file, for such files get committed; take it out, and set DOCTOR_KEY, "
    "PATIENT_KEY or OPENROUTER_API_KEY in the environment"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project's folder, with the working folder below it."""
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    for name in ("DOCTOR_URL", "DOCTOR_EXTRA", "DOCTOR_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def crookbench(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def dry(*arguments: str) -> dict[str, object]:
    """What a dry run says it would play."""
    told = crookbench("run", "baseline/silent", "--dry-run", "--json", *arguments)
    assert told.exit_code == 0, told.output
    found: dict[str, object] = json.loads(told.stdout)
    return found


def test_settings_are_found_above_the_working_folder(folder: Path) -> None:
    """Options of a command, and paths as seen from the file; nothing is written."""
    text = '[defaults]\nresults = "mine"\n[run]\nreps = 1\ncases = "cough_pneumonia"\n'
    (folder / "crookbench.toml").write_text(text, "utf-8")
    assert dry()["to_play"] == 1
    told = crookbench("list", "runs")
    assert told.output.startswith(f"crookbench: {folder}/mine: expected a results folder")
    assert [path.name for path in folder.iterdir()] == ["a", "crookbench.toml"]


def test_command_line_counts_before_the_file(folder: Path) -> None:
    """An option that is typed wins."""
    (folder / "crookbench.toml").write_text('[run]\nreps = 1\ncases = "cough_pneumonia"\n')
    assert dry("--reps", "4")["to_play"] == 4


def test_file_says_where_models_are_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As DOCTOR_URL and DOCTOR_EXTRA do, which count before it; that it is used is told."""
    path = folder / "crookbench.toml"
    path.write_text(
        '[doctor]\nurl = "http://127.0.0.1:9/v1"\nextra = {temperature = 0.5}\n', "utf-8"
    )
    assert read_settings(Path.cwd()).environ == {
        "DOCTOR_URL": "http://127.0.0.1:9/v1",
        "DOCTOR_EXTRA": '{"temperature": 0.5}',
    }
    told = crookbench("run", "lab/model", "--dry-run")
    assert told.stderr == f"DOCTOR_EXTRA, DOCTOR_URL as in {path}.\n"
    monkeypatch.setenv("DOCTOR_URL", "http://127.0.0.1:7/v1")
    told = crookbench("run", "lab/model", "--dry-run")
    assert told.stderr == f"DOCTOR_EXTRA as in {path}.\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[doctor]\nkey = "x"', f"doctor.key: {NO_KEY}"),
        ('[doctor]\nurl = "http://ann:pw@host/v1"', f"doctor.url: {NO_KEY}"),
        ('[doctor.extra]\napi_key = "x"', f"doctor.extra.api_key: {NO_KEY}"),
        (f'[run]\ntitle = "sk-or-v1-{"a1" * 32}"', f"run.title: {NO_KEY}"),
        ("[doctor]\nurll = 'x'", "doctor.urll: unknown key 'urll'; did you mean 'url'?"),
        ("[doctor]\nurl = 5", "doctor.url: expected a text, saw 5"),
        ("[run]\nrepz = 1", "run.repz: there is no such option; did you mean 'reps'?"),
        ("[run]\nreps = 0", "run.reps: 0 is not in the range 1<=x<=1000."),
        ("[runn]\nreps = 1", "unknown table [runn]; did you mean 'run'?"),
        ("results = 'x'", "results: expected a table such as [defaults], saw 'x'; write options "
         "under [defaults] or under the name of a command"),
        ("[run", "expected TOML, seen: Expected ']' at the end of a table declaration"),
    ],
)  # fmt: skip
def test_wrong_file_is_one_message(folder: Path, text: str, message: str) -> None:
    """File, key, what was expected; the value of a key is not shown."""
    path = folder / "crookbench.toml"
    path.write_text(text, "utf-8")
    told = crookbench("list", "cases")
    assert told.output.startswith(f"crookbench: {path}: {message}")
    assert told.output.count("\n") == 1
    assert told.exit_code == 2


def test_max_tokens_is_no_key(folder: Path) -> None:
    """A number of tokens may be set."""
    (folder / "crookbench.toml").write_text("[doctor.extra]\nmax_tokens = 900\n", "utf-8")
    assert read_settings(folder).environ == {"DOCTOR_EXTRA": '{"max_tokens": 900}'}


def test_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """It is named."""
    (tmp_path / "crookbench.toml").write_bytes(b"\xff")
    with pytest.raises(UsageFault, match=r"crookbench\.toml: expected a text file, seen: "):
        read_settings(tmp_path)
