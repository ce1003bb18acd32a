"""Where points were lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.figures.faults import losses, losses_table
from crookbench.figures.names import Names
from crookbench.figures.render import table_csv

if TYPE_CHECKING:
    from collections.abc import Callable

    from crookbench.records.results import Consult, Run

    Make = Callable[..., Consult]
    Plan = Callable[..., Run]

DOMAINS = [
    {"id": "history", "earned": 30, "max": 60},
    {"id": "management", "earned": 50, "max": 40},
]
AWARDS = [
    {"points": 80, "part": "history", "kind": "history", "label": "", "item": "a", "move": 1},
    {"points": 10, "part": "investigations", "kind": "test", "label": "", "item": "d", "move": 1},
    {"points": -30, "part": "management", "kind": "harmful", "label": "", "item": "b", "move": 2},
    {"points": -2, "part": "investigations", "kind": "test", "label": "", "item": "c", "move": 3},
]


def test_losses_are_shares_of_the_whole_maximum(consult: Make, run_of: Plan) -> None:
    """30 of 100 lost in history; ten beyond the maximum won in management."""
    (found,) = losses(run_of(consult("m", "a", total=80, domains=DOMAINS, awards=AWARDS)))
    assert found.parts == pytest.approx(
        {"history": 30, "examination": 0, "investigations": 0, "management": -10}
    )
    assert found.penalties == pytest.approx({"harmful": 30, "test": 2})


def test_losses_without_awards_or_consults_are_not_zero(consult: Make, run_of: Plan) -> None:
    """Penalties are unknown without awards, everything without consults."""
    run = run_of(consult("m", "a", domains=DOMAINS), doctors=["m", "none"])
    some, none = losses(run)
    assert (some.penalties, none.penalties) == (None, None)
    assert set(none.parts.values()) == {None}
    assert table_csv(losses_table(run, (some, none), ["m", "none"], Names())) == (
        "doctor,n,history,examination,investigations,management\n"
        "m,1,30.0,0.0,0.0,-10.0\n"
        "none,0,,,,\n"
    )
