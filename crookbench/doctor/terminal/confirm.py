"""What is asked before a move that could be a slip, for no move can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crookbench.game.catalogue import name_in
from crookbench.game.moves import DIAGNOSIS_SLOTS, Dx
from crookbench.game.points import CANT_MISS_WRONG, DIAGNOSIS_CHANGED
from crookbench.game.prescription import given_now

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.doctor.contract import ToolCall
    from crookbench.doctor.terminal.person import Act
    from crookbench.game.catalogue import Catalogue, Entry
    from crookbench.game.moves import Move

_VERBS = {"examine": "Examine", "order_test": "Order", "refer": "Refer to"}
SURE = "End the consultation? It is scored as it stands."


def asked_first(act: Act, catalogue: Catalogue, moves: Sequence[Move]) -> str:
    """The question before an act; "" where nothing could be meant otherwise.

    Asked about is what has a dose, what ends something, what costs points by itself, several moves
    at once, and a name of which only the beginning was typed.
    """
    call = act.call
    asked = ""
    match call.name:
        case "end_consult":
            return SURE
        case "prescribe":
            asked = _prescription(call, catalogue)
        case "stop_medicine" | "withdraw":
            verb = "Stop" if call.name == "stop_medicine" else "Take back the script for"
            asked = f"{verb} {_name(call, catalogue)}"
        case "diagnose":
            costs = diagnosis_costs(call, moves)
            if costs or act.guessed:
                asked = f"{costs}Save {_diagnoses(call, catalogue)}"
        case name if name in _VERBS and (act.more or act.guessed):
            names = ", ".join(_name(each, catalogue) for each in (call, *act.more))
            asked = f"{_VERBS[name]}: {names}"
        case _:
            pass
    return f"{asked}?" if asked else ""


def diagnosis_costs(call: ToolCall, moves: Sequence[Move]) -> str:
    """What saving a diagnosis costs whatever it is: changing one, or naming one twice."""
    told = ""
    named = [_argument(call, slot) for slot in DIAGNOSIS_SLOTS]
    before = next((move for move in reversed(moves) if isinstance(move, Dx)), None)
    if before is not None and [*before.slots.values()] != named:
        told += f"A diagnosis is saved already; another one costs {-DIAGNOSIS_CHANGED} points. "
    if named[2] in named[:2]:
        told += f"The can't-miss one repeats another, which costs {-CANT_MISS_WRONG} points. "
    elif named[0] == named[1]:
        told += "The differential repeats the most likely one, and so earns nothing. "
    return told


def _prescription(call: ToolCall, catalogue: Catalogue) -> str:
    dose, frequency, duration, quantity = (
        _argument(call, each) for each in ("dose", "frequency", "duration", "quantity")
    )
    if given_now(frequency):
        return f"Give now: {_name(call, catalogue)}, {dose}"
    many = f", quantity {quantity}" if quantity else ""
    how = f"{dose}, {frequency.lower()}, {duration.lower()}"
    return f"Prescribe {_name(call, catalogue)}: {how}{many}"


def _diagnoses(call: ToolCall, catalogue: Catalogue) -> str:
    names = [name_in(catalogue.diagnosis, _argument(call, slot)) for slot in DIAGNOSIS_SLOTS]
    return f"{names[0]}; differential {names[1]}; can't-miss {names[2]}"


def _name(call: ToolCall, catalogue: Catalogue) -> str:
    """What the call is about, with the side or part where it has one."""
    shelves: dict[str, Mapping[str, Entry]] = {
        "exam_id": catalogue.examination, "test_id": catalogue.investigation,
        "drug_id": catalogue.medicine, "referral_id": catalogue.referral,
    }  # fmt: skip
    name = next(
        (name_in(shelf, id_) for key, shelf in shelves.items() if (id_ := _argument(call, key))), ""
    )
    where = [_argument(call, each).replace("_", " ") for each in ("side", "subregion")]
    place = ", ".join(filter(None, where))
    return f"{name} ({place})" if place else name


def _argument(call: ToolCall, name: str) -> str:
    """A person's calls have their arguments as a mapping."""
    value = call.arguments.get(name) if not isinstance(call.arguments, str) else None
    return "" if value is None else str(value)
