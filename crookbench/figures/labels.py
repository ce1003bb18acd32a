"""Plain words for the ids of history items, for a run whose cases are not here.

Such a run brings a file `labels.yaml` beside its run.json.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from crookbench.casebook.schema_faults import validated
from crookbench.casebook.yamlfile import read_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crookbench.records.results import Run

FILE = "labels.yaml"


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    labels: dict[str, str]


def item_labels(run: Run) -> Mapping[str, str]:
    """The words of a run's own file by id; empty where it has none.

    Raises:
        Fault, Faults: The file cannot be read or does not fit.
    """
    path = run.path / FILE
    if not path.is_file():
        return {}
    file = read_yaml(path)
    return validated(_File, file, file.data).labels
