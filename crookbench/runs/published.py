"""Turns the rows of crook-bench's published run into a wordless run of ours: a maintainers' tool.

The rows are two files of JSON lines, figures and ids only, extracted in 2026 from the records and
move logs that woodytwoshoes/crook-bench published of its run of 4 October 2026: `consults.jsonl`
(one bill a line) and `moves.jsonl` (what each doctor did, with the points of each move). They are
not kept in this repository; the folder that this writes is.

    from crookbench.runs.published import convert
    convert(Path("consults.jsonl"), Path("moves.jsonl"), Path("results/2026-10-04-published"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crookbench.errors import Fault
from crookbench.game.awards import PARTS
from crookbench.game.points import MANAGEMENT, NECESSITY, RED_FLAG_ABSENT, level
from crookbench.runs.foreign import with_awards
from crookbench.runs.jsonfile import parse_json, rows_text, write_atomically
from crookbench.runs.manifest import DoctorConfig, Manifest
from crookbench.runs.published_moves import Words, flags_of, rows_of
from crookbench.runs.record import (
    SCHEMA,
    Domain,
    Provenance,
    Record,
    RedFlag,
    Rescored,
    SavedDiagnosis,
    Score,
    Usage,
)
from crookbench.runs.results import MANIFEST
from crookbench.runs.slug import slug
from crookbench.runs.store import manifest_text, record_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from crookbench.game.catalogue import Catalogue
    from crookbench.runs.log import Row

DATE = "2026-10-04"
ID = f"{DATE}-published"
FORCED_TOOLS = "meta-llama/llama-4-maverick"
SOURCE = "https://github.com/woodytwoshoes/crook-bench/blob/main/results/{folder}/{case}-{rep}.md"
PATIENT = "qwen/qwen3-8b"
DESCRIPTION = (
    "The run that crook-bench published: 13 models, five cases, three consults each, through "
    "OpenRouter at each provider's defaults. It was played on crook-bench's own cases with its "
    "own patient and marker, an 8B model (Qwen3 8B), not on the cases and the patient of this "
    "repository. Here it is kept as figures and ids, without words; each consult links to its "
    "transcript at the source."
)

HARMS = {
    "penicillin": "A penicillin for a patient allergic to it",
    "gtn": "Glyceryl trinitrate after sildenafil",
    "bed_rest": "Bed rest advised",
    "abdominal_ultrasound": "Abdominal ultrasound that delays care",
    "sent_home": "Sent home without a diagnosis",
    "routine_surgeon": "Routine referral to a surgeon instead of emergency care",
    "specialist_referral": "Specialist referral that is not needed",
}
"""What the rows' tags of harmful acts mean, in plain words."""

REQUIRED = {"abdo_pain_appendicitis": "Sent to the emergency department today"}
"""The required item of the only case in which anyone missed one (known issue B2 names it)."""

RESCORED = (
    "Case fix B2: the required emergency department item also accepts phoning ahead for a "
    "handover. Rescored from the log by crook-bench, without any model."
)
RESCORED_POINTS = 45


def convert(consults: Path, moves: Path, out: Path, catalogue: Catalogue | None = None) -> None:
    """Writes the run's folder; names come from the catalogue where it has the id.

    Raises:
        Fault: The rows contradict each other.
    """
    bills = _lines(consults)
    played = {_key(line): line["moves"] for line in _lines(moves)}
    flags = flags_of([(case, each) for (_, case, _), each in played.items()])
    words = Words(_names(catalogue), HARMS, REQUIRED)
    write_atomically(out / MANIFEST, manifest_text(_manifest(bills)))
    for bill in bills:
        key = _key(bill)
        rows = rows_of(played[key], bill, words)
        record = _record(bill, rows, flags[bill["case"]], words)
        if was_rescored(bill["case"], played[key]):
            record = record.model_copy(update={"rescored": (_rescoring(record),)})
        stem = out / slug(bill["model"]) / f"{bill['case']}-{bill['rep']}"
        write_atomically(stem.with_name(f"{stem.name}.log.json"), rows_text(rows))
        write_atomically(stem.with_name(f"{stem.name}.json"), record_text(record))


def was_rescored(case: str, moves: Sequence[Mapping[str, Any]]) -> bool:
    """Whether B2 touched the consult: there the phone call earns the ideal item on top of its own.

    In the rows these are the only moves of that case where `phone_ed_handover` has 20 points.
    """
    worth = MANAGEMENT["ideal"] + MANAGEMENT["acceptable"]
    return case in REQUIRED and any(
        move.get("id") == "phone_ed_handover" and move["points"] == worth for move in moves
    )


