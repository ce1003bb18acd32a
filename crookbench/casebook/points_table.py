"""Everything that scores, as a table in words: from the numbers that score it."""

from __future__ import annotations

from crookbench.game import points

Rows = tuple[tuple[str, tuple[int, ...]], ...]
"""What scores, with its points; of what costs more each time, the first few."""

START, END = "<!-- points -->", "<!-- /points -->"
"""The lines between which a Markdown page has the table."""


def points_table() -> tuple[tuple[str, Rows], ...]:
    """Every rule that scores, part by part."""
    return (
        ("History", _history()),
        ("Examination and tests", _indicated()),
        ("Plan", _plan()),
        ("Diagnosis", _diagnosis()),
    )


def points_markdown() -> str:
    """The table in Markdown, with a true minus sign."""
    lines = ["| for | points |", "| --- | ---: |"]
    for name, rows in points_table():
        lines.append(f"| **{name}** | |")
        lines += [f"| {what} | {', '.join(map(_signed, worth))} |" for what, worth in rows]
    return "\n".join(lines)


def with_points(page: str) -> str:
    """A Markdown page with today's table between its two marks."""
    before, _, rest = page.partition(START)
    after = rest.partition(END)[2]
    return f"{before}{START}\n{points_markdown()}\n{END}{after}"


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\u2212") if number else "0"


def _history() -> Rows:
    worth = points.HISTORY
    return (
        ("A red flag that is present, asked about", (points.RED_FLAG_PRESENT,)),
        ("A red flag that is absent, asked about", (points.RED_FLAG_ABSENT,)),
        ("An essential item", (worth["essential"],)),
        ("A supporting item", (worth["supporting"],)),
        ("An incidental item", (worth["incidental"],)),
    )


def _indicated() -> Rows:
    worth = points.NECESSITY
    waste = worth["unnecessary"]
    return (
        ("Essential", (worth["essential"],)),
        ("Useful", (worth["useful"],)),
        ("Acceptable, or an examination that the case does not list", (worth["acceptable"],)),
        ("An unnecessary examination", (waste,)),
        (
            "The first, second, third … unnecessary test, or one that the case does not list",
            (waste, 2 * waste, 3 * waste),
        ),
        ("A harmful examination or test", (worth["harmful"],)),
    )


def _plan() -> Rows:
    worth = points.MANAGEMENT
    return (
        ("An ideal item, done or said", (worth["ideal"],)),
        ("An acceptable item, a bonus", (worth["acceptable"],)),
        ("A harmful item", (worth["harmful"],)),
        ("A required item not done by the end", (points.REQUIRED_MISSED,)),
        ("A medicine that is unsafe for this patient", (points.SAFETY_BROKEN,)),
        ("A medicine that is not indicated, the first time", (worth["not_indicated"],)),
    )


def _diagnosis() -> Rows:
    return (
        (
            "Most likely: the key, or a working diagnosis with the key as the one not to miss",
            (points.DIAGNOSIS_KEY,),
        ),
        ("Most likely: an accepted alternative", (points.DIAGNOSIS_ACCEPTABLE,)),
        ("Each of the other two that is on the key and no repeat", (points.DIFFERENTIAL,)),
        ("The one not to miss: a can’t-miss diagnosis of this case", (points.CANT_MISS,)),
        ("The one not to miss: anything else, or a repeat", (points.CANT_MISS_WRONG,)),
        ("A saved diagnosis changed", (points.DIAGNOSIS_CHANGED,)),
    )
