"""The task `crookbench/consult` of Inspect: one sample a case, one epoch a repeat.

Inspect finds it, with its solver and its scorer, by the entry point in pyproject.toml.
"""

from __future__ import annotations

from inspect_ai import Epochs, Task, task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import MemoryDataset
from rich.markup import escape

from crookbench import __version__
from crookbench.commands.options import case_ids
from crookbench.errors import CrookbenchError, UsageFault
from crookbench.inspect_ai.kept import KEY
from crookbench.inspect_ai.scorer import share_of_maximum
from crookbench.inspect_ai.solver import gp
from crookbench.inspect_ai.table import sample_of, table
from crookbench.runs.consult import QUESTIONS

MOST_REPS = 1000
"""As in run.json."""
MOST_QUESTIONS = 10_000
"""More than any consult can ask: it stops a slip of the pen, not a doctor."""
PATIENTS = ("chart", "model")


@task
def consult(  # noqa: PLR0913, PLR0917  a task takes as many options as it has
    cases: str | list[str] = "free",
    reps: int = 3,
    questions: int = QUESTIONS,
    patient: str = "chart",
    cases_dir: str = "",
    catalogue: str = "",
) -> Task:
    """Plays the doctor in consultations of the game Crook, scored by code.

    A benchmark of a game, not of medical competence.

    Args:
        cases: free, all, or ids with commas between them.
        reps: Repeats of each case.
        questions: How many questions the doctor may ask.
        patient: chart, or model: PATIENT_MODEL at PATIENT_URL, asked with PATIENT_KEY.
        cases_dir: Folder of the cases, where they are not those shipped.
        catalogue: Folder of the catalogue, where it is not beside or inside the cases.
    """
    try:
        _check("reps", reps, 1, MOST_REPS)
        _check("questions", questions, 0, MOST_QUESTIONS)
        if patient not in PATIENTS:
            raise UsageFault(f"-T patient: expected {' or '.join(PATIENTS)}, saw {patient!r}")
        listed = cases if isinstance(cases, list) else [str(cases)]
        ids = case_ids([str(each) for each in listed]) or ()
        laid = table(ids, patient, questions, cases_dir, catalogue)
    except CrookbenchError as error:
        # the one error that Inspect prints as a message; it has no public name
        raise PrerequisiteError(escape(f"crookbench: {error}")) from None
    return Task(
        dataset=MemoryDataset(
            [sample_of(case, laid.book.catalogue, questions) for case in laid.book.cases.values()],
            name=KEY,
        ),
        solver=gp([*ids], patient, questions, cases_dir, catalogue),
        scorer=share_of_maximum(),
        epochs=Epochs(reps, "mean"),
        version=__version__,
        metadata={KEY: laid.manifest.model_dump(mode="json", by_alias=True)},
    )


def _check(name: str, value: object, least: int, most: int) -> None:
    """Refuses an option that is no whole number in its range."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise UsageFault(
            f"-T {name}: expected a whole number from {least} to {most}, saw {value!r}"
        )
