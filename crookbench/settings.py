"""crookbench.toml: addresses, patient and defaults of a project, so that nobody types them twice.

It is looked for in the working folder and in those above it. The environment counts before it, and
an option on the command line before both. It never holds a key, for such files get committed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from crookbench.errors import UsageFault

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILE = "crookbench.toml"
DEFAULTS = "defaults"
"""The table with options for every command that has them; a command's own table counts first."""
_SERVERS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "doctor": {"url": str, "extra": dict, "timeout": (int, float)},
    "patient": {"url": str, "model": str, "suffix": str, "extra": dict, "timeout": (int, float)},
}
"""Tables that say where models are asked, with each key's type: `[doctor] url` is DOCTOR_URL."""
_SECRET = {"key", "keys", "apikey", "token", "secret", "password", "credential", "credentials"}
"""Words in the name of a setting that holds a key; `max_tokens` is a number of tokens."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What crookbench.toml says; without the file, nothing.

    Attributes:
        path: The file, or None where there is none.
        environ: Environment variables that the file stands in for.
        options: Options by command ("defaults" for all), by their long names without hyphens.
    """

    path: Path | None = None
    environ: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def read_settings(start: Path) -> Settings:
    """The settings of the nearest crookbench.toml at or above a folder.

    Raises:
        UsageFault: It cannot be read, or it holds what does not belong in it.
    """
    found = (folder / FILE for folder in (start, *start.parents))
    path = next((each for each in found if each.is_file()), None)
    if path is None:
        return Settings()
    import tomllib

    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as problem:
        raise UsageFault(f"{path}: expected a text file, seen: {problem}") from None
    except tomllib.TOMLDecodeError as problem:
        raise UsageFault(f"{path}: expected TOML, seen: {problem}") from None
    _refuse_keys(path, data)
    for name, table in data.items():
        if not isinstance(table, dict):
            raise UsageFault(
                f"{path}: {name}: expected a table such as [{DEFAULTS}], saw {table!r}; "
                f"write options under [{DEFAULTS}] or under the name of a command"
            )
    environ = {
        f"{server}_{key}".upper(): _environment_value(path, server, key, value)
        for server in _SERVERS
        for key, value in data.get(server, {}).items()
    }
    return Settings(path, environ, {k: v for k, v in data.items() if k not in _SERVERS})


def _refuse_keys(path: Path, data: Mapping[str, Any], above: str = "") -> None:
    """Refuses a file with a key in it, under whatever name; its value is not shown."""
    from crookbench.redaction import looks_like_key

    for name, value in data.items():
        where = f"{above}{name}"
        if isinstance(value, dict):
            _refuse_keys(path, value, f"{where}.")
            continue
        text = str(value)
        is_secret = (
            not _SECRET.isdisjoint(re.split(r"[^a-z]+", name.lower()))
            or bool(looks_like_key(text))
            or ("://" in text and bool(urlsplit(text).password or urlsplit(text).query))
        )
        if is_secret:
            raise UsageFault(
                f"{path}: {where}: expected no key in this file, for such files get committed; "
                "take it out, and set DOCTOR_KEY, PATIENT_KEY or OPENROUTER_API_KEY in the "
                "environment"
            )


def _environment_value(path: Path, server: str, key: str, value: object) -> str:
    """A setting of a server as the environment variable would have it."""
    from crookbench.game.nearest import did_you_mean

    known = _SERVERS[server]
    if key not in known:
        advice = did_you_mean(key, known, f"it may have: {', '.join(known)}")
        raise UsageFault(f"{path}: {server}.{key}: unknown key {key!r}; {advice}")
    if not isinstance(value, known[key]) or isinstance(value, bool):
        expected = {"extra": "a table", "timeout": "seconds"}.get(key, "a text")
        raise UsageFault(f"{path}: {server}.{key}: expected {expected}, saw {value!r}")
    if isinstance(value, dict):
        try:
            return json.dumps(value)
        except TypeError:
            raise UsageFault(
                f"{path}: {server}.{key}: expected texts, numbers and lists, as JSON has them; "
                "write a date as a text"
            ) from None
    return str(value)
