"""Known faults of the marking, and the consults that each is known to touch."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from crookbench.casebook.schema_faults import validated
from crookbench.casebook.yamlfile import read_yaml
from crookbench.errors import Faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from crookbench.errors import Fault
    from crookbench.records.results import Run

Status = Literal["open", "fixed", "answered"]

FILE = "known-issues.yaml"

STATUSES: dict[Status, str] = {
    "open": "open",
    "fixed": "fixed where it was found",
    "answered": "open where it was found, answered here",
}


class Touched(BaseModel):
    """One consult that an issue touches.

    Attributes:
        move: The number of the move, if one stands out.
        lost: The points it cost, where the marks still stand.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    run: str
    model: str
    case: str
    rep: int = Field(ge=1)
    move: int | None = Field(default=None, ge=1)
    lost: int = Field(default=0, ge=0)

    @property
    def key(self) -> tuple[str, str, int]:
        return (self.model, self.case, self.rep)

    def is_in(self, runs: Iterable[Run]) -> bool:
        """Whether its run holds the consult and the move; true where the run is not given."""
        of_run = [run for run in runs if run.manifest.id == self.run]
        logs = [each.log for run in of_run for each in run.consults if each.record.key == self.key]
        return not of_run or any(self.move is None or self.move <= len(log) for log in logs)


class Issue(BaseModel):
    """One known issue.

    Attributes:
        cases: The cases it concerns; none means every case.
        since: The day on which it became known; where none is told, that of the first run.
        happens: What goes wrong.
        answer: What this project does about it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[A-Z][0-9]+$")
    title: str
    cases: tuple[str, ...] = ()
    status: Status
    found_in: str
    since: date | None = None
    happens: str
    answer: str
    consults: tuple[Touched, ...] = ()

    @field_validator("since", mode="before")
    @classmethod
    def since_is_no_number(cls, value: object) -> object:
        """Pydantic reads some numbers as seconds since 1970."""
        if isinstance(value, int | float):
            raise ValueError(f"expected a date such as 2026-10-31, saw {value}")  # noqa: TRY004
        return value

    @property
    def status_words(self) -> str:
        return STATUSES[self.status]

    def touches(self, run: str, key: tuple[str, str, int]) -> bool:
        return bool(self.touched(run, key))

    def touched(self, run: str, key: tuple[str, str, int]) -> tuple[Touched, ...]:
        """Where it touches a consult."""
        return tuple(each for each in self.consults if each.run == run and each.key == key)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    issues: tuple[Issue, ...] = ()


def issues_beside(cases: Path, runs: Sequence[Run]) -> tuple[Issue, ...]:
    """What known-issues.yaml in the cases' folder says; where it is not there, nothing.

    Consults of runs that are not given are believed.

    Raises:
        Fault: The file cannot be read or is no YAML.
        Faults: Entries that do not fit, an id that stands twice, a consult that its run lacks.
    """
    path = cases / FILE
    if not path.exists():
        return ()
    file = read_yaml(path)
    issues = validated(_File, file, file.data).issues
    faults: list[Fault] = []
    for place, issue in enumerate(issues):
        if issue.id in {each.id for each in issues[:place]}:
            message = f"{issue.id!r} stands twice; give each issue an id of its own"
            faults.append(file.fault(message, f"issues.{place}.id"))
        faults += (
            file.fault(
                f"run {touched.run} has no consult of {touched.model}, {touched.case}, repeat "
                f"{touched.rep}, or not that move; correct it or leave it out",
                f"issues.{place}.consults.{number}",
            )
            for number, touched in enumerate(issue.consults)
            if not touched.is_in(runs)
        )
    if faults:
        raise Faults(faults)
    return issues
