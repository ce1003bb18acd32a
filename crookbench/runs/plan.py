"""What a run still has to play, and whether a command may go on with a run that is there.

Adding doctors, cases or repeats extends a run: run.json then plans every doctor with every case
and repeat. Anything else that differs would mix two configurations and is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.errors import Fault, UsageFault
from crookbench.records.results import MANIFEST, read_manifest
from crookbench.records.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from crookbench.records.manifest import DoctorConfig, Key, Manifest

_FIXED = (
    "kind",
    "plan",
    "questions",
    "patient",
    "marker",
    "patient_parameters",
    "prompts",
    "catalogue_hash",
)
"""Fields of run.json that must be the same for every consult of a run."""


def extended(there: Manifest | None, wanted: Manifest) -> Manifest:
    """The run's manifest with what the command adds to it.

    Raises:
        UsageFault: The command's configuration is another one; every difference is listed.
    """
    if there is None:
        return wanted
    found = [*differences(there, wanted)]
    if found:
        lines = "\n".join(f"  {line}" for line in found)
        raise UsageFault(
            f"run {there.id!r} was made under another configuration, and runs are never mixed:\n"
            f"{lines}\nrun the same configuration again, or start another run with --run"
        )
    doctors = {doctor.id: doctor for doctor in (*there.doctors, *wanted.doctors)}
    return there.model_copy(
        update={
            "doctors": tuple(doctors.values()),
            "cases": tuple(dict.fromkeys((*there.cases, *wanted.cases))),
            "reps": max(there.reps, wanted.reps),
            "case_hashes": there.case_hashes | wanted.case_hashes,
        }
    )


def unfinished_run(results: Path, wanted: Manifest) -> str | None:
    """The newest run that the same command began and did not finish, by its name.

    It plans all that the command asks for, under the same configuration, and lacks some of it. A
    run that cannot be read is left alone: commands that name it will tell what is wrong with it.
    """
    found = []
    for path in results.glob(f"*/{MANIFEST}"):
        try:
            there = read_manifest(path)
        except Fault:
            continue
        begun = {*there.planned} >= {*wanted.planned} and not any(differences(there, wanted))
        if begun and there.id == path.parent.name and to_play(Store(path.parent), wanted):
            found.append((there.date, there.id))
    return max(found)[1] if found else None


def differences(there: Manifest, wanted: Manifest) -> Iterator[str]:
    """Each setting that is not as run.json has it: its name, what it was, what it is now."""
    for name in _FIXED:
        yield from _compared(name, getattr(there, name), getattr(wanted, name))
    for case, now in wanted.case_hashes.items():
        if case in there.case_hashes:
            yield from _compared(f"case {case}", there.case_hashes[case], now)
    known = {doctor.id: doctor for doctor in there.doctors}
    for doctor in wanted.doctors:
        if doctor.id in known:
            yield from _parameters(known[doctor.id], doctor)


def _parameters(there: DoctorConfig, wanted: DoctorConfig) -> Iterator[str]:
    for name in sorted(there.parameters.keys() | wanted.parameters.keys()):
        before, now = (each.parameters.get(name) for each in (there, wanted))
        yield from _compared(f"doctor {there.id}, {name}", before, now)


def _compared(name: str, before: object, now: object) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(now, dict):
        yield from _keys_compared(name, before, now)
    elif before != now:
        yield f"{name}: was {_shown(before)}, is now {_shown(now)}"


def _keys_compared(
    name: str, before: Mapping[str, object], now: Mapping[str, object]
) -> Iterator[str]:
    for key in sorted(before.keys() | now.keys()):
        yield from _compared(f"{name}, {key}", before.get(key), now.get(key))


def _shown(value: object) -> str:
    return "not set" if value is None else repr(value)


def to_play(store: Store, wanted: Manifest) -> tuple[Key, ...]:
    """The consults a command asks for that have no record yet, in order."""
    return tuple(key for key in wanted.planned if not store.consult(key).record.is_file())
