"""`crookbench export --format inspect`: logs that Inspect reads, shows and gives back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from inspect_ai.log import bundle_log_dir, list_eval_logs, read_eval_log

from crookbench.cli import main
from crookbench.inspect_ai.table import table
from crookbench.records.results import read_run
from crookbench.records.store import Store
from crookbench.runs.runner import Failure
from crookbench.testing.inspect_models import evaluated, playing, scripted

if TYPE_CHECKING:
    from click.testing import Result

pytestmark = [
    pytest.mark.inspect,
    # Inspect's own: an old parameter of tenacity, and streams that it leaves open
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

CASE = "chest_pain_stemi"
DOCTORS = ("baseline/oracle", "baseline/order-everything", "baseline/silent")


def command(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def exported(results: Path, run: str = "r1") -> list[Path]:
    """The logs of the run, in a folder beside its results."""
    out = results / "logs"
    done = command("export", run, "--results", results, "--format", "inspect", "--out", out)
    assert done.exit_code == 0, done.output
    return [Path(line.removesuffix(" (replaced)")) for line in done.output.splitlines()]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three doctors with two cases, twice each."""
    folder = tmp_path_factory.mktemp("results")
    cases = f"{CASE},cough_pneumonia"
    options = ("--run", "r1", "--results", folder, "--cases", cases, "--reps", "2")
    assert command("run", *DOCTORS, *options).exit_code == 0
    return folder


def test_export_is_read_back_by_inspect(results: Path) -> None:
    """Header, scores and awards as its API has them; the mean is that of our records."""
    paths = exported(results)
    logs = [read_eval_log(info) for info in list_eval_logs(str(results / "logs"))]
    assert sorted(log.eval.model for log in logs) == [*DOCTORS]
    assert len(paths) == 3
    run = read_run(results / "r1")
    for log in logs:
        assert log.status == "success"
        assert log.eval.task == "crookbench/consult"
        records = [each for each in run.records if each.model == log.eval.model]
        assert log.results is not None
        (score,) = log.results.scores
        shares = [each.total / each.max for each in records]
        assert score.metrics["mean"].value == pytest.approx(sum(shares) / len(shares))
        assert score.metrics["stderr"].params == {"cluster": "case"}
        for record in records:
            (sample,) = (
                each for each in log.samples or ()
                if (each.id, each.epoch) == (record.case, record.rep)
            )  # fmt: skip
            shown = (sample.scores or {})["share_of_maximum"]
            assert shown.value == record.total / record.max
            assert (shown.metadata or {})["awards"] == record.as_json()["awards"]


def test_export_and_import_give_the_same_files(results: Path) -> None:
    """Byte for byte, for every doctor."""
    for path in exported(results):
        done = command("import", path, "--run", "back", "--results", results)
        assert done.exit_code == 0, done.output
    for file in (results / "r1").glob("*/*"):
        back = results / "back" / file.relative_to(results / "r1")
        assert back.read_bytes() == file.read_bytes(), file
    verified = command("verify", "--results", results)
    assert verified.output == "24 of 24 records hold.\n"


def test_export_has_the_words_that_were_exchanged(tmp_path: Path) -> None:
    """The messages of a log that we write are those of the consult as Inspect itself logged it."""
    book = table((), "chart", 50, "", "").book
    model = playing("baseline/checklist", book)
    log = evaluated(model, tmp_path / "theirs", cases=[CASE, "cough_pneumonia"], reps=1)
    command("import", log.location, "--run", "r1", "--results", tmp_path)
    (path,) = exported(tmp_path)
    for ours, theirs in zip(read_eval_log(str(path)).samples or [], log.samples or [], strict=True):
        said = [(each.role, each.text) for each in theirs.messages]
        assert [(each.role, each.text) for each in ours.messages] == said
        assert (ours.input, ours.target) == (theirs.input, theirs.target)


def test_export_tells_mistakes_and_words_to_nobody(tmp_path: Path) -> None:
    """What a doctor did wrong is there too, with what it was answered."""
    turns = (
        [("operate", {"on": "everything"})],
        "I would like to examine you.",
        [("search", {"kind": "exams", "query": "xyz"})],
    )
    log = evaluated(scripted(*turns, "…"), tmp_path / "theirs", cases=CASE, reps=1)
    command("import", log.location, "--run", "r1", "--results", tmp_path)
    (path,) = exported(tmp_path)
    (ours,) = read_eval_log(str(path)).samples or []
    (theirs,) = log.samples or []
    said = [(each.role, each.text) for each in theirs.messages]
    # the last reminder reached no doctor, but is in our log
    assert [(each.role, each.text) for each in ours.messages][: len(said)] == said
    assert ours.store["crookbench"]["record"]["ending"] == "stopped"


