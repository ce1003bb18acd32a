"""How questions are worded in English: their openings, requests and courtesies, as patterns."""

from __future__ import annotations

import re

_I = re.IGNORECASE

STOP = re.compile(r"[?!]+[\"')\]*_]*\s*|[.…]+[\"')\]*_]*(?:\s+|$)|\s*\n\s*")
"""The end of a sentence with the space after it; a point inside a number is none."""

ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|dr|mrs?|ms|st|vs|approx)$", _I)

_AUX = (
    r"(?:do|does|did|is|are|was|were|am|have|has|had|can|could|would|will|shall|should|may|might"
    r"|(?:is|are|do|does|did|have|has|had|ca|could|wo|would|was|were|should)n['’]?t)"
)
_WHO = (
    r"(?:you|your|it|its|that|this|these|those|there|the|he|she|they|we|i|any|anyone|anybody"
    r"|anything|someone|somebody|something|everyone|either|both|my)"
)
_PERSON = r"(?:you|your|anyone|anybody|anything|they)"
_WH = r"(?:what|when|where|why|how|who|which)"

_RUN_ON = re.compile(
    rf"(?:(?:what|when|where|why|how)\b.*?)?(?:{_AUX}\s+(?:you|anyone|anybody|they)"
    r"|(?:is|are|was|were|does|did|do)\s+your)\b",
    _I,
)
INVERSION = re.compile(rf"\b{_AUX}\s+{_PERSON}\b", _I)

_DIRECT = re.compile(
    rf"{_AUX}\s+{_WHO}\b"
    rf"|{_WH}['’]?s\b|{_WH}\s+(?:(?:\w+ly|else|part|side|kind|sort|time)\s+){{0,2}}{_AUX}\b"
    r"|how\s+(?!you\b|it\b|they\b|the\b|your\b|this\b|that\b)\w+"
    r"|what\s+(?!you\b|it\b|they\b|the\b|your\b|we\b|i\b|this\b|that\b|he\b|she\b)\w+"
    rf"|which\s+(?!{_AUX}\b|you\b|we\b|i\b|makes?\b|means?\b|will\b)\w+"
    r"|who\s+(?:else|lives|looks|usually|at)\b",
    _I,
)
"""An opening that makes a question where a question mark stands at the end."""

_WITHOUT_MARK = re.compile(
    r"(?:do|have)\s+(?:you|they|we)\b"
    r"|(?:does|did|is|are|was|were|has|haven['’]?t|don['’]?t|didn['’]?t|hasn['’]?t|aren['’]?t)"
    r"\s+(?:you|your|it|that|there|he|she|they|anyone|anybody)\b"
    rf"|{_WH}\s+(?:\w+\s+){{0,3}}?{_AUX}\s+(?:you|your|it|that|there|the|they|anyone)\b"
    rf"|{_WH}\s+(?:brings|makes|helps|happened|about)\b"
    r"|any(?:one|body|thing)?\s+\w+",
    _I,
)
"""An opening that makes a question even without a question mark."""

LIST_START = re.compile(r"any\b(?!\s+(?:of|time)\b)", _I)
_INDIRECT_START = re.compile(rf"(?:whether|if|about|{_WH})\s+(?!{_AUX}\s+{_PERSON}\b)\w+", _I)
_OPENING = re.compile(rf"({_AUX})\s+({_WHO})\b", _I)
_SAME_THING = re.compile(rf"{_AUX}\s+(?:it|that|they|there|the)\b", _I)

NEW_QUESTION = re.compile(
    r"(?P<mark>[,;:–—(]\s*|\s+-+\s+)?(?:(?<!\w)(?P<joint>and|but|or|also|then|(?<!if )so|plus)\s+)?"
    rf"\b(?={_AUX}\b|{_WH}\b|{_WH}['’]?s\b"
    r"|any\b|whether\b|if\b|about\b|(?:tell|walk|talk)\s+me\b|describe\b|i['’]?d?\s)",
    _I,
)
"""Where a new question may start: after a comma, a conjunction, or with no warning at all."""

_LEAD = (
    r"(?:okay|ok|right|righto|alright|all right|sure|great|good(?! news)|excellent"
    r"|perfect|lovely|well|now|so|and|but|also|then|next|first(?:ly)?|second(?:ly)?|finally"
    r"|lastly|hmm+|mm+|yes|yeah|yep|i see|got it|understood|fair enough|of course|no worries"
    r"|no problem|that['’]s (?:helpful|good|useful|fine)|noted|hi|hello|g['’]day"
    r"|good (?:morning|afternoon)|please"
    r"|(?:thanks|thank you)(?: (?:very|so) much)?(?: for (?:that|this|coming in(?: today)?"
    r"|(?:telling|letting) me(?: know)?(?: that)?|sharing(?: that)?|your patience))?"
    r"|(?:i['’]m |i am )?(?:so |very )?sorry(?: to hear (?:that|this|about (?:that|it)))?)"
)
_LEADS = re.compile(
    rf"^[\s\-*•#>(\"“_]*(?:\d+[.)]\s*)?(?:{_LEAD}(?=[\s,.!:;?–—-]|$)[\s,.!:;–—-]*)+", _I
)
_EDGES = ' \t\n,;:–—-*•#>"“”_'


