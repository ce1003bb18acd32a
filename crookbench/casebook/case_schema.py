"""The JSON Schema of a case file, generated from the code, for editors to complete and check."""

from __future__ import annotations

import json
from typing import Any

from crookbench.game.case import Case

NAME = "case.schema.json"
"""The schema's file beside the cases; each case names it in its first line."""


def case_schema() -> str:
    """The schema as it stands in the repository."""
    schema = Case.model_json_schema(by_alias=True)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A case of crookbench",
        **{key: value for key, value in schema.items() if key != "title"},
    }
    return json.dumps(_lenient(schema), indent=1, ensure_ascii=False) + "\n"


def _lenient(node: Any) -> Any:  # noqa: ANN401  a JSON tree
    """Allows the short forms that the loader reads, and drops the titles pydantic makes up."""
    if isinstance(node, list):
        return [_lenient(each) for each in node]
    if not isinstance(node, dict):
        return node
    inner = {
        key: _lenient(value)
        for key, value in node.items()
        if not (key == "title" and isinstance(value, str))
    }
    return _short_form(inner) if inner.get("type") == "array" else inner


def _short_form(listed: dict[str, Any]) -> dict[str, Any]:
    """One word for a list of words, one trigger for a list of them, a text for a plan item."""
    items = listed.get("items", {})
    names = str(items.get("$ref", "")).rpartition("/")[2]
    if items.get("type") == "string":
        return _either(listed, {"type": "string"})
    if names == "Trigger":
        return _either(listed, items)
    if names == "ManagementItem":
        return listed | {"items": {"anyOf": [{"type": "string"}, items]}}
    return listed


def _either(listed: dict[str, Any], single: dict[str, Any]) -> dict[str, Any]:
    """A list or one of its elements; what describes the key stays outside."""
    about = {key: listed[key] for key in ("description", "default") if key in listed}
    bare = {key: value for key, value in listed.items() if key not in about}
    return about | {"anyOf": [bare, single]}
