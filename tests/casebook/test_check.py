"""The check as an author meets it: every planted fault by line, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from crookbench.casebook.casebook import load_case, load_cases, load_catalogue
from crookbench.casebook.check import check
from crookbench.casebook.reachability import ORACLE, play_baseline
from crookbench.cli import main
from crookbench.paths import shipped

TESTS = Path(__file__).parents[1]
AUTHORED = TESTS / "casebook/fixtures/authored/ankle_sprain.yaml"
GOOD = AUTHORED.read_text(encoding="utf-8")
PLANTED = yaml.safe_load((TESTS / "casebook/fixtures/planted-in-words.yaml").read_text("utf-8"))
CASES = shipped("cases")
CATALOGUE = CASES / "catalogue"


def put(folder: Path, text: str = GOOD, id_: str = "ankle_sprain") -> Path:
    path = folder / f"{id_}.yaml"
    path.write_text(text.replace("\nid: ankle_sprain", f"\nid: {id_}"), encoding="utf-8")
    return path


def found(path: Path) -> list[str]:
    """What the check says of the only case of a folder, as "line: key: message"."""
    return [str(fault).removeprefix(f"{path}:") for fault in check(path.parent, CATALOGUE)]


def test_case_written_from_the_page_has_nothing_to_mend(tmp_path: Path) -> None:
    """The authors' page and the command are enough to write a case that holds."""
    assert found(put(tmp_path)) == []


def test_case_written_from_the_page_can_be_played_to_full_marks() -> None:
    """Every point of it can be reached in words."""
    oracle = play_baseline(load_case(AUTHORED), load_catalogue(CATALOGUE), ORACLE).scoring
    assert (oracle.total, oracle.maximum, oracle.outcome) == (225, 225, "ideal")


@pytest.mark.parametrize("plant", PLANTED, ids=[plant["title"] for plant in PLANTED])
def test_fault_planted_in_words_is_found_alone(plant: dict[str, list[str]], tmp_path: Path) -> None:
    """Each planted fault is named with its line and key, and nothing else is."""
    text = GOOD
    for old, new in [
        (plant["replace"], plant["by"]),
        *([plant["also"]] if "also" in plant else []),
    ]:
        assert text.count(old) == 1
        text = text.replace(old, new)

    assert found(put(tmp_path, text)) == plant["found"]


def test_faults_of_one_case_do_not_hide_those_of_another(tmp_path: Path) -> None:
    """A case that is not sound as written leaves the others to be played."""
    broken = put(tmp_path, GOOD.replace("temperature: {", "temperatur: {"), "a_broken_ankle")
    misheard = put(tmp_path, GOOD.replace("Is your foot numb?", "Any paraesthesia?"))

    assert [str(fault).partition(": ")[0] for fault in check(tmp_path, CATALOGUE)] == [
        f"{broken}:160",
        f"{misheard}:73",
    ]


def test_cases_are_checked_for_their_shape_while_the_catalogue_is_broken(tmp_path: Path) -> None:
    """Nothing is played against half a catalogue."""
    path = put(tmp_path, GOOD.replace("verbosity: normal", "verbosity: loud"))
    shelf = tmp_path / "catalogue"
    shelf.mkdir()

    faults = check(tmp_path, shelf)

    assert [Path(fault.where).name for fault in faults] == [
        path.name, "diagnoses.yaml", "examinations.yaml", "formulary.yaml", "investigations.yaml",
        "referrals.yaml", "safety.yaml",
    ]  # fmt: skip


def test_check_finds_generated_files_that_are_out_of_date(tmp_path: Path) -> None:
    """The schema and the points table, until they are written anew."""
    put(tmp_path)
    schema, page = tmp_path / "case.schema.json", tmp_path / "README.md"
    schema.write_text("{}\n")
    page.write_text("Worth:\n<!-- points -->\n<!-- /points -->\n")
    told = "this is not what today's code makes; run `crookbench check --write-generated`"

    before = CliRunner().invoke(main, ["check", "--cases-dir", str(tmp_path)])
    after = CliRunner().invoke(main, ["check", "--cases-dir", str(tmp_path), "--write-generated"])

    assert (before.exit_code, before.output) == (1, f"{page}: {told}\n{schema}: {told}\n")
    assert (after.exit_code, after.output) == (0, "No problems found.\n")


def test_check_reads_the_lists_of_models_and_known_issues(tmp_path: Path) -> None:
    """Each fault by file, line and key; not where one case alone is asked for."""
    put(tmp_path)
    models, issues = tmp_path / "models.yaml", tmp_path / "known-issues.yaml"
    models.write_text("models:\n  - {id: a/b, name: B, lab: A, weights: opne}\n")
    issues.write_text(
        "issues:\n"
        "  - {id: X1, title: T, status: open, found_in: f, happens: h, answr: a}\n"
        "  - {id: X2, title: T, status: shut, found_in: f, happens: h, answer: a}\n"
    )

    assert [str(fault) for fault in check(tmp_path, CATALOGUE)] == [
        f"{issues}:2: issues.0.answr: unknown key 'answr'; did you mean 'answer'?",
        f"{issues}:3: issues.1.status: expected one of open, fixed, answered, saw 'shut'",
        f"{models}:2: models.0.weights: expected one of open, closed, saw 'opne'; "
        "did you mean 'open'?",
    ]
    assert check(tmp_path, CATALOGUE, ["ankle_sprain"]) == []


def test_shipped_cases_have_no_faults() -> None:
    """What is published is in order, words and all."""
    assert [str(fault) for fault in check(CASES, CATALOGUE)] == []


def test_free_set_of_shipped_cases_stays_the_five_that_runs_compare_over() -> None:
    """A sixth case is of the extended set, or older runs no longer compare with newer ones."""
    assert [id_ for id_, case in load_cases(CASES).items() if case.set == "free"] == [
        "abdo_pain_appendicitis", "back_pain_mechanical", "chest_pain_stemi", "cough_pneumonia",
        "dysuria_cystitis",
    ]  # fmt: skip


def test_check_shows_control_characters_instead_of_sending_them(tmp_path: Path) -> None:
    """A case from anywhere cannot steer the author's terminal."""
    put(tmp_path, GOOD.replace("Is your foot numb?", '"\\e[2J Any paraesthesia?"'))

    ran = CliRunner().invoke(main, ["check", "--cases-dir", str(tmp_path)])

    assert ran.exit_code == 1
    assert "\x1b" not in ran.output
    assert "\\x1b[2J Any paraesthesia?" in ran.output
