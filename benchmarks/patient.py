"""Writes patient.md: how well the embedded patient and marker understand, and how fast.

usage: python benchmarks/patient.py[LOGS LABELS.jsonl ...]
With recorded consults and their labels it measures those too.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from crookbench.casebook.casebook import load_casebook
from crookbench.casebook.evaluation import Evaluation, Rate, Tally, evaluate
from crookbench.casebook.labelled import labelled_path, read_labelled
from crookbench.figures.conversations import conversations_table
from crookbench.figures.evaluation import rate_text
from crookbench.game.moves import Say
from crookbench.patient.chart import ChartPatient
from crookbench.patient.ear import Ear
from crookbench.patient.kept import fitted, learnt, lines_of
from crookbench.patient.marker import ChartMarker
from crookbench.patient.phrases import FOLDER
from crookbench.patient.training import FOLLOW_UP, Lines, is_topic, rows_of
from crookbench.runs.eval_log import evaluate_logs
from crookbench.runs.model_config import ModelConfig
from crookbench.runs.participants import ChartParticipants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from crookbench.game.case import Case

ROOT = Path(__file__).parents[1]
CONSULTS = ROOT / "benchmarks" / "consults"
"""Consults of other players, with what each utterance asks and says."""
BOOK = load_casebook(ROOT / "cases", ROOT / "cases" / "catalogue")
CASES, CATALOGUE = BOOK.cases, BOOK.catalogue


def labelled() -> str:
    """The sentences of cases/labelled."""
    sets = {id_: (case, read_labelled(labelled_path(ROOT / "cases", id_), case))
            for id_, case in CASES.items()}  # fmt: skip
    found = Evaluation.of_all(asyncio.run(evaluate(sets, ChartParticipants(CATALOGUE), 1)).values())
    asked, plan = Tally(found.questions), Tally(found.plan)
    return row(
        "`cases/labelled/`", len(asked.answers), rate_text(asked.recall()),
        rate_text(asked.precision()), len(plan.answers), rate_text(plan.recall()),
        rate_text(plan.precision()), plan.wrong("harmful"),
    )  # fmt: skip


def questions(name: str, ears: Callable[[Case], Ear], said: Callable[[Case], Lines]) -> str:
    """Lines of the banks, each heard alone, by an ear of some kind."""
    hits = due = given = count = 0
    for case in CASES.values():
        ear = ears(case)
        for each in rows_of(case, said(case)):
            wanted = set(filter(is_topic, each.labels))
            if not wanted or FOLLOW_UP in each.labels or "?" not in each.said:
                continue
            heard = set(ear.hear(each.said, each.after).topics)
            count, hits = count + 1, hits + len(wanted & heard)
            due, given = due + len(wanted), given + len(heard)
    return row(name, count, rate_text(Rate(hits, due)), rate_text(Rate(hits, given)), *["–"] * 4)


def without_bank(case: Case) -> Ear:
    """The ear of a case as if nobody had written phrases for it."""
    lines = lines_of(case)
    alone = Lines((), (), lines.generic, lines.talk)
    return Ear(case, fitted(case, alone).ear)


def plan_held_out() -> str:
    """Lines of the plan banks that were kept back: said, and near misses."""
    said = near = credited = wrong = harms = 0
    for case in CASES.values():
        marker = ChartMarker(case)
        for phrase in lines_of(case).held_out().plan:
            earned = marker.earns(phrase.ids[0], phrase.said)
            said, near = said + phrase.says, near + (not phrase.says)
            credited += earned and phrase.says
            wrong += earned and not phrase.says
            harms += earned and not phrase.says and phrase.ids[0].startswith("harmful")
    return (
        f"Plan lines kept back: {rate_text(Rate(credited, said))} % of {said} credited, and "
        f"{rate_text(Rate(wrong, near))} % of {near} near misses ({harms} of them harms)."
    )


def said_harms() -> str:
    """Dangerous and careful sentences, each all that a doctor says."""
    caught = dangerous = careful = wrong = gained = 0
    markers = {id_: ChartMarker(case) for id_, case in CASES.items()}
    for line in (ROOT / "benchmarks" / "harms.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        case, harm, said = (part.strip() for part in line.split("|", 2))
        marked = asyncio.run(markers[case].mark([Say(said)])).judged
        harms = [id_ for id_ in marked if id_.startswith("harmful")]
        dangerous, careful = dangerous + bool(harm), careful + (not harm)
        caught += harm in harms
        gained += bool(harm) and len(marked) > len(harms)
        wrong += not harm and bool(harms)
    return (
        f"Sentences written apart (`harms.txt`): {rate_text(Rate(caught, dangerous))} % of "
        f"{dangerous} dangerous ones are told as the harm they are, {gained} earn something, and "
        f"{wrong} of {careful} careful ones are taken for a harm."
    )


def speed() -> str:
    """Loading, and the time of a message."""
    began = time.perf_counter()
    ears = [ChartPatient(case) for case in CASES.values()]
    for each in ears:
        _ = each.ear
    loaded = time.perf_counter() - began
    times: list[float] = []
    for patient, case in zip(ears, CASES.values(), strict=True):
        set_ = read_labelled(labelled_path(ROOT / "cases", case.id), case)
        for each in (*set_.questions, *set_.plan):
            began = time.perf_counter()
            asyncio.run(patient.hear(each.said, ()))
            times.append(1000 * (time.perf_counter() - began))
    sizes = [path.stat().st_size for path in (ROOT / "cases" / FOLDER / "fitted").glob("*.npz")]
    return (
        f"{len(CASES)} cases load in {loaded:.1f} s; a message takes {np.median(times):.1f} ms, "
        f"99 of 100 take less than {np.percentile(times, 99):.0f} ms on one core; the fitted "
        f"models take {max(sizes) / 1e6:.1f} MB a case at the most."
    )


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def conversations(log: Path, labels: Sequence[Path]) -> Iterable[str]:
    found = evaluate_logs(log, labels, CASES, CATALOGUE, ModelConfig())
    table = conversations_table(found, "chart")
    yield row(*(column.label for column in table.columns))
    yield row(*["---"] + ["---:"] * (len(table.columns) - 1))
    yield from (row(*cells) for cells in table.rows)


def main() -> None:
    timed = speed()
    lines = [
        "# How well the embedded patient and marker understand",
        "",
        ("Made by `python benchmarks/patient.py`. In brackets the 95 % Wilson "
        "interval, which takes lines as independent. Recall: of what was asked about or said, the "
        "share reached or credited. Precision: of what was reached or credited, the share that was "
        "asked about or said."),
        "",
        ("| Set | questions | recall, % | precision, % | plan | recall, % | precision, % "
        "| wrong harms |"),
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        labelled(),
        questions("A tenth of the banks, kept back", lambda case: Ear(case, learnt(case).ear),
                  lambda case: lines_of(case).held_out()),
        questions("The same, by the ear of a case without a bank", without_bank,
                  lambda case: lines_of(case).held_out()),
        "",
        plan_held_out(),
        "",
        said_harms()
        + " Before the marker was mended by the first 117 of them it told 38 of 72, three "
        "dangerous ones earned something, and one careful one of 45 was taken for a harm.",
        "",
        ("No line kept back was learnt from, nor one that is like it; banks hold no line twice, so "
        "these are the oddest ways to ask, and real doctors ask more plainly. The sentences of "
        "`cases/labelled/` were written before this patient and not learnt from, but earlier work "
        "on it has seen them."),
        "",
        timed,
    ]  # fmt: skip
    lines += [
        "",
        "## Recorded consults",
        "",
        ("Played by language models that had seen neither cases nor code, one as a warm GP, "
        "one as a terse doctor whose second language is English; which topics each utterance asks "
        "about was labelled by a reader who knew chart and conversation. Before the patient was "
        "mended by them, 83 % (78–86) of turns had no fault, topics were reached in 86, told "
        "rightly in 89 %, red flags reached in 92 %, plan items credited in 92 and rightly in "
        "99 %, with no false harm. It has learnt from their kinds of fault since:"),
        "",
        *conversations(CONSULTS, sorted(CONSULTS.glob("labels_*.jsonl"))),
        "",
        "## What was tried and left",
        "",
        ("Sentence vectors (all-MiniLM-L6-v2, int8) beside the words raise recall on lines kept "
        "back by 8 points at the same precision, and by 9 for a case without a bank; they cost "
        "23 MB, a runtime of some 60 MB and 4 ms a part. Vectors of single words, averaged, give "
        "a third of that for 3 MB. Neither is used: on real consults most faults are of context, "
        "and a patient must answer alike on every machine. Lists put together from short lines "
        "to learn from, and lines borrowed from like items of other cases, made real consults "
        "worse (86.6 against 87.2 %, and 62 against 65 % for a case without a bank). On 678 turns "
        "of four recorded panels, of which 556 were faultless: weights by naive Bayes gave 542, "
        "lines repeated without their small words 546 (half of them: 561, with fewer red flags), "
        "word stems 558, words corrected by one letter 556; none is used."),
    ]  # fmt: skip
    (Path(__file__).parent / "patient.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
