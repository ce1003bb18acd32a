"""Draws a card as a PNG of 1200 x 630 pixels, in the site's own manner.

Pillow's embedded font is used, laid out by its own simple engine, so that the same card gives the
same bytes wherever the same Pillow runs.
"""

from __future__ import annotations

import io
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from crookbench.errors import NotAvailable
from crookbench.website.cards.card import HEIGHT, WIDTH, drawable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

    from crookbench.website.cards.card import Bar, Card

_PAPER, _INK, _INK_2, _RULE = "#fbfaf7", "#1b1f1d", "#4a524e", "#dedbd3"
_COLOURS = {"closed": "#0072b2", "open": "#d55e00", "baseline": "#6b6f6d", "person": "#009e73",
            "unknown": "#6b6f6d"}  # fmt: skip
_LEFT, _RIGHT = 72, WIDTH - 72
_ROOM = _RIGHT - _LEFT - 20
_SPLIT = 590
"""Where the bars begin beside a large figure."""
_BOLD = 44
"""The font has one weight: bold text is stroked by its size over this."""
_DISCLAIMER = "A game, not medical competence"
_COLOUR_COUNT = 64
_SMALL = 20
"""Pixels of the type at the foot."""


def check_available() -> None:
    """Whether this installation can draw.

    Raises:
        NotAvailable: Pillow is not installed.
    """
    if find_spec("PIL") is None:
        raise NotAvailable(
            "--cards: expected Pillow, which is not installed; install crookbench[cards], or "
            "build without --cards: links then unfurl as words only"
        )


def picture(card: Card) -> bytes:
    """The card as a PNG."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    pen = ImageDraw.Draw(image)
    top = _head(pen, card)
    _foot(pen, card)
    if card.figure:
        _figure(pen, card, top)
    _bars(image, pen, card.bars, _SPLIT if card.figure else _LEFT, top)
    return _png(image)


def _png(image: Image) -> bytes:
    from PIL.Image import Dither, Quantize

    out = io.BytesIO()
    few = image.quantize(_COLOUR_COUNT, method=Quantize.FASTOCTREE, dither=Dither.NONE)
    few.save(out, "PNG", compress_level=6)
    return out.getvalue()


@cache
def _font(size: int) -> FreeTypeFont:
    from PIL import ImageFont

    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise NotAvailable(
            "--cards: expected a Pillow with FreeType, which this one lacks; install another, or "
            "build without --cards"
        )
    return font


def _write(  # noqa: PLR0913, PLR0917  where, what and how
    pen: ImageDraw,
    x: float,
    y: float,
    text: str,
    size: int,
    colour: str = _INK,
    anchor: str = "la",
    *,
    bold: bool = False,
) -> None:
    pen.text((x, y), text, colour, _font(size), anchor, stroke_width=size / _BOLD if bold else 0,
             stroke_fill=colour)  # fmt: skip


def wrapped(text: str, size: int, width: float, lines: int) -> tuple[str, ...]:
    """A text in at most so many lines of a width in pixels; what is left over ends in "…"."""
    font, left = _font(size), drawable(text).split()
    found: list[str] = []
    while left and len(found) < lines:
        count = 1
        while count < len(left) and font.getlength(" ".join(left[: count + 1])) <= width:
            count += 1
        found.append(" ".join(left[:count]))
        left = left[count:]
    if left:
        found[-1] += " …"
    return tuple(_cut(line, font, width) for line in found)


def _cut(line: str, font: FreeTypeFont, width: float) -> str:
    if font.getlength(line) <= width:
        return line
    kept = line.removesuffix("…").rstrip()
    while kept and font.getlength(f"{kept}…") > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def _head(pen: ImageDraw, card: Card) -> int:
    """Name of the site, kicker and title; returns where the rest may begin."""
    _write(pen, _LEFT, 56, "Crook bench", 28, bold=True)
    if card.kicker:
        (kicker,) = wrapped(card.kicker, 26, 700, 1)
        _write(pen, _RIGHT, 57, kicker, 26, _INK_2, "ra")
    size = 54 if len(wrapped(card.title, 54, _ROOM, 2)) == 1 else 46
    lines = wrapped(card.title, size, _ROOM, 2)
    for place, line in enumerate(lines):
        _write(pen, _LEFT, 122 + place * (size + 10), line, size, bold=True)
    return 122 + len(lines) * (size + 10) + 34


def _foot(pen: ImageDraw, card: Card) -> None:
    pen.line((_LEFT, 552, _RIGHT, 552), _RULE, 2)
    _write(pen, _RIGHT, 570, _DISCLAIMER, _SMALL, _INK_2, "ra")
    room = _ROOM - _font(_SMALL).getlength(_DISCLAIMER) - 20
    for line in wrapped(card.foot, _SMALL, room, 1):
        _write(pen, _LEFT, 570, line, _SMALL, _INK_2)


def _figure(pen: ImageDraw, card: Card, top: int) -> None:
    _write(pen, _LEFT, top, drawable(card.figure), 120, bold=True)
    y = top + 146
    for text in card.caption:
        for line in wrapped(text, 28, _SPLIT - _LEFT - 50, 2):
            _write(pen, _LEFT, y, line, 28, _INK_2)
            y += 38


def _bars(image: Image, pen: ImageDraw, bars: Sequence[Bar], left: int, top: int) -> None:
    """One bar under another, each under its name and value, spread over the room there is."""
    if not bars:
        return
    step = min(86, (530 - top) // len(bars))
    for place, bar in enumerate(bars):
        y = top + place * step
        text = left
        if bar.group:
            _mark(image, left, y + 5, bar.group)
            text += 34
        value = drawable(bar.value)
        room = _RIGHT - text - _font(26).getlength(value) - 24
        (name,) = wrapped(bar.name, 26, room, 1) or ("",)
        _write(pen, text, y, name, 26)
        _write(pen, _RIGHT, y, value, 26, _INK, "ra")
        _reach(pen, bar, left, y + 38)


def _reach(pen: ImageDraw, bar: Bar, left: int, y: int) -> None:
    pen.rectangle((left, y, _RIGHT, y + 7), _RULE)
    if bar.share > 0:
        end = left + round((_RIGHT - left) * bar.share / 100)
        pen.rectangle((left, y, end, y + 7), _COLOURS[bar.group] if bar.group else _INK_2)


_SIZE, _FINE = 20, 8
"""Pixels of a mark, and how many times larger it is drawn so that its edges come out smooth."""


def _mark(image: Image, x: int, y: int, group: str) -> None:
    image.paste(_COLOURS[group], (x, y), _shape(group))


@cache
def _shape(group: str) -> Image:
    """A group's shape: circle, diamond, triangle or square."""
    from PIL import Image, ImageDraw

    side = _SIZE * _FINE - 1
    mask = Image.new("L", (side + 1, side + 1))
    pen = ImageDraw.Draw(mask)
    if group == "closed":
        pen.ellipse((0, 0, side, side), 255)
    elif group == "open":
        pen.polygon([(side / 2, 0), (side, side / 2), (side / 2, side), (0, side / 2)], 255)
    elif group == "person":
        pen.polygon([(side / 2, 0), (side, side), (0, side)], 255)
    else:
        pen.rectangle((side / 10, side / 10, side * 0.9, side * 0.9), 255)
    return mask.resize((_SIZE, _SIZE), Image.Resampling.LANCZOS)
