"""The commands as a user meets them: what they print, and how they end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from crookbench.cli import main

if TYPE_CHECKING:
    from click.testing import Result

FIXTURES = Path(__file__).parent
CLINIC = FIXTURES / "casebook" / "fixtures"
FOREIGN = FIXTURES / "records" / "fixtures" / "crook-bench"


@pytest.fixture(scope="module")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of one small case with its own catalogue."""
    folder = tmp_path_factory.mktemp("clinic")
    text = (CLINIC / "good-case.yaml").read_text("utf-8")
    name = next(line.split()[1] for line in text.splitlines() if line.startswith("id:"))
    (folder / f"{name}.yaml").write_text(text, "utf-8")
    shutil.copytree(CLINIC / "catalogue", folder / "catalogue")
    return folder


def crookbench(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def play(clinic: Path, results: Path, *more: str) -> Result:
    return crookbench("run", "baseline/oracle", "baseline/silent", "--run", "mine", "--reps", 1,
                      "--cases-dir", clinic, "--results", results, *more)  # fmt: skip


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_text_that_the_terminal_lacks_is_replaced(tmp_path: Path, encoding: str) -> None:
    """A model named in Chinese does not abort a run."""
    fixed = ["run", "baseline/静默", "--results", str(tmp_path)]
    code = "from crookbench.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *fixed],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    code = (
        "import click; from crookbench.cli import main\n"
        "main.add_command(click.Command('say', callback=lambda: click.echo('模型 ✓ \\ud800')))\n"
        "main(['say'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, b"?? ? ?")


def test_run_plays_what_is_missing_and_the_rest_holds(clinic: Path, tmp_path: Path) -> None:
    """The same command twice plays everything once, and verify has nothing to say."""
    assert play(clinic, tmp_path).exit_code == 0
    again = play(clinic, tmp_path, "--json")
    assert json.loads(again.output) == {
        "run": "mine",
        "already_there": 2,
        "scored": 0,
        "failed": 0,
        "not_begun": 0,
        "killed": 0,
        "cost": 0.0,
        "run_cost": 0.0,
    }
    held = crookbench("verify", "--results", tmp_path, "--cases-dir", clinic, "--json")
    assert held.exit_code == 0
    assert json.loads(held.output) == {"records": 2, "verified": 2, "faults": []}


def test_run_plays_the_cases_of_one_set(clinic: Path, tmp_path: Path) -> None:
    """Free where nothing is asked, extended where that is, both with all; an empty set is told."""
    cases = tmp_path / "cases"
    shutil.copytree(clinic, cases)
    (first,) = cases.glob("*.yaml")
    text = first.read_text("utf-8").replace(f"id: {first.stem}", "id: newer\nset: extended")
    (cases / "newer.yaml").write_text(text, "utf-8")
    wanted = {"free": [first.stem], "extended": ["newer"], "all": ["newer", first.stem]}

    for name, ids in wanted.items():
        asked = () if name == "free" else ("--cases", name)
        assert play(cases, tmp_path / name, *asked).exit_code == 0
        manifest = json.loads((tmp_path / name / "mine" / "run.json").read_text("utf-8"))
        assert (manifest["cases"], list(manifest["case_hashes"])) == (ids, ids)

    refused = play(clinic, tmp_path / "none", "--cases", "extended")
    assert refused.exit_code == 2
    assert (
        f"expected cases of the set 'extended', saw none among {first.stem}; a case file names "
        "its set with `set:`, and without it is of the set free"
    ) in refused.output


def test_verify_finds_a_changed_score(clinic: Path, tmp_path: Path) -> None:
    """A total edited by hand is found, with what the log gives."""
    play(clinic, tmp_path)
    record = next(tmp_path.glob("mine/baseline_oracle/*-1.json"))
    data = json.loads(record.read_text("utf-8"))
    record.write_text(json.dumps(data | {"total": data["total"] - 1}), "utf-8")
    found = crookbench("verify", "--results", tmp_path, "--cases-dir", clinic)
    assert found.exit_code == 1
    assert f"{record}: total: expected {data['total']}" in found.output


def test_rescore_reads_crook_bench_as_it_is() -> None:
    """Another program's flat results, cases and catalogue are rescored without a word changed."""
    folders = {"results": "results", "cases-dir": "cases", "catalogue": "catalogue"}
    options = [part for name, at in folders.items() for part in (f"--{name}", FOREIGN / at)]
    told = crookbench("rescore", *options, "--json")
    assert told.exit_code == 0
    report = json.loads(told.output)
    assert set(report) == {"consults", "unchanged", "changed"}
    assert report["consults"] == report["unchanged"] + len(report["changed"])


def test_check_says_file_line_key_and_what_to_do(clinic: Path, tmp_path: Path) -> None:
    """A misspelt key is told with the one that was meant."""
    bad = tmp_path / "cases"
    shutil.copytree(clinic, bad)
    path = next(bad.glob("*.yaml"))
    text = path.read_text("utf-8")
    path.write_text(text.replace("presenting_complaint:", "presenting_complain:"), "utf-8")
    line = 1 + next(
        n for n, row in enumerate(text.splitlines()) if row.startswith("presenting_complaint:")
    )
    told = crookbench("check", "--cases-dir", bad)
    assert told.exit_code == 1
    assert (
        f"{path}:{line}: presenting_complain: unknown key 'presenting_complain'; "
        "did you mean 'presenting_complaint'?"
    ) in told.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "baseline/orakle"],
         "crookbench: there is no baseline 'baseline/orakle'; did you mean 'baseline/oracle'?"),
        (["run", "baseline/silent", "--run", "My Run"],
         "crookbench: --run 'My Run': expected lower-case letters, digits, dots and hyphens, "
         "such as 2026-11-baselines"),
        (["run", "baseline/silent", "--run", "../up"],
         "crookbench: --run '../up': expected lower-case letters, digits, dots and hyphens, "
         "such as 2026-11-baselines"),
        (["report", "nowhere"], "crookbench: results: there is no run 'nowhere'; "),
    ],
    ids=["unknown baseline", "a run with a space", "a run outside", "unknown run"],
)  # fmt: skip
def test_wrong_use_is_told_and_ends_with_two(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a command cannot work with is one message and status 2."""
    monkeypatch.chdir(FIXTURES.parent)
    told = crookbench(*arguments)
    assert told.output.startswith(message)
    assert told.exit_code == 2


def test_results_that_are_not_there_are_wrong_use(tmp_path: Path) -> None:
    """A folder that does not exist is named, and nothing is made."""
    missing = tmp_path / "nowhere"
    told = crookbench("verify", "--results", missing)
    assert told.exit_code == 2
    assert told.output.startswith(f"crookbench: {missing}: ")
    assert not missing.exists()


def test_help_is_quick_because_nothing_heavy_is_imported() -> None:
    """`--help` imports neither pydantic nor plotly nor httpx2."""
    code = (
        "import sys, crookbench.cli; "
        "print([m for m in ('pydantic', 'plotly', 'httpx2', 'scipy', 'yaml', 'rich', "
        "'jinja2', 'numpy') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_module_is_the_command() -> None:
    """`python -m crookbench` works where the script is not on the path."""
    told = subprocess.run(
        [sys.executable, "-m", "crookbench", "--version"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.startswith("crookbench, version ")