def _rescoring(record: Record) -> Rescored:
    """The score before B2: 45 less, and without the required care unless harm came first."""
    total = record.total - RESCORED_POINTS
    harmed = record.consequence == "harmful"
    before = Score(
        total=total,
        max=record.max,
        level=level(total, record.max),
        consequence="harmful" if harmed else "missed_red_flag",
    )
    return Rescored(when=DATE, why=RESCORED, before=before, after=record.score)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [
        parse_json(line, f"{path}:{number}")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
    ]


def _key(line: Mapping[str, Any]) -> tuple[str, str, int]:
    return (line["model"], line["case"], line["rep"])


def _names(catalogue: Catalogue | None) -> dict[str, str]:
    if catalogue is None:
        return {}
    shelves = (
        catalogue.diagnoses,
        catalogue.examinations,
        catalogue.investigations,
        catalogue.formulary,
        catalogue.referrals,
    )
    return {entry.id: entry.name for shelf in shelves for entry in shelf}


def _manifest(bills: Sequence[Mapping[str, Any]]) -> Manifest:
    models = dict.fromkeys(bill["model"] for bill in bills)
    return Manifest(
        id=ID,
        title="The run crook-bench published",
        date=DATE,
        description=DESCRIPTION,
        kind="wordless",
        featured=True,
        doctors=tuple(DoctorConfig(id=model, parameters=_parameters(model)) for model in models),
        cases=tuple(dict.fromkeys(bill["case"] for bill in bills)),
        reps=max(bill["rep"] for bill in bills),
        questions=max(bill["max_questions"] for bill in bills),
        patient=PATIENT,
        marker=PATIENT,
        played_on="crook-bench",
        source=SOURCE,
    )


def _parameters(model: str) -> dict[str, object]:
    return {"tool_choice": "required" if model == FORCED_TOOLS else "auto"}


def _record(
    bill: Mapping[str, Any], rows: Sequence[Row], flags: Mapping[str, int], words: Words
) -> Record:
    address = Manifest(id=ID, title="", date=DATE, source=SOURCE).source_of(*_key(bill))
    record = Record(
        version=SCHEMA,
        model=bill["model"],
        case=bill["case"],
        rep=bill["rep"],
        ending=bill["ending"],
        total=bill["total"],
        max=bill["max"],
        level=bill["level"],
        consequence=bill["consequence"],
        domains=tuple(
            Domain(id=part, name=name, earned=bill[part][0], max=bill[part][1])
            for part, name in PARTS.items()
        ),
        red_flags=_red_flags(bill, rows, flags, words),
        harmful=tuple(HARMS[tag] for tag in bill["harms"]),
        unnecessary=_unnecessary(rows),
        missed_required=(REQUIRED.get(bill["case"], ""),) * bill["missed_required"],
        diagnoses=tuple(
            SavedDiagnosis(label=words.of(id_), id=id_, role=role)
            for id_, role in bill["diagnoses"]
        ),
        says=bill["says"],
        questions=bill["questions"],
        max_questions=bill["max_questions"],
        usage=Usage(**{name: bill[name] for name in Usage.model_fields}),
        patient_model=bill["patient_model"],
        started=bill["started"],
        raw_total=rows[-1]["score"],
        marker_model=bill["patient_model"],
        provenance=Provenance(
            version="crook-bench", parameters=_parameters(bill["model"]), source=address
        ),
    )
    return with_awards(record, rows)


def _red_flags(
    bill: Mapping[str, Any], rows: Sequence[Row], flags: Mapping[str, int], words: Words
) -> tuple[RedFlag, ...]:
    """The case's flags: all that anyone elicited, which must be as many as the bill counts.

    Raises:
        Fault: They are not.
    """
    if len(flags) != bill["red_flags"][1]:
        where = f"{bill['model']}, {bill['case']}, repeat {bill['rep']}"
        message = f"expected {bill['red_flags'][1]} red flags, seen {len(flags)} in the moves"
        raise Fault(where, message, "red_flags")
    told = {item for row in rows for item in row.get("released", ())}
    return tuple(
        RedFlag(topic=words.of(id_), elicited=id_ in told, id=id_, absent=points == RED_FLAG_ABSENT)
        for id_, points in flags.items()
    )


def _unnecessary(rows: Sequence[Row]) -> tuple[str, ...]:
    """Examinations and tests that cost points without being one of the harms."""
    return tuple(
        award["label"]
        for row in rows
        if row["move"] in ("exam", "order")
        for award in row["awards"]
        if NECESSITY["harmful"] < award["points"] < 0
    )
