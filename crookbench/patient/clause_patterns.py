"""How doctors word advice, offers, conditions and denials, as patterns over one clause."""

from __future__ import annotations

import re

_I = re.IGNORECASE

BREAK = re.compile(
    r"\s*[,;:–—]+\s*"
    r"|\s+(?=(?:and(?! about\b)|but|so|then|because|while|until|rather than|instead of)\s"
    r"|or (?:you|your|if|it|the)\s)",
    _I,
)
"""Where a clause ends; "up and about" is one thing."""

_FINE = r"(?:ok|okay|happy|comfortable|all right|alright|fine)"
OFFER = re.compile(
    r"(?:would you like (?:me|us) to|do you want me to|(?:shall|can|could|may) (?:i|we)(?! ask)"
    r"|how about (?:i|we|you)|would it help if (?:i|we)|is there (?:any|some)one (?:else )?you"
    r"(?:['’]d)? (?:want|like) (?:me|us) to"
    rf"|(?:are you|would you be|is it|would it be) {_FINE} (?:with (?:me|us|our)"
    r"|for (?:me|us) to|if (?:i|we))|(?:would|do) you mind if (?:i|we)"
    r"|(?:can|could|would) (?!you\b)(?:your )?\w+ (?:drive|take|drop|run) you"
    r"|would you like (?:an?|some|our|the|some(?:one|body)|to (?:have|bring|ring|call))"
    r"|would (?:an?|some) [\w ’']{3,30} (?:help|be (?:useful|handy|helpful)))\b",
    _I,
)
"""A question that offers to do something is a statement of the plan."""

POLITE = re.compile(
    r"\b(?:even|as) if\b|\bif (?:you(?:['’]d| would)? (?:like|rather|want|wish|prefer|need"
    r"|can(?!['’]t|not)|have any questions|agree|must|are happy|['’]?re happy)"
    rf"|(?:that|it)(?:['’]s| is) {_FINE}"
    r"|(?:it['’]s|it is) left|(?:we|you) (?:wait|leave it|sit on it|delay|do nothing)"
    r"|(?:we|you) (?:do )?need (?:it|them|to|one|me|us)|needed|necessary|required|possible|so)\b",
    _I,
)
"""An "if" that makes no condition: courtesies, and what comes of doing nothing."""
AS_NEEDED = re.compile(
    r"(?P<use>\b(?:have|take|use|try)\b[^,;]*)\bif (?:it|the pain|that|things|you)(?:['’](?:s|re))?"
    r"(?: is| are| gets?| feels?)? (?:really |too |very |still )?(?:bad|sore|much|need it|severe"
    r"|in pain|hurting|struggling)\b",
    _I,
)
"""How a medicine is taken ("have one if it gets bad"), and no condition of the advice."""
IF = re.compile(
    r"\b(?:if|unless|in case|should (?:you|it|things|the \w+)"
    r"|in (?:any|some)(?:one|body) (?:who|with))\b",
    _I,
)

