"""Begins a case file from the skeleton, so that an author starts with everything a case needs."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING

from crookbench.casebook.casebook import NOT_CASES
from crookbench.casebook.generated import NAME, case_schema
from crookbench.errors import UsageFault
from crookbench.paths import shipped

if TYPE_CHECKING:
    from pathlib import Path

SKELETON = "_skeleton.yaml"
"""The skeleton's file among the cases; its name keeps it from being taken for one."""

_ID = re.compile(r"[a-z0-9][a-z0-9_]*")


def begin_case(id_: str, folder: Path, canary: uuid.UUID | None = None) -> Path:
    """Writes `id_`.yaml, with the schema it names beside it where there is none yet.

    `canary` lets the file be found in training data; by default it is a fresh one.

    Raises:
        UsageFault: The id is no file name for a case, the folder is not there, or the file is.
    """
    if not _ID.fullmatch(id_) or id_ in NOT_CASES:
        raise UsageFault(
            f"expected an id of lower case letters, digits and underscores, saw {id_!r}; "
            "try one like ankle_sprain"
        )
    if not folder.is_dir():
        raise UsageFault(f"expected a folder for the cases at {folder}, saw none; make it first")
    path = folder / f"{id_}.yaml"
    text = (shipped("cases") / SKELETON).read_text("utf-8")
    # The comment beside the id stays in the column of the skeleton's other comments.
    text = re.sub(r"(?m)^id: _skeleton +", f"id: {id_}".ljust(36), text, count=1)
    text = re.sub(
        r"(?m)^(canary: crookbench-canary-).*$", rf"\g<1>{canary or uuid.uuid4()}", text, count=1
    )
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        message = f"{path} is there already, and nothing is written over it; choose another id"
        raise UsageFault(message) from None
    if not (folder / NAME).exists():
        (folder / NAME).write_text(case_schema(), encoding="utf-8")
    return path
