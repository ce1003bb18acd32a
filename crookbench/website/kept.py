"""What the last build made: whatever is made of the same things is taken over, not made again.

The site carries a list of what each of its costly files was made of, as fingerprints. A file is
taken over only if it was made of the same by the same code and still is what was made then.
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import platform
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from operator import attrgetter
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, TypedDict

from pydantic import BaseModel

import crookbench

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_LIBRARIES = ("jinja2", "markupsafe", "pagefind-bin", "pillow", "pyarrow")
"""What draws, writes and indexes beside our own code."""

_ABOUT = "Built by crookbench build-site, which replaces this folder; what its files are made of."


class Made(TypedDict):
    """What a list says of files that are made together.

    Attributes:
        of: Fingerprint of what they were made of, and by what.
        files: Fingerprint of each file by its path in the site.
    """

    of: str
    files: dict[str, str]


class Kept:
    """The files of the last build, and the list of this one's; by default there was none.

    Args:
        folder: The site built last, or a folder that is none.
        listed: The list it carries, or "" for none.
        by: Fingerprint of the code, templates and libraries at work.
    """

    def __init__(self, folder: Path = Path(), listed: str = "", by: str = "") -> None:
        self._folder = folder
        self._by = by
        self._before = _read(listed)
        self._now: dict[str, Made] = {}

    def file(self, path: str, of: object, make: Callable[[], bytes]) -> bytes:
        """One file: as it was made last time of the same, else as it is made now."""
        made = self.files(path, of, lambda: {path: make()})
        return made[path] if path in made else make()  # nobody but a forger lists another file

    def files(
        self, name: str, of: object, make: Callable[[], Mapping[str, bytes]]
    ) -> Mapping[str, bytes]:
        """Files that are made together, by their paths.

        Args:
            name: What they are called in the list.
            of: Everything they are made of, beside code and templates: frozen data.
            make: Makes them, and is not asked where there is no need.
        """
        fingerprint = _digest(self._by.encode(), _frozen(of))
        files = self._taken_over(name, fingerprint)
        if files is None:
            files = make()
        self._now[name] = {
            "of": fingerprint,
            "files": {path: _digest(content) for path, content in files.items()},
        }
        return files

    def _taken_over(self, name: str, fingerprint: str) -> Mapping[str, bytes] | None:
        made = self._before.get(name)
        if made is None or made["of"] != fingerprint or not all(map(_is_inside, made["files"])):
            return None
        try:
            files = {path: (self._folder / path).read_bytes() for path in made["files"]}
        except OSError:
            return None
        is_as_made = all(_digest(files[path]) == made["files"][path] for path in files)
        return files if is_as_made else None

    def listed(self) -> str:
        """The list for the site that is being built; the same site has the same list."""
        return json.dumps({"about": _ABOUT, "made": self._now}, indent=0, sort_keys=True) + "\n"


def _is_inside(path: str) -> bool:
    """Whether a path of a list, which anybody may have written, stays in the site."""
    place = PurePosixPath(path)
    return not place.is_absolute() and ".." not in place.parts and "\\" not in path


def _read(listed: str) -> Mapping[str, Made]:
    """A list as it was written; of anything else nothing is taken over."""
    try:
        found = json.loads(listed)["made"]
        return {
            str(name): {
                "of": str(made["of"]),
                "files": {str(path): str(digest) for path, digest in made["files"].items()},
            }
            for name, made in found.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def fingerprint_of(templates: Path) -> str:
    """What is at work: our code and its data, the templates, the libraries and Python."""
    code = Path(crookbench.__file__).parent
    files = sorted(path for folder in (code, templates) for path in folder.rglob("*.*"))
    libraries = [f"{name} {_version(name)}" for name in _LIBRARIES]
    return _digest(
        " ".join([platform.python_version(), *libraries]).encode(),
        *(path.read_bytes() for path in files if path.is_file() and path.suffix != ".pyc"),
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "-"


def _digest(*parts: bytes) -> str:
    found = hashlib.blake2b(digest_size=16)
    for part in parts:
        found.update(hashlib.blake2b(part).digest())
    return found.hexdigest()


class _Freezer(pickle.Pickler):
    """Writes values so that equal ones give equal bytes; nothing ever reads them."""

    def reducer_override(self, obj: Any) -> Any:  # noqa: ANN401  as pickle has it
        """A model or a dataclass is its fields, and nothing that it remembers beside them."""
        read = _fields_of(type(obj))  # type: ignore[arg-type]  # every class can be hashed
        return NotImplemented if read is None else (type(obj), (read(obj),))


@cache
def _fields_of(kind: type) -> Callable[[object], object] | None:
    """What reads all fields of such an object; None where it is no record of fields."""
    if issubclass(kind, BaseModel):
        return attrgetter(*kind.model_fields) if kind.model_fields else None
    if is_dataclass(kind) and (names := [field.name for field in fields(kind)]):
        return attrgetter(*names)
    return None


def _frozen(value: object) -> bytes:
    out = io.BytesIO()
    freezer = _Freezer(out, protocol=5)
    freezer.fast = True  # equal values need not be one object
    freezer.dump(value)
    return out.getvalue()