def test_export_is_the_same_each_time(results: Path) -> None:
    """But for what a zip file says of its own time, and the version of Inspect."""
    first = [read_eval_log(str(path)) for path in exported(results)]
    again = [read_eval_log(str(path)) for path in exported(results)]
    assert [log.model_dump() for log in first] == [log.model_dump() for log in again]


def test_export_has_failed_consults_as_samples_with_an_error(tmp_path: Path) -> None:
    """They are no score there either, and are failures again when they come back."""
    options = ("--run", "r1", "--results", tmp_path, "--cases", CASE, "--reps", "2")
    command("run", "baseline/silent", *options)
    store = Store(tmp_path / "r1")
    files = store.consult(("baseline/silent", CASE, 2))
    for path in (files.record, files.log, files.transcript):
        path.unlink()
    when = "2026-11-30T12:00:00Z"
    failure = Failure("baseline/silent", CASE, 2, "provider_error", "502", 1, when, 0.25)
    files.write_failure(failure)
    (path,) = exported(tmp_path)
    log = read_eval_log(str(path))
    assert log.status == "error"
    assert log.results is not None
    assert (log.results.total_samples, log.results.completed_samples) == (2, 1)
    (failed,) = (each for each in log.samples or () if each.error)
    assert failed.error is not None
    assert (failed.epoch, failed.error.message, failed.scores) == (2, "502", None)
    done = command("import", path, "--run", "back", "--results", tmp_path)
    assert done.exit_code == 1
    assert read_run(tmp_path / "back").failures == (failure,)


def test_bundle_of_inspect_shows_the_logs(results: Path, tmp_path: Path) -> None:
    """`inspect view bundle` makes a site of them, with every log in its list."""
    paths = exported(results)
    bundle_log_dir(str(results / "logs"), str(tmp_path / "site"))
    assert (tmp_path / "site" / "index.html").is_file()
    listing = json.loads((tmp_path / "site" / "logs" / "listing.json").read_text("utf-8"))
    assert sorted(listing) == sorted(path.name for path in paths)
    shown = {entry["model"]: entry["status"] for entry in listing.values()}
    assert shown == dict.fromkeys(DOCTORS, "success")


def test_run_without_words_is_refused(tmp_path: Path) -> None:
    published = Path(__file__).parents[2] / "results"
    options = ("--results", published, "--format", "inspect", "--out", tmp_path / "logs")
    done = command("export", "2026-10-04-published", *options)
    assert done.exit_code == 2
    assert done.output == (
        "crookbench: run '2026-10-04-published' is published without words, and Inspect shows "
        "words; export it as csv or parquet\n"
    )
    assert not (tmp_path / "logs").exists()


def test_export_of_an_outdated_run_is_refused(results: Path, tmp_path: Path) -> None:
    """A log of Inspect would show points that our records do not."""
    copy = tmp_path / "r1"
    record = Store(copy).consult(("baseline/silent", CASE, 1)).record
    for path in (results / "r1").rglob("*"):
        if path.is_file():
            to = copy / path.relative_to(results / "r1")
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(path.read_bytes())
    text = record.read_text("utf-8").replace('"questions": ', '"questions": 1')
    record.write_text(text, "utf-8")
    options = ("--results", tmp_path, "--format", "inspect", "--out", tmp_path / "logs")
    done = command("export", "r1", *options)
    assert done.output == (
        f"crookbench: {record}: is not what its log and today's case give; see with: "
        "crookbench verify\n"
    )
    assert not (tmp_path / "logs").exists()


def test_file_as_folder_is_refused(results: Path, tmp_path: Path) -> None:
    out = tmp_path / "logs"
    out.write_text("mine")
    done = command("export", "r1", "--results", results, "--format", "inspect", "--out", out)
    assert done.output == (
        f"crookbench: {out}: expected a folder to write into, saw a file; choose another --out\n"
    )
    assert out.read_text() == "mine"
