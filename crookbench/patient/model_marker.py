"""The model marker: a model proposes quotes, code checks them, and doubtful ones get a second look.

A model that gives no usable answer at all ends the consult without a score, to be played or marked
again. A single item that it left open is unmarked: never a silent 0, nor full marks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crookbench.chat.prompts import prompt
from crookbench.chat.usage import Usage
from crookbench.errors import ModelFailure, PatientError
from crookbench.game.moves import Say
from crookbench.patient.contract import Judgement
from crookbench.patient.eligible import eligible, is_belied
from crookbench.patient.quotes import around, found
from crookbench.patient.structured import AskedModel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.chat.client import Chat
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.game.management import ManagementItem
    from crookbench.game.moves import Move
    from crookbench.patient.structured import ModelSettings

PROPOSE = "patient/propose"
SECOND_LOOK = "patient/second_look"
_EXAMPLES = 3
_VERDICT = {
    "type": "object",
    "properties": {"said": {"type": "boolean"}},
    "required": ["said"],
    "additionalProperties": False,
}


class ModelMarker:
    """Judges the spoken plan of one case over a chat API."""

    def __init__(
        self, case: Case, catalogue: Catalogue, settings: ModelSettings, chat: Chat
    ) -> None:
        self._case = case
        self._catalogue = catalogue
        self._model = AskedModel(settings, chat)
        self.name = settings.model

    async def mark(self, moves: Sequence[Move]) -> Judgement:
        """What the doctor's statements in `moves` earned of the items that can be said.

        Raises:
            PatientError: The model gave no usable answer at all: there is no score to be had.
        """
        items = {
            id_: item
            for id_, item in eligible(self._case, self._catalogue, moves).items()
            if not is_belied(self._case, id_, moves)
        }
        said = [move.utterance for move in moves if isinstance(move, Say)]
        if not items or not said:
            return Judgement()
        try:
            proposed = await self._proposed(items, said)
        except ModelFailure as failure:
            told, used = f"the marker's model: {failure}", self._model.taken()
            raise PatientError(told, used, failure.reach) from None
        quotes, unmarked = {}, []
        for id_, quote in proposed.items():
            verdict = await self._confirmed(id_, items[id_], quote, said)
            if verdict is None:
                unmarked.append(id_)
            elif verdict:
                quotes[id_] = quote
        return Judgement(tuple(quotes), quotes, tuple(unmarked), self._model.taken())

    async def _proposed(
        self, items: Mapping[str, ManagementItem], said: Sequence[str]
    ) -> dict[str, str]:
        """The words proposed for each item, in the items' order, if they were really said."""
        answer = await self._model.object(prompt(PROPOSE), _told(items, said), _shape(items))
        listed = answer.get("credits")
        if not isinstance(listed, list):
            raise ModelFailure(f"{self.name} gave no list of credits", Usage())
        quotes: dict[str, str] = {}
        for credit in listed:
            id_, quote = _read(credit)
            if id_ in items and (words := found(quote, said)):
                quotes.setdefault(id_, words)
        return {id_: quotes[id_] for id_ in items if id_ in quotes}

    async def _confirmed(
        self, id_: str, item: ManagementItem, quote: str, said: Sequence[str]
    ) -> bool | None:
        """Whether a credit stands; harmful and acceptable ones are looked at again, alone.

        None where the model gives no verdict.
        """
        if id_.startswith("ideal"):
            return True
        told = f"{_item_text(item)}\n\nThe doctor said:\n{around(quote, said)}\n\nQuote:\n{quote}"
        try:
            answer = await self._model.object(prompt(SECOND_LOOK), told, _VERDICT)
        except ModelFailure:
            return None
        verdict = answer.get("said")
        return verdict if isinstance(verdict, bool) else None


def _told(items: Mapping[str, ManagementItem], said: Sequence[str]) -> str:
    listed = "\n".join(f"{id_}: {_item_text(item)}" for id_, item in items.items())
    spoken = "\n".join(f"- {utterance}" for utterance in said)
    return f"Items:\n{listed}\n\nEverything the doctor said:\n{spoken}"


def _item_text(item: ManagementItem) -> str:
    """An item with examples of a doctor saying it, and of words that come near and do not."""
    lines = [item.text]
    if item.said_as:
        lines.append(f"said as: {' / '.join(item.said_as[:_EXAMPLES])}")
    if item.not_said_as:
        lines.append(f"not said as: {' / '.join(item.not_said_as[:_EXAMPLES])}")
    return "; ".join(lines)


def _shape(items: Mapping[str, ManagementItem]) -> dict[str, Any]:
    credit = {
        "type": "object",
        "properties": {"item": {"type": "string", "enum": [*items]}, "quote": {"type": "string"}},
        "required": ["item", "quote"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"credits": {"type": "array", "items": credit, "maxItems": len(items)}},
        "required": ["credits"],
        "additionalProperties": False,
    }


def _read(credit: object) -> tuple[str, str]:
    if not isinstance(credit, dict):
        return "", ""
    id_, quote = credit.get("item"), credit.get("quote")
    fits = isinstance(id_, str) and isinstance(quote, str)
    return (id_, quote) if fits else ("", "")  # type: ignore[return-value]
