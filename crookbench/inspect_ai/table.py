"""What the consults of a task are played with: cases, who answers, and the configuration of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from inspect_ai.dataset import Sample

from crookbench.casebook.casebook import default_catalogue_folder, load_casebook
from crookbench.casebook.models import models_beside
from crookbench.game.catalogue import name_in
from crookbench.inspect_ai.kept import CLUSTER
from crookbench.paths import shipped
from crookbench.patient.chart import ChartPatient
from crookbench.records.manifest import Manifest
from crookbench.runs.briefing import briefing
from crookbench.runs.model_config import model_config

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.casebook.casebook import Casebook
    from crookbench.casebook.models import Model as KnownModel
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue
    from crookbench.runs.model_config import ModelConfig


@dataclass(frozen=True, slots=True)
class Table:
    """Everything of a task but the doctor.

    Attributes:
        known: Models of models.yaml by id, with their prices.
        manifest: The configuration as run.json has it, without doctors.
    """

    book: Casebook
    models: ModelConfig
    known: Mapping[str, KnownModel]
    manifest: Manifest


@cache
def table(
    cases: tuple[str, ...], patient: str, questions: int, cases_dir: str, catalogue: str
) -> Table:
    """The table of a task's options; `cases` are ids, or none for all of the folder.

    Task and solver are made from the same options, and read the files once.

    Raises:
        CrookbenchError: An option or a case is not as it should be.
    """
    folder = Path(cases_dir) if cases_dir else shipped("cases")
    shelf = Path(catalogue) if catalogue else default_catalogue_folder(folder)
    book = load_casebook(folder, shelf, cases or None)
    known = models_beside(folder)
    models = model_config((), patient, known, os.environ)
    manifest = Manifest(
        id="inspect",
        title="Played through Inspect",
        date="",
        cases=tuple(book.cases),
        questions=questions,
        patient=models.patient_name,
        marker=models.patient_name,
        patient_parameters=models.patient_parameters,
        prompts=models.prompts,
        case_hashes=dict(book.case_hashes),
        catalogue_hash=book.catalogue_hash,
    )
    return Table(book, models, known, manifest)


def sample_of(case: Case, catalogue: Catalogue, questions: int) -> Sample:
    """A case as Inspect has it: what the doctor sees first, and the diagnosis on the key."""
    return Sample(
        id=case.id,
        input=briefing(case, catalogue, ChartPatient(case).opening(), questions),
        target=name_in(catalogue.diagnosis, case.ground_truth.diagnosis),
        metadata={CLUSTER: case.id, "title": case.title, "difficulty": case.difficulty},
    )