_OTHERS = (
    r"(?:crew|paramedics?|ambos?|ambulance officers?|teams?|nurses?|doctors?|surgeons?|registrars?"
    r"|specialists?|wife|husband|partner|son|daughter|mother|father|mum|dad|sister|brother|friend"
    r"|mate|neighbour|family|boss|employer|manager|housemate|girlfriend|boyfriend|parents"
    r"|pharmacist|chemist|receptionist|staff|hospital|physio(?:therapist)?)"
)
THIRD = re.compile(
    rf"(?:and |but |so |then |because |while |until )?(?:(?:the|your|a|an|our|another|some)\s+"
    rf"(?:\w+\s+){{0,2}}?{_OTHERS}|some (?:people|patients|women|men)|they|he|she|someone|somebody"
    r"|people|paramedics|nurses|doctors)(?:['’]ll|['’]re|['’]ve|\s+(?:there|here))?"
    r"\s+(?!for\b|to\b|and\b|or\b|about\b|if\b)\w+",
    _I,
)
"""Somebody else acts."""
OWN_SUBJECT = re.compile(
    r"(?:and |but |so |then |because )?(?:i|we|you|it|this|that|the|your|please|my|let|there|if"
    r"|here|[a-z]+['’](?:ll|re|ve|m|s|d))\b",
    _I,
)
"""A clause that does not go on with what the one before was about."""
_DID = r"(?:said|say|mentioned|told|described|thought|took|taken|tried|had|were|felt|noticed|been)"
REPORTED = re.compile(
    rf"(?:and |but |so )?you(?:['’]ve| have)?(?: just| already)? {_DID}\b"
    r"|(?:and |but )?(?:[a-z]+|your \w+) (?:said|says|thought|thinks|reckons|reckoned)\b"
    r"|(?:and |but )?i know (?:that )?you\b",
    _I,
)
"""What somebody said, did or had."""
REASON = re.compile(
    rf"(?:as|because|since) you(?:['’]ve| have)?(?: just| already)? {_DID}\b(?!.*\byou (?:must|can"
    r"|should|need|do|had better))",
    _I,
)
"""What the patient did or had as the reason of advice: part of it, unless that is a harm."""
NO_ADVICE = re.compile(
    r"\b(?:it|this|that|there|an? \w+|the \w+) (?:could|might|may) (?:well |also |still |just )?"
    r"(?:be|have (?:been|begun|started|come))\b"
    r"|\b(?:i|we)(?:['’]d| would) (?:normally|usually|ordinarily|otherwise)\b"
    r"|\b(?:normally|usually|ordinarily),? (?:i|we)(?:['’]d| would)\b"
    r"|\b(?:it|this|that)(?: may| might| can| could)? feels? (?:\w+ )?like\b"
    r"|\bi (?:first |had )?(?:thought|wondered (?:if|whether)) (?:it|this|you)\b|\bi doubt\b"
    r"|\byou(?:['’]re| are)?(?: \w+)? (?:asked|worried|afraid|hoping|hoped|wondering)\b"
    r"|^(?:and |but |so )*you(?: still have|(?:['’]ve| have) still got)\b"
    r"|^(?:and |so |please )*bring\b|\b(?:lots of|plenty of|many) (?:people|kids|patients)\b",
    _I,
)
"""Possibilities, what is usual in others, what was feared or asked, what there is at home:
said on the way to advice, and no harm by itself."""
UNREAL = re.compile(
    r"\bif (?:(?:the |your )?\w+) (?:were|was|had|did)(?:n['’]t)?\b"
    r".*\b(?:would|wouldn['’]t|could|(?:i|we|you|it)['’]d)\b"
    r"|\b(?:would|might|could)(?:n['’]t)? have (?:been|given|used|ordered|sent|had|done|\w+ed)\b",
    _I,
)
"""What would be so if something else were: neither advice nor a plan."""

