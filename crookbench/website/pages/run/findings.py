"""What stood out, as pages show it: every figure leads to the consults behind it."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import upper_first
from crookbench.game.moves import Say
from crookbench.website import urls
from crookbench.website.text import keep_percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.figures.findings import Finding, Phrase
    from crookbench.figures.played import Key
    from crookbench.records.results import Run
    from crookbench.website.source import Source


_MOST_EVIDENCE = 300
"""Consults listed for one claim: all of them in a run of the usual size."""


_NOT_DONE = ("missed-flags", "fewest-questions")
"""Findings about what was not done: no move shows it, the list of what was missed does."""


@dataclass(frozen=True, slots=True)
class EvidenceLink:
    """One consult behind a claim; `disputed` tells which known issues dispute its points."""

    path: str
    text: str
    disputed: str = ""


@dataclass(frozen=True, slots=True)
class CaseEvidence:
    """The repeats of one case by one doctor that are behind a claim."""

    case: str
    repeats: tuple[EvidenceLink, ...]


@dataclass(frozen=True, slots=True)
class PhraseView:
    """Some words, and where they lead: to the one consult, to a list of them, or to all.

    Attributes:
        claim: The words with those before them: what the evidence is for.
        more: How many consults are behind it beside those listed.
    """

    text: str
    claim: str
    path: str
    anchor: str
    evidence: tuple[tuple[str, tuple[CaseEvidence, ...]], ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class FindingView:
    """One sentence."""

    id: str
    text: str
    phrases: tuple[PhraseView, ...]


def findings_page_path(run: str) -> str:
    return f"runs/{run}/findings/{urls.INDEX}"


def findings_view(source: Source, run: Run, findings: Sequence[Finding]) -> tuple[FindingView, ...]:
    return tuple(
        FindingView(
            finding.id,
            keep_percent(finding.text),
            tuple(_phrase(source, run, finding, place) for place in range(len(finding.phrases))),
        )
        for finding in findings
    )


def _phrase(source: Source, run: Run, finding: Finding, place: int) -> PhraseView:
    phrase, anchor = finding.phrases[place], f"{finding.id}-{place}"
    text, keys = keep_percent(phrase.text), phrase.consults
    if not keys:
        return PhraseView(text, "", "", anchor, ())
    if len(keys) == len(run.consults) > 1:
        return PhraseView(text, "", f"{urls.run_page(run.manifest.id)}#consults", anchor, ())
    if len(keys) == 1:
        path = _places(run, finding, phrase)[keys[0]]
    else:
        path = f"{findings_page_path(run.manifest.id)}#{anchor}"
    claim = _claim(finding.phrases[place - 1].text if place else "", phrase.text)
    more = max(0, len(keys) - _MOST_EVIDENCE)
    evidence = _evidence(source, run, _places(run, finding, phrase))
    return PhraseView(text, claim, path, anchor, evidence, more)


def _places(run: Run, finding: Finding, phrase: Phrase) -> dict[Key, str]:
    """Where each consult behind a phrase shows it: the move that did it, if one did."""
    moves = dict(zip(phrase.consults, phrase.moves, strict=False))
    wanted = set(phrase.consults)
    for consult in run.consults:
        key = consult.record.key
        if key in wanted and key not in moves:
            if finding.id == "diagnosis":
                named = (a.move for a in consult.record.awards if a.item == "dx:most_likely")
                moves[key] = max(named, default=0)
            elif finding.id == "budget":
                said = (n for n, move in enumerate(consult.log, 1) if isinstance(move, Say))
                moves[key] = max(said, default=0)
    rest = "#missed" if finding.id in _NOT_DONE else ""
    return {
        key: urls.consult_page(run.manifest.id, *key)
        + (f"#{urls.move_anchor(moves[key])}" if moves.get(key) else rest)
        for key in phrase.consults
    }


def _claim(before: str, text: str) -> str:
    """The part of a sentence that ends in some words: "the key itself in 162"."""
    lead = re.split(r"[:;] ", before)[-1].lstrip(").,; ").removeprefix("and ")
    whole = upper_first(lead + text)
    return keep_percent(whole + ")" if whole.count("(") > whole.count(")") else whole)


def _evidence(
    source: Source, run: Run, places: Mapping[Key, str]
) -> tuple[tuple[str, tuple[CaseEvidence, ...]], ...]:
    """The consults by doctor and case, in the run's order."""
    found: defaultdict[str, defaultdict[str, list[EvidenceLink]]]
    found = defaultdict(lambda: defaultdict(list))
    order = {key: index for index, key in enumerate(run.manifest.planned)}
    disputed = source.disputed(run)
    for key in sorted(places, key=lambda key: order[key])[:_MOST_EVIDENCE]:
        model, case, rep = key
        found[source.doctors.name(model)][source.case_title(case, run)].append(
            EvidenceLink(places[key], str(rep), disputed[key].text if key in disputed else "")
        )
    return tuple(
        (name, tuple(CaseEvidence(case, tuple(links)) for case, links in cases.items()))
        for name, cases in found.items()
    )
