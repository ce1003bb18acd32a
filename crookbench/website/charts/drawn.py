"""A chart as SVG draws it: places and paths in pixels, made while the site is built.

Each chart is drawn twice, for a wide page and for a phone, so that its words are never shrunk. The
template gives the places their elements, and the style sheet their colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING, Literal

from crookbench.figures.numbers import number
from crookbench.website.charts.placing import LINE, MARK, places
from crookbench.website.charts.scale import Scale, linear, logarithmic
from crookbench.website.charts.traces import hover_lines, href_of
from crookbench.website.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crookbench.figures.figure import Axis, Chart, Point

WIDTHS = {"wide": 920, "narrow": 358}
"""Pixels of a drawing: what a desk has room for, and what a phone of 390 has."""
_ROW = 26
"""The height of a row: a finger's width, with a name of one line."""
_HEAD = 24
"""The height of the numbers above a list."""
_GAP = 12
_SCATTER = {"wide": 430, "narrow": 460}
_TICKS = {"wide": 8, "narrow": 4}
_NAMES_MOST = 40
"""Marks of a chart that are named: more names hide each other."""
_LABEL_SHARE = 0.42
"""The most of a drawing that names in front of it take."""
_STEPS = 12
"""Short steps of each piece of a line, which names keep clear of."""

_SIZES = {"wide": 13.0, "narrow": 12.0}
"""The size of all letters, in pixels; the style sheet has the same."""
_LETTERS = {"iljI.,:;|!'": 0.33, "ftr()[]{}/ -": 0.4, "mwMW%@&–—": 0.95}
_CAPITAL, _OTHER = 0.72, 0.63
"""Widths as parts of the size, of the widest fonts that a page may have (DejaVu, Verdana)."""
_WIDTHS = {letter: share for letters, share in _LETTERS.items() for letter in letters}


@dataclass(frozen=True, slots=True)
class Word:
    """A word with the place where it starts, ends or has its middle."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "middle"


@dataclass(frozen=True, slots=True)
class Path:
    """One path: "dot", "replayed" (a thick line), "new" (a thin one), "leader", or bar "part0"."""

    kind: str
    d: str
    hover: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A mark with its name, or a row of a list.

    Attributes:
        group: The group of doctors whose colour it has.
        down: How far it is moved down, for rows, which are drawn alike.
        hover: What it tells, a fact a line.
    """

    group: str
    hover: str
    href: str
    paths: tuple[Path, ...]
    name: Word | None
    down: float = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart in one width.

    Attributes:
        grid: The lines behind it.
        line: The line of best value, or "".
        head: The height above the first row of a list; `row` that of each, 0 where it is no list.
        frame: Left, top, right and bottom of what the axes span, from the edges.
        ranges: What the x axis spans, and the y axis where it has numbers; logarithms of log axes.
        offsets: Where names stand beside their marks, with whether a line leads there.
    """

    size: str
    width: int
    height: float
    grid: str
    words: tuple[Word, ...]
    items: tuple[Item, ...]
    frame: tuple[float, float, float, float]
    ranges: tuple[tuple[float, float], ...]
    line: str = ""
    legend: tuple[tuple[str, Word], ...] = ()
    head: float = 0
    row: float = 0
    offsets: tuple[tuple[float, float, bool] | None, ...] = ()


def drawings(chart: Chart, page: str, groups: Mapping[str, str]) -> tuple[Drawing, ...]:
    """The chart in each width; `groups` are those of the doctors by their names."""
    draw = _list if chart.y.scale == "category" else _scatter
    return tuple(draw(chart, page, groups, size) for size in WIDTHS)


def text_width(text: str, size: str = "wide") -> float:
    """About how many pixels a text takes in the page's font, rather more than less."""
    shares = (_WIDTHS.get(each, _CAPITAL if each.isupper() else _OTHER) for each in text)
    return round(_SIZES[size] * sum(shares), 1)


def fitting(text: str, width: float, size: str = "wide") -> str:
    """The text, cut with an ellipsis where it would be wider."""
    whole = visible(text)
    cut = whole
    while cut and text_width(cut, size) > width:
        cut = cut[:-1]
    return whole if cut == whole else f"{cut.rstrip()}…"


