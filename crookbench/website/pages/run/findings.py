"""What stood out, as pages show it: every figure leads to the consults behind it."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crookbench.figures.numbers import upper_first
from crookbench.website import urls
from crookbench.website.text import keep_percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.figures.findings import Finding
    from crookbench.figures.played import Key
    from crookbench.records.results import Run
    from crookbench.website.source import Source


_MOST_EVIDENCE = 300
"""Consults listed for one claim: all of them in a run of the usual size."""


@dataclass(frozen=True, slots=True)
class EvidenceLink:
    """One consult behind a claim."""

    path: str
    text: str


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
        path = urls.consult_page(run.manifest.id, *keys[0])
    else:
        path = f"{findings_page_path(run.manifest.id)}#{anchor}"
    claim = _claim(finding.phrases[place - 1].text if place else "", phrase.text)
    more = max(0, len(keys) - _MOST_EVIDENCE)
    return PhraseView(text, claim, path, anchor, _evidence(source, run, keys), more)


def _claim(before: str, text: str) -> str:
    """The part of a sentence that ends in some words: "the key itself in 162"."""
    lead = re.split(r"[:;] ", before)[-1].lstrip(").,; ").removeprefix("and ")
    whole = upper_first(lead + text)
    return keep_percent(whole + ")" if whole.count("(") > whole.count(")") else whole)


def _evidence(
    source: Source, run: Run, keys: Sequence[Key]
) -> tuple[tuple[str, tuple[CaseEvidence, ...]], ...]:
    """The consults by doctor and case, in the run's order."""
    found: defaultdict[str, defaultdict[str, list[EvidenceLink]]]
    found = defaultdict(lambda: defaultdict(list))
    place = {key: index for index, key in enumerate(run.manifest.planned)}
    for model, case, rep in sorted(keys, key=lambda key: place[key])[:_MOST_EVIDENCE]:
        path = urls.consult_page(run.manifest.id, model, case, rep)
        found[source.doctors.name(model)][source.case_title(case, run)].append(
            EvidenceLink(path, str(rep))
        )
    return tuple(
        (name, tuple(CaseEvidence(case, tuple(links)) for case, links in cases.items()))
        for name, cases in found.items()
    )
