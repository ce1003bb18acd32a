"""Takes a doctor out of a run: what failed is deleted, and the run plans the doctor no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.errors import UsageFault
from crookbench.game.nearest import did_you_mean
from crookbench.records.lock import locked
from crookbench.records.results import MANIFEST
from crookbench.records.slug import slug
from crookbench.records.store import Store

if TYPE_CHECKING:
    from pathlib import Path

_OWN = ("*-*.json", "*-*.md", "*-*.partial.jsonl")
"""The files that a consult leaves in its doctor's folder; anything else there stays."""


def forget_doctor(results: Path, run_id: str, doctor: str, *, scored: bool) -> str:
    """Deletes what a doctor left in a run; says what was done.

    run.json is written last, and of a consult its record goes first: a process that is killed in
    between leaves a sound run with gaps, and the same command finishes.

    Raises:
        UsageFault: There is no such run or doctor, or it has scored consults and `scored` is false.
    """
    run = results / run_id
    if slug(run_id) != run_id or not (run / MANIFEST).is_file():
        known = [path.parent.name for path in sorted(results.glob(f"*/{MANIFEST}"))]
        advice = did_you_mean(run_id, known, f"there are: {', '.join(known) or 'none'}")
        raise UsageFault(f"{results}: there is no run {run_id!r}; {advice}")
    with locked(run):
        store = Store(run)
        manifest = store.manifest()
        doctors = {each.id: each for each in manifest.doctors} if manifest else {}
        if manifest is None or doctor not in doctors:
            advice = did_you_mean(doctor, doctors, f"it plans: {', '.join(doctors)}")
            raise UsageFault(f"run {run_id}: it plans no doctor {doctor!r}; {advice}")
        if len(doctors) == 1:
            raise UsageFault(
                f"run {run_id}: {doctor} is its only doctor; delete the folder {run} instead"
            )
        folder = run / slug(doctor)
        files = [path for pattern in _OWN for path in folder.glob(pattern)]
        records = [
            path
            for path in files
            if path.suffix == ".json" and not path.name.endswith((".log.json", ".error.json"))
        ]
        if records and not scored:
            has = (
                "has a scored consult"
                if len(records) == 1
                else f"has {len(records)} scored consults"
            )
            raise UsageFault(
                f"run {run_id}: {doctor} {has}; "
                "--scored deletes them too, and nothing brings them back"
            )
        for path in sorted(files, key=lambda path: path in records, reverse=True):
            path.unlink(missing_ok=True)
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
        kept = tuple(each for each in manifest.doctors if each.id != doctor)
        store.write_manifest(manifest.model_copy(update={"doctors": kept}))
    failed = sum(path.name.endswith(".error.json") for path in files)
    return (
        f"Run {run_id} no longer plans {doctor}: {len(records)} scored and {failed} failed "
        f"consults deleted. `crookbench report {run_id}` writes its LEADERBOARD.md anew."
    )