def _list(chart: Chart, page: str, groups: Mapping[str, str], size: str) -> Drawing:
    """A row for each doctor: an interval with its mark, or a bar of parts."""
    width, names = WIDTHS[size], chart.y.categories
    room = max((text_width(visible(name), size) for name in names), default=0.0)
    room = round(min(room, _LABEL_SHARE * width), 1)
    left, right = round(room + _GAP, 1), float(width - 2 * _GAP)
    legend, below = _legend(chart, size) if chart.kind == "stacked_bar" else ((), 0.0)
    head = below + _HEAD
    height = head + _ROW * len(names) + _GAP / 2
    x = linear(_spanned(chart), left, right, _TICKS[size])
    drawn = _bars if chart.kind == "stacked_bar" else _interval
    items = []
    for place, name in enumerate(names):
        points = [point for each in chart.series for point in each.points if point.y == name]
        first = points[0]
        label = Word(room, _ROW / 2, fitting(name, room, size), "end")
        lines = hover_lines(chart, first) if chart.kind != "stacked_bar" else [visible(name)]
        items.append(
            Item(groups.get(name, first.group), "\n".join(lines), href_of(first, page),
                 tuple(drawn(x, points)), label, head + place * _ROW)
        )  # fmt: skip
    return Drawing(
        size, width, height,
        grid="".join(f"M{x(tick):g} {head:g}V{height:g}" for tick in x.ticks),
        words=tuple(Word(x(tick), head - 9, _tick(tick)) for tick in x.ticks),
        items=tuple(items),
        frame=(left, head, width - right, _GAP / 2),
        ranges=(_range(x, x.start, x.end),),
        legend=legend, head=head, row=_ROW,
    )  # fmt: skip


def _spanned(chart: Chart) -> Iterator[float]:
    """Every value that an axis must reach."""
    if chart.kind == "stacked_bar":
        yield 0.0
        for name in chart.y.categories:
            own = [float(p.x) for each in chart.series for p in each.points if p.y == name]
            yield sum(value for value in own if value > 0)
            yield sum(value for value in own if value < 0)
        return
    for series in chart.series:
        for point in series.points:
            yield float(point.x)
            yield from (end for end in (point.lo, point.hi) if end is not None)


def _interval(x: Scale, points: Sequence[Point]) -> Iterator[Path]:
    """The interval on new cases, the one if replayed over it, and the mark."""
    middle = _ROW / 2
    for kind, point in reversed(list(zip(("replayed", "new"), points, strict=False))):
        if point.lo is not None and point.hi is not None:
            yield Path(kind, f"M{x(point.lo):g} {middle:g}H{x(point.hi):g}")
    yield Path("dot", _symbol(points[0].group, x(float(points[0].x)), middle))


def _bars(x: Scale, points: Sequence[Point]) -> Iterator[Path]:
    """Parts one after the other; what was earned beyond a part's maximum goes to the left."""
    above = below = 0.0
    for place, point in enumerate(points):
        value = float(point.x)
        start = above if value > 0 else below
        low, high = sorted((x(start), x(start + value)))
        above, below = above + max(value, 0), below + min(value, 0)
        if high > low:
            yield Path(f"part{place}", f"M{low:g} 5h{high - low:g}v{_ROW - 10}h{low - high:g}z",
                       f"{visible(point.label)}\n{visible(point.text)}")  # fmt: skip


def _legend(chart: Chart, size: str) -> tuple[tuple[tuple[str, Word], ...], float]:
    """What each shade stands for, in lines from the left; and how high they are."""
    found, across, down = [], 0.0, 12.0
    for place, series in enumerate(chart.series):
        wide = 18 + text_width(series.name, size) + 16
        if across and across + wide > WIDTHS[size]:
            across, down = 0.0, down + 20
        found.append((f"part{place}", Word(across + 16, down, visible(series.name), "start")))
        across = round(across + wide, 1)
    return tuple(found), down + 10


