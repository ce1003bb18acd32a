"""Questions that leave the subject to the patient, and courtesies that want no answer but yes."""

from __future__ import annotations

import re

_OPEN = re.compile(
    r"\bmore(?: about (?:it|that|this|things|what'?s been happening|your symptoms))?$"
    r"|\bhow (?:have you|are you|you have) been\b|\bhow(?: are|'?re) (?:you|things)\b"
    r"|\bhow do you feel\b|\bhow have things\b|\bhow can i help\b|\bhow may i help\b"
    r"|\bwh(?:at|y)(?:'s| has)? (?:brings|brought|bringing|have you come|did you come"
    r"|are you here)\b"
    r"|\bwhat(?:'s| is| has|'s been| seems)?(?: to)?(?: be| been)? (?:going on|happening"
    r"|the problem|the matter|wrong|troubling|bothering|happened|the trouble|up)\b"
    r"|\bwhat (?:can|could) i do for you\b|\bwhat else\b|\banything (?:else|more)\b"
    r"|\bany(?: other)? (?:symptoms|problems|complaints|trouble)\b|\bin your own words\b"
    r"|\bfrom the (?:start|beginning)\b|\b(?:your|the) (?:story|symptoms)\b|\bfill me in\b"
    r"|\b(?:through|about|describe) (?:it|this|that|what happened|everything|your symptoms"
    r"|what(?:'s| has) been (?:going on|happening)|the (?:last|past) few days)\b"
    r"|\banything i(?:'ve| have) (?:missed|not asked)\b",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"\bmakes? sense\b|\b(?:is|are|would|does|sound) (?:that|this|it|you)\b.{0,12}"
    r"\b(?:ok|okay|alright|all right|happy|comfortable|fine|good|clear|reasonable)\b"
    r"|\b(?:may|can|could|shall|should|mind if) (?:i|we)\b|\bdo you (?:understand|agree|mind)\b"
    r"|^(?:ok|okay|alright|all right|right|yes|ready|sound good|all good)$"
    r"|\b(?:can|could|would|will) you (?:please |just )?(?:sit|lie|hop|pop|lift|roll|take off|open"
    r"|breathe|stand|come|promise|wait)\b",
    re.IGNORECASE,
)
_CONSENT = re.compile(
    r"^(?:(?:would|do) you mind if|(?:is it|would it be) (?:ok|okay|alright|all right|fine) if"
    r"|(?:are you|would you be) (?:ok|okay|happy|comfortable) if|may|can|could|shall)\s+"
    r"(?:i|we|the nurse)\s+(?:just |quickly |also |please )*(?:examined?|listen(?:ed)?|feel"
    r"|press(?:ed)?|tap|take|took|put|do|did|look|run|test|ha(?:ve|d) a (?:look|listen|feel|quick)"
    r"|check your (?:pulse|blood pressure|temperature|heart|chest|tummy|belly|back|throat|oxygen"
    r"|ears|eyes|urine))\b",
    re.IGNORECASE,
)
_HAS_QUESTIONS = re.compile(r"\bquestions\b|\b(?:ask me|want to ask|like to ask)\b", re.IGNORECASE)


def is_open(question: str) -> bool:
    """Whether a question invites whatever the patient cares to tell."""
    return bool(_OPEN.search(question.replace("’", "'").strip(" ?.!")))


def is_courtesy(question: str) -> bool:
    """Whether a question asks for consent or understanding rather than for a fact."""
    return bool(_COURTESY.search(question.replace("’", "'").strip(" ?.!")))


def asks_leave(question: str) -> bool:
    """Whether a question only asks leave to examine, whatever part of the body it names."""
    return bool(_CONSENT.search(question.replace("’", "'").strip(" ?.!")))


def invites_questions(question: str) -> bool:
    """Whether the patient is asked for questions of their own."""
    return bool(_HAS_QUESTIONS.search(question))
