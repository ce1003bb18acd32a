"""JSON Schemas of the files of a run, for those who read them without crookbench."""

from __future__ import annotations

from typing import Any

from crookbench.records.log import LOG
from crookbench.records.manifest import Manifest
from crookbench.records.record import FailedConsult, Record


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of each kind of file by the name it is published under."""
    titles = {
        "record": "One scored consult",
        "log": "The moves of one consult",
        "run": "One run: its configuration and its plan",
        "error": "One consult that an infrastructure fault ended",
    }
    found = {
        "record": Record.model_json_schema(mode="serialization"),
        "log": LOG.json_schema(mode="serialization"),
        "run": Manifest.model_json_schema(),
        "error": FailedConsult.model_json_schema(),
    }
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {name: {**dialect, **schema, "title": titles[name]} for name, schema in found.items()}