def trimmed(text: str) -> str:
    """The text without lead-in words, bullets and the punctuation around it."""
    bare = re.sub(r"^[\s\-*•#>(]*(?:\d+[.)](?:\s+|$))?", "", text)
    return _LEADS.sub("", bare).strip(_EDGES + ".?!…()")


_SUBJECTS = (
    r"(?:i|i['’]?(?:m|ll|ve|d)|you|you['’]?(?:re|ve|ll|d)|we|we['’]?(?:re|ve|ll|d)|it['’]?s?"
    r"|that['’]?s?|this|there['’]?s|he|she|they|let['’]?s|my|sounds|don['’]?t worry"
    r"|no need|given)"
)
_STATEMENT = re.compile(rf"{_SUBJECTS}\b", _I)

_LEADING = re.compile(
    rf"(?:if|while|since|after|before|besides|because|as|apart from|other than|on a scale|when"
    rf"|whenever|with|within|at|in|for|during|over|until|by|compared|from|on|under|throughout"
    rf"|overall|lately|recently|today|yesterday|this|last|these|usually|normally|currently|aside"
    rf"|following|given|even|just to)\b(?!\s+(?:\w+\s+){{0,2}}?{_AUX}\b)",
    _I,
)
"""A clause that only leads to the question after it ("If you climb stairs, …")."""

_FINITE = re.compile(
    r"\b(?:is|are|was|were|will|can|could|should|must|may|might|have|has|had|need|needs|means?"
    r"|says?|want|think|know|looks?|sounds?|seems?)\b|['’](?:s|re|ve|ll|m)\b",
    _I,
)

TAG = re.compile(
    rf"(?:{_AUX}\s+(?:you|it|that|they|there|he|she|we|i)(?:\s+(?:not|right|correct|okay|ok|so))?"
    r"|right|correct|yes|yeah|no|okay|ok|alright|all right|or not|isn['’]t that so)",
    _I,
)

_A_FEW = r"(?:you\s+)?(?:a few|some|a couple of|several)\s+(?:\w+\s+)?questions?"
_ASKED = r"(?:if|whether|about|more|what|when|where|why|how|who|which|you|your|of|some|a bit)"
_ASKING_STATEMENT = re.compile(
    r"\bi(?:['’]?d| would| do| really| just|['’]?ll| will| also)*\s+(?:like|need|want|wanted|have"
    r"|love|hope|ought|prefer)\s+(?:to|a|one)\s+(?:just\s+|also\s+|quickly\s+|first\s+)*"
    rf"(?:(?:know|hear|learn|understand|find out|clarify|establish)\b(?!\s+(?:your|the) \w+ "
    r"(?:rate|pressure))"
    rf"|ask\s+(?!{_A_FEW}){_ASKED}\b|ask\s+{_A_FEW}\s+about"
    r"|(?:check|confirm|make sure|be sure)\s+(?:with you\s+)?(?:if|whether|about|(?:that\s+)?you\b"
    r"|when|what|how))"
    r"|\bi(?:['’]?m| am| was|['’]?ve been| have been| just|)\s*(?:just\s+|also\s+)?"
    rf"(?:wonder(?:ing|ed)?|curious|interested|keen)\s+(?:to (?:know|hear)|in|{_ASKED})\b"
    r"(?!\s+(?:this|it|that|we|i)\b)"
    r"|\b(?:i (?:must|should|have to|need to|will|also)|i['’]?ll|let me|can i|may i)\s+(?:also\s+"
    rf"|just\s+)?ask\s+(?!{_A_FEW}(?!\s+about)){_ASKED}\b"
    r"|\b(?:i['’]?m|i am) asking\s+(?:you\s+)?(?:if|whether|about)"
    r"|\b(?:it(?:['’]?d| would)? (?:be|is|help|really help)|it['’]s)\s*(?:\w+\s+){0,2}"
    rf"to (?:know|hear)\s+{_ASKED}"
    r"|\b(?:my|the) (?:next|first|last|other|only) (?:question|thing i need to know|thing to ask)"
    r"|\bi (?:don['’]?t|do not) (?:yet )?know (?:if|whether|what|when|how|about)\s+(?:you|it|your)"
    r"|\bi (?:assume|presume|suppose|take it|gather)\s+(?:that\s+)?(?:you|there|no)\b",
    _I,
)
"""A question worded as a statement ("I'd like to know whether you smoke")."""

