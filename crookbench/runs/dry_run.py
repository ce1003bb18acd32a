"""`crookbench run --dry-run`: what would be played, and what it may cost; nothing is written."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import click

from crookbench.doctor.baselines import BASELINES
from crookbench.errors import Fault
from crookbench.records.results import MANIFEST, read_record
from crookbench.records.store import Store
from crookbench.runs.command import wanted_run
from crookbench.runs.listing import listed
from crookbench.runs.plan import to_play

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crookbench.chat.usage import Price
    from crookbench.records.record import Record
    from crookbench.runs.command import PlayOptions, Wanted
    from crookbench.runs.listing import Row


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one consult of a doctor may cost.

    Attributes:
        each: US$, or None where nothing tells.
        basis: What it was estimated from, for readers.
    """

    each: float | None
    basis: str


def dry_run_command(options: PlayOptions) -> None:
    """Prints what the command would play and what it may cost.

    Raises:
        CrookbenchError: As the run itself would; nothing has been written either way.
    """
    found = wanted_run(options)
    run = found.manifest
    keys = to_play(Store(options.results / run.id), run)
    rows = _rows(found, keys, options.results)
    known = [row["us_dollars"] for row in rows if isinstance(row["us_dollars"], float)]
    total = round(sum(known), 2)
    whole = len(known) == len(rows)
    if options.as_json:
        told = {"run": run.id, "to_play": len(keys), "already_there": len(run.planned) - len(keys),
                "us_dollars": total if whole else None, "doctors": rows}  # fmt: skip
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    there = len(run.planned) - len(keys)
    click.echo(
        f"Run {run.id} would play {_count(len(keys), 'consult')}: {_count(len(rows), 'doctor')}, "
        f"{_count(len(run.cases), 'case')}, {_count(run.reps, 'repeat')}; {there} are there. "
        "Nothing was played or written.\n"
    )
    click.echo(listed([{**row, "us_dollars": _money(row["us_dollars"])} for row in rows], "text"))
    told_total = f"US$ {total:.2f}" if whole else f"at least US$ {total:.2f}; some is not known"
    click.echo(f"\nTogether {told_total}. An estimate: consults differ. --max-cost sets a limit.")
    if found.models.patient is not None:
        click.echo("The patient's model comes on top, where an earlier run did not include it.")


def _money(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else "not known"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _rows(found: Wanted, keys: Sequence[tuple[str, str, int]], results: Path) -> list[Row]:
    """One row a doctor, in the order of the plan."""
    to_come = Counter(model for model, _, _ in keys)
    doctors = [doctor.id for doctor in found.manifest.doctors]
    asked = [id_ for id_ in doctors if id_ not in BASELINES]
    earlier = _records(results) if asked else {}
    rows: list[Row] = []
    for id_ in doctors:
        settings = found.models.doctors.get(id_)
        price = settings.price if settings else None
        estimate = Estimate(0.0, "a script") if id_ in BASELINES else _of(id_, price, earlier)
        cost = None if estimate.each is None else round(estimate.each * to_come[id_], 4)
        rows.append({"doctor": id_, "consults": to_come[id_], "us_dollars": cost,
                     "estimated_from": estimate.basis})  # fmt: skip
    return rows


def _of(model: str, price: Price | None, earlier: Mapping[str, Sequence[Record]]) -> Estimate:
    """From the model's own earlier consults, else from its price and what models mostly use."""
    own = [each for each in earlier.get(model, ()) if each.usage.cost is not None]
    if own:
        costs = [each.known_cost for each in own]
        return Estimate(
            fmean(costs),
            f"{_count(len(own), 'earlier consult')}: {fmean(costs):.3f} each, at most "
            f"{max(costs):.3f}",
        )
    if price is None:
        return Estimate(None, "nothing: no price in models.yaml, no earlier consult with a cost")
    used = [each.usage for records in earlier.values() for each in records if each.usage.calls]
    if not used:
        return Estimate(None, "its price alone: no earlier consult tells how much a model reads")
    read, wrote = (fmean(getattr(each, f"{what}_tokens") for each in used)
                   for what in ("prompt", "completion"))  # fmt: skip
    each = (read * price.input + wrote * price.output) / 1e6  # prices are for a million tokens
    return Estimate(
        each, f"its price, and {read:,.0f} tokens read and {wrote:,.0f} written a consult"
    )


def _records(results: Path) -> dict[str, list[Record]]:
    """The records of every run by model; a file that is no record tells nothing of cost."""
    found = defaultdict(list)
    for run in results.glob(f"*/{MANIFEST}"):
        for path in run.parent.glob("*/*.json"):
            if path.name.endswith((".log.json", ".error.json")):
                continue
            try:
                record = read_record(path)
            except Fault:
                continue
            found[record.model].append(record)
    return found
