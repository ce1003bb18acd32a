"""The original crook-bench's results: the one place that knows how its files differ from ours.

Its folder holds `<model>/<case>-<rep>.{json,log.json,md}` without a run.json, its moves carry
`type` instead of `move`, and what the spoken plan earned stands in the totals but beside no move.
So awards of its rows are dropped, and bills are computed from the case and the log.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crookbench.errors import Fault
from crookbench.records.manifest import DoctorConfig, Manifest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crookbench.game.case import Case
    from crookbench.records.log import Row
    from crookbench.records.results import Consult

NAME = "the original crook-bench"
CREDIT = f"{NAME} (woodytwoshoes)"
HOME = "https://github.com/woodytwoshoes/crook-bench"
OUR_CANARY = "crookbench-canary"
"""How the canary of each of this project's own cases begins; crook-bench's cases have none."""

_NEVER_IN_A_NAME = re.compile(r"[^A-Za-z0-9.-]+")


def folder_name(model: str) -> str:
    """The folder of a model's consults: each run of other characters becomes one "_"."""
    return _NEVER_IN_A_NAME.sub("_", model)


def is_foreign(rows: object) -> bool:
    """Whether a log's content has the original's form."""
    return isinstance(rows, list) and any(
        isinstance(row, dict) and "move" not in row and "type" in row for row in rows
    )


def our_row(row: Row) -> Row:
    """One of its moves in our form: without nulls, so that what is not there has our default."""
    kept = {
        key: value
        for key, value in row.items()
        if value is not None and key not in ("type", "awards", "kind")
    }
    kept["move"] = row.get("type")
    if kept["move"] == "order":
        kept["result"] = row.get("result")
    if kept["move"] == "dx":
        others = [each or "" for each in row.get("differentials") or ()]
        kept["differentials"] = (*others, "", "")[:2]
    return kept


def manifest_of(folder: Path, consults: Sequence[Consult]) -> Manifest:
    """A manifest of what is there, in alphabetical order."""
    records = [consult.record for consult in consults]
    dates = sorted(record.started[:10] for record in records if record.started)
    name = folder.resolve().name
    return Manifest(
        id=name,
        title=f"Results in {name}",
        date=dates[-1] if dates else "",
        description=f"Played by {NAME}.",
        doctors=tuple(DoctorConfig(id=model) for model in sorted({r.model for r in records})),
        cases=tuple(sorted({record.case for record in records})),
        reps=max(record.rep for record in records),
        questions=max(record.max_questions for record in records),
        patient=", ".join(sorted({r.patient_model for r in records if r.patient_model})),
        marker="",
        played_on="crook-bench",
    )


def refuse_other_cases(consult: Consult, case: Case) -> None:
    """Nothing is scored against a case that only shares its id with the one that was played.

    Raises:
        Fault: The consult is the original's and the case is this project's.
    """
    if consult.record.version is None and case.canary.startswith(OUR_CANARY):
        raise Fault(
            str(consult.record_path),
            f"was played on {NAME}'s own case {case.id!r}, saw this project's case of that id; "
            "name the cases it was played on with --cases-dir, and --catalogue",
            key="case",
        )


def rewritten(raw: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Its record with the scores replayed: every field that it does not give stays as it is."""
    scored = {name: value for name, value in now.items() if name in raw and name in _SCORED}
    history = {"rescored": now["rescored"]} if now["rescored"] else {}
    return {**raw, **scored, **history}


_SCORED = (
    "total", "max", "level", "consequence", "domains", "red_flags", "harmful", "unnecessary",
    "missed_required", "diagnoses",
)  # fmt: skip
"""Fields of its record that a rescoring changes."""
