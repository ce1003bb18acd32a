"""Labelled sets: what doctors say in a case, each sentence with what it asks about or earns.

They measure the patient and the marker (`crookbench eval-patient`); nothing is played with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field

from crookbench.casebook.casebook import case_paths, load_case
from crookbench.casebook.schema_faults import validated
from crookbench.casebook.yamlfile import read_yaml
from crookbench.errors import CrookbenchError, Fault, Faults
from crookbench.game.decoys import DECOYS
from crookbench.game.nearest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from crookbench.casebook.yamlfile import YamlFile
    from crookbench.game.case import Case

FOLDER = "labelled"
"""Where the sets are, among the cases."""

Words = Annotated[str, Field(min_length=1)]


class _Read(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Question(_Read):
    """What a doctor asks.

    Attributes:
        ids: The topics it asks about: items of the case, generic `other_…` ones, or none.
        jargon: The medical words in it that a patient does not understand.
    """

    said: Words
    ids: tuple[str, ...]
    jargon: tuple[str, ...] = ()

    @property
    def wanted(self) -> tuple[str, ...]:
        return self.ids


class Sentence(_Read):
    """What a doctor says of the plan, and the management ids it should earn."""

    said: Words
    earns: tuple[str, ...]

    @property
    def wanted(self) -> tuple[str, ...]:
        return self.earns


class LabelledSet(_Read):
    """One case's sentences."""

    questions: tuple[Question, ...] = ()
    plan: tuple[Sentence, ...] = ()


def labelled_path(cases_dir: Path, case_id: str) -> Path:
    return cases_dir / FOLDER / f"{case_id}.yaml"


def read_labelled(path: Path, case: Case) -> LabelledSet:
    """A case's set.

    Raises:
        Fault: The file cannot be read or is no YAML.
        Faults: Keys or values that do not fit, or ids that are not the case's.
    """
    file = read_yaml(path)
    labelled = validated(LabelledSet, file, file.data)
    faults = [*_unknown_topics(file, labelled, case), *_unearned(file, labelled, case),
              *_repeated(file, labelled)]  # fmt: skip
    if faults:
        raise Faults(sorted(faults, key=lambda fault: fault.line or 0))
    return labelled


def labelled_faults(cases_dir: Path, ids: Collection[str] | None = None) -> list[Fault]:
    """Every fault of the sets of some cases, or of all sets there are.

    A case that cannot be read itself has its own faults told; its set waits for them.
    """
    cases = case_paths(cases_dir)
    there = {path.stem: path for path in sorted((cases_dir / FOLDER).glob("*.yaml"))}
    faults: list[Fault] = []
    for id_, path in there.items():
        if ids and id_ not in ids:
            continue
        if id_ in cases:
            faults += _faults_of(path, cases[id_])
        else:
            advice = did_you_mean(id_, cases, f"there are: {', '.join(cases)}")
            faults.append(Fault(str(path), f"there is no case {id_!r} in {cases_dir}; {advice}"))
    return faults


def _faults_of(path: Path, case_path: Path) -> tuple[Fault, ...]:
    try:
        case = load_case(case_path)
    except CrookbenchError:
        return ()
    try:
        read_labelled(path, case)
    except Faults as error:
        return error.faults
    except Fault as error:
        return (error,)
    return ()


def _unknown_topics(file: YamlFile, labelled: LabelledSet, case: Case) -> Iterator[Fault]:
    covered = {topic: item.id for item in case.history for topic in item.covers}
    known = {*case.item, *DECOYS} - covered.keys()
    for place, question in enumerate(labelled.questions):
        for nth, id_ in enumerate(question.ids):
            key = f"questions.{place}.ids.{nth}"
            if id_ in covered:
                yield file.fault(f"{id_!r} is covered here by {covered[id_]!r}; write that", key)
            elif id_ not in known:
                yield _unknown(file, key, id_, known)
        for nth, word in enumerate(question.jargon):
            if word not in question.said:
                message = f"expected a word of the sentence as it stands there, saw {word!r}"
                yield file.fault(message, f"questions.{place}.jargon.{nth}")


def _unearned(file: YamlFile, labelled: LabelledSet, case: Case) -> Iterator[Fault]:
    items = case.management.items
    judged = [id_ for id_ in items if items[id_].judged and not id_.startswith("not_indicated")]
    for place, sentence in enumerate(labelled.plan):
        for nth, id_ in enumerate(sentence.earns):
            key = f"plan.{place}.earns.{nth}"
            if id_ in items and id_ not in judged:
                message = f"{id_!r} is done by a move, so no words earn it; leave it out"
                yield file.fault(message, key)
            elif id_ not in items:
                yield _unknown(file, key, id_, judged)


def _unknown(file: YamlFile, key: str, id_: str, known: Collection[str]) -> Fault:
    advice = did_you_mean(id_, known, f"known here: {', '.join(sorted(known))}")
    return file.fault(f"unknown id {id_!r}; {advice}", key)


def _repeated(file: YamlFile, labelled: LabelledSet) -> Iterator[Fault]:
    listed: Mapping[str, tuple[Question | Sentence, ...]] = {
        "questions": labelled.questions, "plan": labelled.plan,
    }  # fmt: skip
    for name, rows in listed.items():
        first: dict[str, int] = {}
        for place, row in enumerate(rows):
            before = first.setdefault(row.said, place)
            if before != place:
                line = file.line_of(f"{name}.{before}.said")
                message = f"the sentence stands twice, first on line {line}; keep one of them"
                yield file.fault(message, f"{name}.{place}.said")
