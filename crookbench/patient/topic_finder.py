"""Has a model say which topics a doctor's questions are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crookbench.chat.prompts import prompt
from crookbench.patient.chart import MOST_AT_ONCE
from crookbench.patient.data import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.case import Case
    from crookbench.patient.structured import AskedModel

PROMPT = "patient/topics"
_EXAMPLES = 2
_WORDS = 4


class TopicFinder:
    """Knows a case's topics by id: its history items, and generic ones that none of them covers."""

    def __init__(self, case: Case, model: AskedModel) -> None:
        self._model = model
        covered = {decoy for item in case.history for decoy in item.covers}
        items = {
            item.id: "; ".join((item.topic, *item.asked_as[:_EXAMPLES])) for item in case.history
        }
        generic = {
            id_: ", ".join(entry["asks"][:_WORDS])
            for id_, entry in word_list("decoys").items()
            if id_ not in covered
        }
        self._topics = items | generic

    async def asked(self, questions: Sequence[str], last: str) -> list[tuple[str, ...]]:
        """The ids of each question's topics; `last` is what was said just before.

        Raises:
            ModelFailure: The model gave no usable answer.
        """
        if not questions:
            return []
        found = await self._model.object(
            prompt(PROMPT), self._told(questions, last), self._schema(len(questions))
        )
        return [self._known(found.get(str(n))) for n in range(1, len(questions) + 1)]

    def _told(self, questions: Sequence[str], last: str) -> str:
        topics = "\n".join(f"{id_}: {text}" for id_, text in self._topics.items())
        asked = "\n".join(f"{n}. {question}" for n, question in enumerate(questions, start=1))
        return f"Topics:\n{topics}\n\nSaid just before:\n{last}\n\nQuestions:\n{asked}"

    def _schema(self, questions: int) -> dict[str, Any]:
        """One list of topic ids for each question."""
        numbers = [str(n) for n in range(1, questions + 1)]
        return {
            "type": "object",
            "properties": {n: {"$ref": "#/$defs/topics"} for n in numbers},
            "required": numbers,
            "additionalProperties": False,
            "$defs": {
                "topics": {
                    "type": "array",
                    "items": {"type": "string", "enum": [*self._topics]},
                    "maxItems": MOST_AT_ONCE + 1,
                }
            },
        }

    def _known(self, listed: object) -> tuple[str, ...]:
        """The topics among what a model listed, each once."""
        named = listed if isinstance(listed, list) else [listed]
        return tuple(
            dict.fromkeys(id_ for id_ in named if isinstance(id_, str) and id_ in self._topics)
        )
