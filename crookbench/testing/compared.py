"""What a consult hands over to the page of comparisons."""

from __future__ import annotations

import json
from typing import Any


def handed_over(script: str) -> dict[str, Any]:
    """The data of an items.js."""
    found: dict[str, Any] = json.loads(script.removeprefix("compared(").removesuffix(");\n"))
    return found
