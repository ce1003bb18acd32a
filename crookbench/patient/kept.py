"""The fitted models of a case: shipped beside its phrases, or fitted once and kept in a cache.

They are found by a hash of everything they were learnt from, so that a changed line, case or
method never goes with an old model.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from crookbench.paths import shipped
from crookbench.patient.linear import LinearModel, fit
from crookbench.patient.phrases import FOLDER, GENERIC, TALK, bank_path, read_bank
from crookbench.patient.stance import statement_features
from crookbench.patient.training import Lines, judged_items, labels_of, plan_rows, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crookbench.game.case import Case

FITTED = "fitted"
"""The folder of shipped models, among the phrases."""
_METHOD = 7
"""Goes up with every change to what is learnt from the same lines, or how."""
_MANY = 500
"""Own lines from which on a fit takes long enough to say so."""
_known: dict[str, Learnt] = {}


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a case's patient and marker have learnt."""

    ear: LinearModel
    plan: LinearModel


def learnt(case: Case) -> Learnt:
    """The models of a case: known already, shipped, kept from before, or fitted now."""
    key = _key(case)
    if key not in _known:
        places = (*_shipped(case), _cache() / f"{key}.npz")
        _known[key] = next(filter(None, (_read(place, key) for place in places)), None) or _fitted(
            case, key
        )
    return _known[key]


def lines_of(case: Case) -> Lines:
    """The phrases of a case's own banks and of those that all cases share."""
    own, plan, generic, talk = _banks(case)
    return Lines(
        read_bank(own, "questions").phrases,
        read_bank(plan, "plan").phrases,
        read_bank(generic, "questions").phrases,
        read_bank(talk, "questions").phrases,
    )


def fitted(case: Case, lines: Lines | None = None) -> Learnt:
    """The models fitted from a case's lines, but for those kept back to measure by."""
    from crookbench.patient.ear import fit_ear

    lines = (lines or lines_of(case)).without_held_out()
    talk = dict.fromkeys(phrase.ids[0] for phrase in lines.talk)
    ear = fit_ear(rows_of(case, lines), labels_of(case, talk))
    rows = plan_rows(case, lines)
    plan = fit(
        [statement_features(said) for said, _, _ in rows],
        [says for _, says, _ in rows],
        judged_items(case),
        lambda n, id_: rows[n][2] in {"", id_},
    )
    return Learnt(ear, plan)


def write(case: Case, folder: Path) -> Path:
    """Fits a case's models and writes them where they ship from."""
    path = folder / FITTED / f"{case.id}.npz"
    path.parent.mkdir(exist_ok=True)
    _write(path, _key(case), fitted(case))
    return path


def _folders(case: Case) -> Iterator[Path]:
    if case.folder:
        yield Path(case.folder) / FOLDER
    yield shipped("cases") / FOLDER


def _shipped(case: Case) -> Iterator[Path]:
    return (folder / FITTED / f"{case.id}.npz" for folder in _folders(case))


def _banks(case: Case) -> tuple[Path, ...]:
    """The case's two banks and the two shared ones, each from the first folder that has it."""
    first, *_ = folders = list(_folders(case))
    names = (
        bank_path(first, case.id, "questions").name, bank_path(first, case.id, "plan").name,
        GENERIC, TALK,
    )  # fmt: skip
    return tuple(
        next((folder / name for folder in folders if (folder / name).is_file()), first / name)
        for name in names
    )


def _key(case: Case) -> str:
    """A hash of all that the models depend on."""
    history = [
        (item.id, item.topic, item.answer, item.asked_as, item.covers) for item in case.history
    ]
    items = case.management.items
    plan = [
        (id_, items[id_].text, items[id_].said_as, items[id_].not_said_as)
        for id_ in judged_items(case)
    ]
    digest = hashlib.sha256(json.dumps([_METHOD, history, plan]).encode())
    for path in _banks(case):
        digest.update(hashlib.sha256(path.read_bytes() if path.is_file() else b"").digest())
    return digest.hexdigest()[:32]


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "crookbench" / "fitted"


def _fitted(case: Case, key: str) -> Learnt:
    if len(lines_of(case).own) >= _MANY:
        print(  # noqa: T201  whoever waits wants to know why, on whatever command
            f"{case.id}: its phrases have changed; learning them anew, once (about 20 s)",
            file=sys.stderr,
        )
    models = fitted(case)
    with suppress(OSError):  # a cache that cannot be written only costs time
        _cache().mkdir(parents=True, exist_ok=True)
        _write(_cache() / f"{key}.npz", key, models)
    return models


def _read(path: Path, key: str) -> Learnt | None:
    try:
        with np.load(path) as arrays:
            if bytes(arrays["key"]).decode() != key:
                return None
            parts = {
                part: LinearModel.unpacked(
                    {name[len(part) + 1 :]: arrays[name] for name in arrays.files
                     if name.startswith(f"{part}_")}
                ) for part in ("ear", "plan")
            }  # fmt: skip
    except (OSError, ValueError, KeyError):
        return None
    return Learnt(parts["ear"], parts["plan"])


def _write(path: Path, key: str, models: Learnt) -> None:
    """Writes by rename, so that nobody reads half a file."""
    named = {f"ear_{name}": array for name, array in models.ear.packed().items()}
    named |= {f"plan_{name}": array for name, array in models.plan.packed().items()}
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        named["key"] = np.frombuffer(key.encode(), np.uint8)
        np.savez_compressed(file, allow_pickle=False, **named)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)
