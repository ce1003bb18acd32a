"""The scorer: reads what a consult earned, as our own scoring found it when it was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inspect_ai.scorer import Score, mean, scorer, stderr

from crookbench.game.awards import PARTS
from crookbench.inspect_ai.kept import CLUSTER, KEY, Kept, share
from crookbench.records.transcript import OUTCOMES

if TYPE_CHECKING:
    from inspect_ai.scorer import Scorer, Target
    from inspect_ai.solver import TaskState

    from crookbench.records.record import Record

_NO_END = "The consult was stopped before its end, so nothing of it is scored."
_SHOWN = {
    "total", "max", "level", "consequence", "ending", "questions", "domains", "awards", "missed",
    "red_flags", "harmful", "missed_required", "unmarked", "story",
}  # fmt: skip
"""Fields of the record that a reader of the score wants beside it."""


@scorer(metrics=[mean(), stderr(cluster=CLUSTER)])
def share_of_maximum() -> Scorer:
    """A consult's points as a share of the case's maximum; none where it was not played out."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001  the key is the case
        kept = Kept.model_validate(state.store.get(KEY) or {})
        if kept.record is None:
            return Score.unscored(reason="scoring_failed", explanation=_NO_END)
        return score_of(kept.record)

    return score


def score_of(record: Record) -> Score:
    """A record's score as Inspect shows it, its bill in the explanation and in the metadata."""
    parts = [f"- {PARTS[each.id]}: {each.earned} of {each.max}" for each in record.domains]
    head = (
        f"{record.total} of {record.max} points, {record.level}. "
        f"Outcome: {OUTCOMES[record.consequence]}."
    )
    shown: dict[str, Any] = record.as_json()
    return Score(
        value=share(record),
        answer="; ".join(named.label for named in record.diagnoses),
        explanation="\n".join([head, "", *parts]),
        metadata={name: value for name, value in shown.items() if name in _SHOWN},
    )