_CARERS = (
    r"(?:crew|paramedics?|ambos?|ambulance (?:officers?|doctors?)|them|team|registrar|surgeon"
    r"|(?:emergency|hospital|casualty) (?:doctors?|department|staff|registrar)|nurse there"
    r"|(?:triage|receiving) (?:nurse|doctor)|doctors? (?:there|at the hospital))"
)
_TELL = r"(?:tell|telling|told|let|letting|inform\w*|warn\w*|ring\w*|rang|rung|call\w*|phon\w*)"
TOLD = re.compile(
    r"\b(?:i|we|nurse|my colleague)(?:['’](?:ll|ve|m|re|d))?\b(?: (?:will|have|am|are|can|want to"
    r"|need to|also|just|then|going to|already|make sure to|be|ha[sd])\b)*"
    rf" (?:{_TELL}|speak|speaking|spoken|spoke|talk|talking|talked|write|writing|written|wrote|put"
    r"|send|sending|note|noted|giv(?:e|ing)|make|pass(?:ing)? on|mention|explain)\b"
    rf"[^.?!]*\b(?:{_CARERS}|handover|(?:in|into|on) (?:my|the|a|your) (?:letter|referral)"
    rf"|letter (?:to|for) (?:the |your )?(?:hospital|emergency|{_CARERS}))\b"
    rf"|\b{_TELL} the hospital\b"
    rf"|\b{_CARERS}\b(?:['’]ll|['’]d)?(?: \w+)? (?:be told|hear|ha(?:s|ve) to know"
    r"|needs? to know)\b"
    r"|\b(?:take|give|hand|show)\b[^.?!,;]*\bletter (?:with you|to the|to them)\b"
    r"|\bhand(?:ing)? (?:\w+ ){0,2}over\b"
    r"|\b(?:my|the) (?:handover|letter) (?:to|names|says|includes)"
    rf"|\b(?:letter|note|page|summary) (?:for|to|with) (?:the |your )?(?:\w+ )?{_CARERS}",
    _I,
)
"""What the doctor tells those who take over about the patient."""
TOLD_ON = re.compile(
    r"(?:and |so (?:that )?(?:they|nobody|no)|that |what |when |with |including |no |not |at "
    r"|[a-z]+ \d|\d|you['’]ve |you (?:have|had)\b"
    r"|(?:your|the) (?:times?|findings|allerg|medic|last))",
    _I,
)
"""How a clause goes on with what is told to others."""

_NAMED = (
    r"(?:[A-Z][a-z]+\b|(?i:your (?:family|mum|mother|dad|father|parents|wife|husband|partner|friend"
    r"|housemate|daughter|son|brother|sister|girlfriend|boyfriend|kids|people))\b)"
)
INFORMS = re.compile(
    r"\b(?i:tell|telling|inform|update|fill|have a word with|explain things to"
    rf"|(?:explain|speak|talk)(?: \w+){{0,2}}? (?:to|with))\s+{_NAMED}"
    rf"|\b(?i:let)\s+{_NAMED}\s+(?:know|in on)\b"
    rf"|\b(?i:bring|get|grab|invite)\s+{_NAMED}\s+(?:in|over|here|on the phone)\b"
)
"""A named person or the family is let know, whatever the verb."""

HEDGE = re.compile(r"\bi['’]m afraid(?: that)?\b", _I)
"""What only softens: a doctor who is afraid that something is so fears nothing."""
DISMISSED = re.compile(
    r"\b(?:(?:not|never)\s+(?:\w+\s+){0,2}?(?:help|helps|needed|necessary|recommended|indicated"
    r"|work|treat|good|safe|the answer|advised|wise|useful|required|right|warranted|change)"
    r"|slows?|delays?|weakens?|harmful|dangerous|unsafe|unhelpful|unnecessary|useless|pointless"
    r"|risky|risk of|bad idea|more harm"
    r"|(?:could|can|may|might) (?:\w+ )?(?:cause|make|hurt|harm|damage|upset|drop|hide|mask|burst"
    r"|bleed)"
    r"|worsens?|makes? (?:it|things|you|this|(?:the |your )?\w+) (?:worse|weak|stiff|sore)\w*)\b"
)
"""What speaks against the thing named before it."""
NEGATORS = frozenset(
    {"not", "no", "never", "without", "avoid", "avoiding", "nor", "against", "worst", "neither"}
)
NEGATING_PAIRS = frozenset(
    {
        ("rather", "than"), ("instead", "of"), ("away", "from"), ("hold", "off"),
        ("stop", "taking"), ("more", "than"),
    }
)  # fmt: skip
NO_NEGATION_BEFORE = frozenset({"forget", "hesitate", "worry", "only", "worries", "problem"})
COUNTS = re.compile(
    r"\d+|an?|half|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty"
)
"""What follows "more than" where it denies nothing ("more than thirty years ago")."""
