"""What `crookbench list` lists: runs, cases, doctors and models, for people and for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from rich.cells import cell_len

from crookbench.casebook.casebook import load_cases
from crookbench.casebook.models import models_beside
from crookbench.records.results import MANIFEST, read_manifest, read_runs
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from crookbench.game.case import Case
    from crookbench.records.results import Run

_HEADS = {"us_dollars": "US$", "price_in": "US$/M read", "price_out": "US$/M written"}
Row: TypeAlias = dict[str, object]
"""One thing that is listed: values by the names that JSON has them under."""


def listed(rows: Sequence[Row], form: str) -> str:
    """The rows as JSON, or in columns with a line of headings."""
    if form == "json":
        return json.dumps(rows, ensure_ascii=False, indent=2)
    if not rows:
        return "There are none."
    heads = [_HEADS.get(name) or name.replace("_", " ").capitalize() for name in rows[0]]
    lines = [heads, *([_cell(value) for value in row.values()] for row in rows)]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    numbers = [isinstance(value, int | float) for value in rows[0].values()]
    return "\n".join(
        "  ".join(
            " " * (width - cell_len(text)) + text
            if right
            else text + " " * (width - cell_len(text))
            for text, width, right in zip(line, widths, numbers, strict=True)
        ).rstrip()
        for line in lines
    )


def _cell(value: object) -> str:
    return "" if value is None else printable(str(value)).replace("\n", " ")


def list_runs(results: Path) -> list[Row]:
    """Every run, the newest first, with how many of its planned consults are scored.

    Raises:
        CrookbenchError: There are no results, or a run.json is not as it should be.
    """
    paths = sorted(results.glob(f"*/{MANIFEST}"))
    if not paths:
        return [_run_row(run) for run in read_runs(results)]
    rows = []
    for path in paths:
        there = read_manifest(path)
        endings = (".log.json", ".error.json")
        records = [
            each
            for each in path.parent.glob("*/*.json")
            if not each.name.endswith(endings) and not each.name.startswith(".")
        ]
        planned = len(there.planned) if there.plan == "fixed" else len(records)
        rows.append(_row_of_run(path.parent.name, there.title, there.date, len(there.doctors),
                                len(there.cases), len(records), planned))  # fmt: skip
    return sorted(rows, key=lambda row: str(row["date"]), reverse=True)


def _run_row(run: Run) -> Row:
    there = run.manifest
    return _row_of_run(there.id, there.title, there.date, len(there.doctors), len(there.cases),
                       len(run.records), len(there.planned))  # fmt: skip


def _row_of_run(  # noqa: PLR0913, PLR0917  one column each
    id_: str, title: str, date: str, doctors: int, cases: int, scored: int, planned: int
) -> Row:
    return {"run": id_, "date": date, "doctors": doctors, "cases": cases, "scored": scored,
            "planned": planned, "title": title}  # fmt: skip


def in_order(cases: Sequence[Case]) -> list[Case]:
    """Cases as a player chooses from them: the easier first, then by complaint.

    The order says nothing of the diagnosis, which an id does.
    """
    return sorted(cases, key=lambda case: (case.difficulty, case.presenting_complaint, case.id))


def list_cases(folder: Path, *, ids: bool) -> list[Row]:
    """Cases by complaint and difficulty, never the diagnosis; with `ids` what gives it away."""
    return [
        {
            "number": number,
            "complaint": case.presenting_complaint,
            "patient": f"{case.patient.name}, {case.patient.age}, {case.patient.sex}",
            "difficulty": f"{case.difficulty} of 5",
            **({"id": case.id} if ids else {}),
        }
        for number, case in enumerate(in_order([*load_cases(folder).values()]), start=1)
    ]


def list_doctors(folder: Path) -> list[Row]:
    """The baselines with what they do, and the models that models.yaml describes."""
    from crookbench.doctor.baselines import BASELINES

    scripts: list[Row] = [
        {"doctor": id_, "kind": "baseline", "about": (script.__doc__ or "").strip()}
        for id_, script in BASELINES.items()
    ]
    models: list[Row] = [
        {"doctor": each.id, "kind": "model", "about": f"{each.name}, {each.lab}"}
        for each in models_beside(folder).values()
    ]
    return scripts + models


def list_models(folder: Path) -> list[Row]:
    """What models.yaml says of each model; prices in US$ for a million tokens."""
    return [
        {
            "model": each.id,
            "name": each.name,
            "lab": each.lab,
            "weights": each.weights,
            "price_in": each.price.input if each.price else None,
            "price_out": each.price.output if each.price else None,
        }
        for each in models_beside(folder).values()
    ]
