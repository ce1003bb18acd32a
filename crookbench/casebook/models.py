"""models.yaml: what is known of each model, for readers and for asking it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, field_validator

from crookbench.casebook.schema_faults import validated
from crookbench.casebook.yamlfile import read_yaml
from crookbench.chat import usage
from crookbench.chat.endpoint import RESERVED
from crookbench.errors import Faults
from crookbench.redaction import looks_like_key

if TYPE_CHECKING:
    from pathlib import Path


class Price(BaseModel):
    """US$ for a million tokens read (input) and written (output)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: FiniteFloat = Field(ge=0)
    output: FiniteFloat = Field(ge=0)


class Model(BaseModel):
    """One entry of models.yaml.

    Attributes:
        price: For servers that do not say what an answer cost.
        extra: Fields merged into each request, such as `tool_choice: required`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    lab: str
    weights: Literal["open", "closed"]
    price: Price | None = None
    extra: dict[str, object] = Field(default_factory=dict)

    @field_validator("extra")
    @classmethod
    def extra_may_be_set(cls, extra: dict[str, object]) -> dict[str, object]:
        """Nothing that the request itself says, and no API key, for the list is published."""
        for name in RESERVED:
            if name in extra:
                raise ValueError(f"{name!r} cannot be set")
        if looks_like_key(str(extra)):
            raise ValueError("expected no key in it, for it is published")
        return extra

    @property
    def token_price(self) -> usage.Price | None:
        return usage.Price(self.price.input, self.price.output) if self.price else None


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    models: tuple[Model, ...] = ()


def models_beside(cases: Path) -> dict[str, Model]:
    """What models.yaml in the cases' folder says, if it is there; other models are asked without.

    Raises:
        Fault, Faults: As `read_models` does.
    """
    path = cases / "models.yaml"
    return read_models(path) if path.is_file() else {}


def read_models(path: Path) -> dict[str, Model]:
    """The models of the file by id.

    Raises:
        Fault: The file cannot be read or is no YAML.
        Faults: Entries that do not fit, or an id or name that stands twice.
    """
    file = read_yaml(path)
    models = validated(_File, file, file.data).models
    faults = []
    for what in ("id", "name"):
        first: dict[str, int] = {}
        for place, model in enumerate(models):
            value = getattr(model, what)
            if value in first:
                line = file.line_of(f"models.{first[value]}.{what}")
                message = f"{value!r} stands twice, first on line {line}; keep one of them"
                faults.append(file.fault(message, f"models.{place}.{what}"))
            first.setdefault(value, place)
    if faults:
        raise Faults(faults)
    return {model.id: model for model in models}
