"""How long commands take on large results, and how much memory: the baselines' run copied.

The run in results/baselines is copied under other doctors' names until it holds as many consults
as asked for; each command then reads that folder in a process of its own. From the checkout:

    python benchmarks/scale.py report
    python benchmarks/scale.py report export --consults 1980
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

ROOT = Path(__file__).parent.parent
BASELINES = ROOT / "results" / "baselines"
COMMANDS = {
    "report": ("report", "copies", "--format", "json"),
    "export": ("export", "copies", "--out", "export"),
    "verify": ("verify", "--quiet"),
    "rescore": ("rescore", "copies", "--quiet"),
}
"""Each command's words, run beside the folder of results."""


def copies(folder: Path, consults: int) -> int:
    """Fills `folder` with a run named "copies"; how many consults it holds, `consults` or more."""
    manifest = json.loads((BASELINES / "run.json").read_text("utf-8"))
    models = [doctor["id"] for doctor in manifest["doctors"]]
    each = len(list(BASELINES.glob("*/*.log.json")))
    doctors = []
    for copy in range(-(-consults // each)):
        for doctor, model in zip(manifest["doctors"], models, strict=True):
            name = f"{model}-{copy}"
            doctors.append({**doctor, "id": name})
            target = folder / "copies" / name.replace("/", "_")
            target.mkdir(parents=True)
            for file in (BASELINES / model.replace("/", "_")).iterdir():
                # The doctor's id stands in the record alone; its log and transcript are copied.
                text = file.read_text("utf-8").replace(f'"{model}"', f'"{name}"')
                (target / file.name).write_text(text, "utf-8")
    plan = {**manifest, "id": "copies", "title": "Copies", "doctors": doctors}
    (folder / "copies" / "run.json").write_text(json.dumps(plan), "utf-8")
    return each * -(-consults // each)


@click.command()
@click.argument("commands", nargs=-1, required=True, type=click.Choice(list(COMMANDS)))
@click.option("--consults", default=1980, show_default=True, help="At least so many.")
def main(commands: tuple[str, ...], consults: int) -> None:
    """Time COMMANDS on a large folder of results."""
    with tempfile.TemporaryDirectory() as place:
        n = copies(Path(place) / "results", consults)
        for name in commands:
            words = [sys.executable, "-m", "crookbench", *COMMANDS[name]]
            began = time.perf_counter()
            subprocess.run(words, cwd=place, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
            seconds = time.perf_counter() - began
            # The most of any command so far: name one command to know its own.
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{name}: {n} consults in {seconds:.1f} s, {n / seconds:.0f} a second, "
                  f"{peak:.0f} MB")  # fmt: skip


if __name__ == "__main__":
    main()