_REQUEST = re.compile(
    r"(?:^|[,;:–—]\s*|\b(?:and|so|then|now|please|first|also|just|next|but|maybe|perhaps)\s+"
    r"|\b(?:can|could|would|will|if) you\s+(?:could\s+|please\s+|just\s+|also\s+|briefly\s+)*"
    r"|\b(?:like|want|need|ask) you to\s+|\byou can\s+)"
    r"(?:tell me|describe|(?:walk|talk|take|run) me through|fill me in|remind me|show me|point to"
    r"|give me (?:an? (?:idea|sense|picture|rundown|summary|bit)|some|more|your|the)"
    r"|help me understand|explain (?:to me|what|how|when|why|where)|list (?:your|all|any|the|every)"
    r"|name (?:your|all|any|the)|(?:say|share) (?:a bit |a little )?(?:more|what|how)|elaborate"
    r"|expand on|clarify|start (?:from|at) the (?:start|beginning)"
    r"|let me (?:know|hear) (?:about|what|when|where|which|whether|who"
    r"|how (?!you\b|things\b|it )))",
    _I,
)
_URGENT = r"(?:straight ?away|right away|immediately|at once|now|quickly|the nurse|us)"
_SAFETY_NET = re.compile(
    rf"\btell me\b\s*(?:or [\w ]{{1,20}} )?(?:{_URGENT},?\s+(?:if|when|as soon as)\b"
    rf"|as soon as\b|the (?:moment|minute|second)\b|(?:{_URGENT}\s*)?[.!]*\s*$"
    r"|if (?:you|it|that|anything|things|the \w+|your \w+)(?:['’]re)?\s+(?:feels?|gets?|starts?"
    r"|notice|becomes?|develops?|hurts?|can['’]?t|cannot|changes?|comes?|worsens?|needs?|want"
    r"|are (?:worried|unsure|not)|worried|goes)\b)",
    _I,
)
_VERDICT = re.compile(
    r"any\b.*\b(?:is|are|means?|needs?|should|must|(?:can|could|would) be"
    r"|and i (?:want|need) you)\b",
    re.IGNORECASE | re.DOTALL,
)
"""A verdict on what may happen ("any numbness is an emergency")."""
_ADVICE = re.compile(
    r"(?:,\s*|\band\s+|^|\bthen\s+|\bmeans?\s+|\bplease\s+|\bshould\s+|\bto\s+)(?:you\s+|just\s+"
    r"|please\s+)*(?:call|ring|phone|dial|come|go|see|let me know|get (?:to|back|help|seen)|head"
    r"|stop|return|present|tell (?:me|us|the)|book|seek)\b",
    _I,
)


def indirect(text: str) -> bool:
    """Whether a clause asks by a request or by a statement."""
    if _SAFETY_NET.search(text):
        return False
    return bool(_REQUEST.search(trimmed(text)) or _ASKING_STATEMENT.search(text))


def starts_question(text: str, *, questioned: bool) -> bool:
    """Whether a clause opens as a question, in a sentence with or without a question mark."""
    return bool((_DIRECT if questioned else _WITHOUT_MARK).match(text)) or indirect(text)


def tells(text: str) -> bool:
    """Whether a clause before a question tells something of its own, rather than leads to it."""
    if _STATEMENT.match(text):
        return True
    return bool(_FINITE.search(text)) and not _LEADING.match(text)


def holds_question(text: str) -> bool:
    """Whether a clause has a question in it after a comma ("if you cough, is there any blood")."""
    return any(
        found["mark"] and starts_question(text[found.end() :], questioned=True)
        for found in NEW_QUESTION.finditer(text)
    )


def goes_on(before: str, after: str) -> bool:
    """Whether an indirect question goes on with another ("whether you smoke, whether …")."""
    return bool(indirect(before) and _INDIRECT_START.match(after)) and not is_advice(after)


def runs_on(before: str, after: str) -> bool:
    """Whether an opening without comma or conjunction starts anew: not after its own wh-word."""
    return bool(_RUN_ON.match(after)) and not re.search(
        rf"\b(?:{_WH})(?:\s+\w+){{0,3}}\s*$", before, _I
    )


def is_alternative(before: str, after: str) -> bool:
    """Whether what follows "or" is the other half of a yes-or-no question.

    "Is it dry, or do you bring up phlegm?" asks one thing; an opening said twice ("do you …, or
    do you …") asks two.
    """
    if _SAME_THING.match(after):
        return True
    first, second = _OPENING.match(trimmed(before)), _OPENING.match(after)
    if first is None or second is None:
        return False
    return first.group().lower() != second.group().lower()


def is_advice(text: str) -> bool:
    """Whether a clause without question mark tells what to do ("any chest pain, call 000")."""
    return bool(_ADVICE.search(text) or _VERDICT.match(text))
