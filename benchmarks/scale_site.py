"""Makes a results folder of any size: the baseline consults copied under other model ids.

python benchmarks/scale_site.py 1980 /tmp/results-1980
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

BASELINES = Path(__file__).parents[1] / "results" / "baselines"


def make_results(consults: int, folder: Path) -> None:
    """Writes one run with about so many consults: the baselines' 90, as often as it takes."""
    run = folder / "scale"
    run.mkdir(parents=True)
    manifest = json.loads((BASELINES / "run.json").read_text("utf-8"))
    records = sorted(
        path
        for path in BASELINES.glob("*/*.json")
        if not path.name.endswith((".log.json", ".error.json"))
    )
    copies = -(-consults // len(records))
    doctors = []
    for number in range(copies):
        doctors += [
            {**doctor, "id": _renamed(doctor["id"], number)} for doctor in manifest["doctors"]
        ]
        for path in records:
            _copy(path, run, number)
    manifest |= {"id": "scale", "title": "Scale", "doctors": doctors}
    (run / "run.json").write_text(json.dumps(manifest), "utf-8")


def _renamed(model: str, number: int) -> str:
    """A lab's model instead of a baseline, so that a copy is ranked as models are."""
    return f"lab-{number}/{model.partition('/')[2]}"


def _copy(path: Path, run: Path, number: int) -> None:
    record = json.loads(path.read_text("utf-8"))
    model = record["model"]
    record["model"] = _renamed(model, number)
    folder = run / record["model"].replace("/", "_")
    folder.mkdir(exist_ok=True)
    (folder / path.name).write_text(json.dumps(record, ensure_ascii=False), "utf-8")
    log, transcript = (path.with_name(path.stem + ending) for ending in (".log.json", ".md"))
    shutil.copyfile(log, folder / log.name)
    told = transcript.read_text("utf-8")
    told = told.replace(f": {model}, consult ", f": {record['model']}, consult ", 1)
    (folder / transcript.name).write_text(told, "utf-8")


if __name__ == "__main__":
    make_results(int(sys.argv[1]), Path(sys.argv[2]))
