"""The plan of a case file: its entries by tier, and the moves that do them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from crookbench.game.written import Words, Written

Tier = Literal["ideal", "acceptable", "harmful", "not_indicated"]

TIERS: tuple[Tier, ...] = ("ideal", "acceptable", "harmful", "not_indicated")


class DoseRange(Written):
    """The doses that count: at least, at most, or both."""

    least: float | None = Field(default=None, gt=0)
    """The smallest dose that counts."""
    most: float | None = Field(default=None, gt=0)
    """The largest dose that counts."""
    unit: Literal["microgram", "mg", "g", "mL", "units"]
    """What the two are counted in."""


class Limits(Written):
    """The whole numbers that count: at least, at most, or both."""

    least: int | None = Field(default=None, ge=0)
    """The smallest that counts."""
    most: int | None = Field(default=None, ge=0)
    """The largest that counts."""


class Trigger(Written):
    """Moves that do a plan item: any of the actions, narrowed by the rest.

    `give` is a stat dose in the clinic, `prescribe` a script, `medicate` either; all name exact
    ingredients. `with` also wants one of its ingredients given or prescribed, before or after.
    """

    model_config = ConfigDict(populate_by_name=True)

    refer: Words = ()
    """Ids of referrals."""
    order: Words = ()
    """Ids of tests."""
    stop: Words = ()
    """Rules 2. Ingredients of medicines the patient takes that are stopped."""
    review: Limits | None = None
    """Rules 2. A review booked in so many days."""
    give: Words = ()
    """Ingredients given now, as a stat dose."""
    prescribe: Words = ()
    """Ingredients on a script."""
    medicate: Words = ()
    """Ingredients given now or on a script."""
    frequency: Words = ()
    """Counts only at one of these frequencies, worded as in the game."""
    duration: Words = ()
    """Counts only for one of these durations, worded as in the game."""
    with_: Words = Field(default=(), alias="with")
    """Counts only where one of these is given or prescribed too, before or after."""
    without: Words = ()
    """Rules 2. Counts only where none of these is given or prescribed, before or after."""
    form: Words = ()
    """Rules 2. Counts only in one of these forms: tablet, patch, modified-release tablet."""
    not_form: Words = ()
    """Rules 2. Does not count in any of these forms."""
    dose: DoseRange | None = None
    """Rules 2. Counts only in a dose of this range, read from the words of the prescription."""
    days: Limits | None = None
    """Rules 2. Counts only for so many days; a month is 30, and Ongoing longer than any limit."""
    quantity: Limits | None = None
    """Rules 2. Counts only where so many are supplied, if a quantity is written."""

    @property
    def ingredients(self) -> tuple[str, ...]:
        return (*self.give, *self.prescribe, *self.medicate)

    @model_validator(mode="after")
    def _names_an_action(self) -> Trigger:
        if not (self.refer or self.order or self.stop or self.review or self.ingredients):
            raise ValueError(
                "a trigger names at least one of refer, order, stop, review, give, prescribe, "
                "medicate"
            )
        return self


def _triggers(value: object) -> object:
    return [value] if isinstance(value, dict) else value


class ManagementItem(Written):
    """One entry of the plan: done by a move (`when`), or only said and judged at the end."""

    text: str
    """What it is, as the bill shows it."""
    when: Annotated[tuple[Trigger, ...], BeforeValidator(_triggers)] = ()
    """The moves that do it: one trigger, or a list of alternatives. Without any it is only said."""
    consequence: str | None = None
    """The story of the harm, for a harmful one."""
    aside: str | None = None
    """Told instead where the patient got the required care all the same."""
    required: bool = False
    """For an ideal one whose omission harms: not done by the end, it costs 30."""
    critical: bool = False
    """Rules 2. For a harm, or a required item left undone, that fails the whole consult: it is
    capped at 39 % of the maximum."""
    urgent: int | None = Field(default=None, ge=1)
    """Rules 2. Full points while at most so many questions have been asked; then they fall evenly
    to a third at twice as many."""
    unless: Annotated[tuple[Trigger, ...], BeforeValidator(_triggers)] = ()
    """Rules 2. Earns nothing where any of these moves is made: what is said is then belied."""
    also_said: bool = False
    """Whether saying it counts as well as doing it."""
    said_as: Words = ()
    """Sentences of a doctor saying it."""
    not_said_as: Words = ()
    """Sentences that come near and are not it."""

    @model_validator(mode="before")
    @classmethod
    def _a_text_is_an_item(cls, data: object) -> object:
        return {"text": data} if isinstance(data, str) else data

    @property
    def judged(self) -> bool:
        """Whether the spoken words can earn it."""
        return self.also_said or not self.when


@dataclass(frozen=True, slots=True)
class PlanItem:
    """An entry of the plan with its id, `ideal_0` for the first ideal one, and its tier."""

    id: str
    tier: Tier
    entry: ManagementItem

    @property
    def text(self) -> str:
        return self.entry.text

    @property
    def required(self) -> bool:
        return self.entry.required

    @property
    def critical(self) -> bool:
        return self.entry.critical


class Management(Written):
    """The plan's entries by tier."""

    ideal: tuple[ManagementItem, ...] = ()
    """What a good plan has: 15 points each."""
    acceptable: tuple[ManagementItem, ...] = ()
    """Good besides, or second best: 5 points each, outside the maximum."""
    harmful: tuple[ManagementItem, ...] = ()
    """What harms: -30 each."""
    not_indicated: tuple[ManagementItem, ...] = ()
    """Medicines that do no good here: -2 the first time. An ingredient, or an entry with when."""

    @cached_property
    def plan(self) -> tuple[PlanItem, ...]:
        """Every entry, ideal ones first."""
        return tuple(
            PlanItem(f"{tier}_{place}", tier, entry)
            for tier in TIERS
            for place, entry in enumerate(getattr(self, tier))
        )

    @cached_property
    def items(self) -> dict[str, ManagementItem]:
        """Every entry by its id, ideal ones first."""
        return {item.id: item.entry for item in self.plan}

    @cached_property
    def ideal_ids(self) -> tuple[str, ...]:
        return tuple(item.id for item in self.plan if item.tier == "ideal")

    @cached_property
    def named(self) -> frozenset[str]:
        """Every ingredient that a trigger of an ideal, acceptable or harmful entry names."""
        items = (*self.ideal, *self.acceptable, *self.harmful)
        return frozenset(
            word.lower()
            for item in items
            for trigger in item.when
            for word in (*trigger.ingredients, *trigger.with_)
        )
