"""What a log of Inspect holds of our consults, beside what every log holds.

The header's metadata have the run's configuration; a sample's store has the log and the record of
its consult, or why it has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field, FiniteFloat

from crookbench.errors import NotAvailable
from crookbench.records.log import rows_of
from crookbench.records.record import Filed, Infrastructure, Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.errors import InfrastructureError
    from crookbench.game.moves import Move

TASK = "crookbench/consult"
SCORER = "share_of_maximum"
"""Their names in a log; a scorer stands there without its package."""
CLUSTER = "case"
"""The sample's metadata by which errors are clustered: repeats of a case are no new cases."""
KEY = "crookbench"
"""Under which both are kept."""


class Ended(Filed):
    """What infrastructure ended a consult, and what that cost in US$."""

    ending: Infrastructure
    message: str
    cost: FiniteFloat = Field(default=0.0, ge=0)


class Kept(Filed):
    """A sample's consult: its rows and its record, or how it failed."""

    moves: list[Any] = Field(default_factory=list)
    record: Record | None = None
    failure: Ended | None = None


def share(record: Record) -> float:
    """Points as a share of the case's maximum; 0 where there is nothing to earn."""
    return record.total / record.max if record.max else 0.0


def kept_consult(record: Record, moves: Sequence[Move]) -> dict[str, Any]:
    """A consult that was played to its end, as a sample's store holds it."""
    return {"moves": rows_of(moves), "record": record.as_json()}


def kept_failure(error: InfrastructureError, cost: float) -> dict[str, Any]:
    """A consult without a score, as a sample's store holds it."""
    ended = Ended(ending=error.ending, message=str(error), cost=round(cost, 6))
    return {"failure": ended.model_dump(mode="json")}


def need_inspect(what: str) -> None:
    """Refuses `what` where Inspect is not installed.

    Raises:
        NotAvailable: It is not.
    """
    try:
        import inspect_ai  # noqa: F401
    except ImportError:
        raise NotAvailable(
            f"{what}: expected Inspect, which is not installed; install crookbench[inspect]"
        ) from None
