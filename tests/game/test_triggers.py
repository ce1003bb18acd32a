"""Which moves do a plan item."""

from __future__ import annotations

import pytest

from crookbench.game.management import Trigger
from crookbench.game.moves import Move, Order, Refer, Rx
from crookbench.game.triggers import completed_by, deeds_among
from crookbench.testing.factories import catalogue


def rx(drug: str, frequency: str = "Twice daily", duration: str = "7 days") -> Rx:
    return Rx(drug, "1", frequency, duration)


@pytest.mark.parametrize(
    ("trigger", "moves", "fulfilled_at"),
    [
        ({"refer": "haematologist"}, [Refer("physiotherapist"), Refer("haematologist")], (2,)),
        ({"order": ["inr", "d_dimer"]}, [Order("d_dimer"), Order("inr")], (1, 2)),
        ({"give": "aspirin"}, [rx("aspirin"), rx("aspirin", "Stat dose")], (2,)),
        ({"prescribe": "aspirin"}, [rx("aspirin"), rx("aspirin", "Stat dose")], (1,)),
        ({"medicate": "aspirin"}, [rx("aspirin"), rx("aspirin", "Stat dose")], (1, 2)),
        ({"medicate": "paracetamol"}, [rx("paracetamol_codeine"), rx("paracetamol_liquid")], (2,)),
        ({"prescribe": "aspirin", "frequency": "At night"},
         [rx("aspirin"), rx("aspirin", "At night")], (2,)),
        ({"prescribe": "aspirin", "duration": ["3 days", "5 days"]},
         [rx("aspirin"), rx("aspirin", duration="5 days")], (2,)),
        ({"medicate": "apixaban", "with": "aspirin"}, [rx("apixaban")], ()),
        ({"medicate": "apixaban", "with": "aspirin"}, [rx("apixaban"), rx("aspirin")], (2,)),
        ({"medicate": "apixaban", "with": "aspirin"},
         [rx("aspirin"), Order("inr"), rx("apixaban")], (3,)),
    ],
    ids=["referral", "any test of a list", "give is a stat dose", "prescribe is a script",
         "medicate is either", "exact ingredient", "frequency narrows", "duration narrows",
         "with wants the other", "other after", "other before"],
)  # fmt: skip
def test_trigger_is_fulfilled_by_its_moves(
    trigger: dict[str, object], moves: list[Move], fulfilled_at: tuple[int, ...]
) -> None:
    """A trigger is fulfilled at the moves that do its action as it is narrowed."""
    assert (
        completed_by(catalogue(), Trigger.model_validate(trigger), deeds_among(moves))
        == fulfilled_at
    )


def test_trigger_without_an_action_is_refused() -> None:
    """A frequency alone names nothing that could be done."""
    with pytest.raises(
        ValueError, match="at least one of refer, order, stop, review, give, prescribe, medicate"
    ):
        Trigger.model_validate({"frequency": ["At night"]})