def _scatter(chart: Chart, page: str, groups: Mapping[str, str], size: str) -> Drawing:
    """Marks over two axes of numbers, with their names."""
    width, height = WIDTHS[size], _SCATTER[size]
    points = [
        point for each in chart.series if not each.joined
        for group in dict.fromkeys(point.group for point in each.points)
        for point in each.points if point.group == group
    ]  # fmt: skip  # in the order of Plotly's traces, which have a group each
    top, bottom = 30.0, height - 44.0
    y = linear([float(point.y) for point in points], bottom, top, 5, close=True)
    left = round(max(text_width(_tick(tick), size) for tick in y.ticks) + _GAP, 1)
    right = width - 2.0 * _GAP
    scaled = logarithmic if chart.x.scale == "log" else partial(linear, close=True)
    x = scaled([float(point.x) for point in points], left + MARK, right, _TICKS[size])
    at = [(x(float(point.x)), y(float(point.y))) for point in points]
    path = [(x(float(point.x)), y(float(point.y)))
            for each in chart.series if each.joined for point in each.points]  # fmt: skip
    named = _named(points, at, path, (left + 2, 2.0, width - 1.0, bottom - 2), size)
    items = tuple(
        Item(
            groups.get(point.label, point.group),
            "\n".join(hover_lines(chart, point)),
            href_of(point, page),
            tuple(_paths(point, middle, name, size, lined=lined)),
            name,
        )
        for point, middle, (name, lined) in zip(points, at, named, strict=True)
    )
    grid = [f"M{left:g} {y(tick):g}H{right + _GAP:g}" for tick in y.ticks]
    grid += [f"M{x(tick):g} {top:g}V{bottom:g}" for tick in x.ticks]
    return Drawing(
        size, width, height, "".join(grid),
        words=(
            *(Word(x(tick), bottom + 17, _tick(tick)) for tick in x.ticks),
            *(
                Word(round(left - 7, 1), round(y(tick) + 4, 1), _tick(tick), "end")
                for tick in y.ticks
            ),
            Word(0, 13, _title(chart.y), "start"),
            Word(right + _GAP, bottom + 37, _title(chart.x), "end"),
        ),
        items=items,
        frame=(left, top, width - right - _GAP, height - bottom),
        ranges=(_range(x, left, right + _GAP), _range(y, y.start, y.end)),
        line="".join(f"{'L' if n else 'M'}{a:g} {b:g}" for n, (a, b) in enumerate(path)),
        offsets=tuple(
            (round(word.x - a, 1), round(word.y - LINE / 3 - b, 1), lined)
            if word is not None else None
            for (word, lined), (a, b) in zip(named, at, strict=True)
        ),
    )  # fmt: skip


def _named(
    points: Sequence[Point],
    at: Sequence[tuple[float, float]],
    path: Sequence[tuple[float, float]],
    frame: tuple[float, float, float, float],
    size: str,
) -> list[tuple[Word | None, bool]]:
    """The name of each mark where it has a place, and whether a line leads to it."""
    if len(points) > _NAMES_MOST:
        return [(None, False)] * len(points)
    names = [visible(point.label) for point in points]
    steps = [
        (a + part / _STEPS * (c - a), b + part / _STEPS * (d - b))
        for (a, b), (c, d) in pairwise(path) for part in range(_STEPS + 1)
    ]  # fmt: skip
    found = places(at, [text_width(name, size) for name in names], steps, frame)
    return [
        (None, False) if place is None
        else (Word(round(place.x, 1), round(place.y + LINE / 3, 1), name), place.lined)
        for place, name in zip(found, names, strict=True)
    ]  # fmt: skip


def _paths(
    point: Point, middle: tuple[float, float], name: Word | None, size: str, *, lined: bool
) -> Iterator[Path]:
    """A mark, with the line that leads to its name."""
    if name is not None and lined:
        # To the nearest point of the name's box.
        half, level = text_width(name.text, size) / 2, name.y - LINE / 3
        x = min(max(middle[0], name.x - half), name.x + half)
        y = min(max(middle[1], level - LINE / 2), level + LINE / 2)
        yield Path("leader", f"M{middle[0]:g} {middle[1]:g}L{x:g} {y:g}")
    yield Path("dot", _symbol(point.group, *middle))


def _symbol(group: str, x: float, y: float) -> str:
    """The shape of a group, the same as in the tables."""
    match group:
        case "open":
            return f"M{x:g} {y - 6:g}l6 6-6 6-6-6z"
        case "baseline":
            return f"M{x - 4.5:g} {y - 4.5:g}h9v9h-9z"
        case "person":
            return f"M{x:g} {y - 6:g}l6 10.5h-12z"
        case _:
            return f"M{x - 4.8:g} {y:g}a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0-9.6 0z"


def _title(axis: Axis) -> str:
    return f"{axis.label}, {axis.unit}" if axis.unit else axis.label


def _tick(value: float) -> str:
    """A number of an axis, without needless zeros."""
    return number(value, next(n for n in range(11) if round(value, n) == round(value, 10)))


def _range(scale: Scale, start: float, end: float) -> tuple[float, float]:
    """What an axis spans between two pixels; of a logarithmic one the logarithms."""
    low, high = (log10(scale.low), log10(scale.high)) if scale.log else (scale.low, scale.high)
    each = (high - low) / (scale.end - scale.start)
    return round(low + (start - scale.start) * each, 4), round(high + (end - scale.end) * each, 4)
