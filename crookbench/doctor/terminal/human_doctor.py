"""A person in the doctor's chair: sees what each move brought, and types the next one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rich.padding import Padding

from crookbench.doctor.contract import ToolCall, Turn
from crookbench.doctor.terminal.choices import nearest_name
from crookbench.doctor.terminal.commands import COMMANDS
from crookbench.doctor.terminal.completion import completions
from crookbench.doctor.terminal.confirm import asked_first, diagnosis_costs
from crookbench.doctor.terminal.keyboard import Left
from crookbench.doctor.terminal.person import Act, Ask, PromptState, Tell, Want, question, read_line
from crookbench.doctor.terminal.render_move import all_shown, choice_kind_of, plain, shown
from crookbench.doctor.terminal.screen import print_paged
from crookbench.game.awards import PARTS
from crookbench.game.moves import Dx, Look, Say
from crookbench.game.scoring import score
from crookbench.patient.chart import ChartPatient

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from crookbench.doctor.contract import Answer
    from crookbench.doctor.terminal.completion import Completion
    from crookbench.doctor.terminal.keyboard import Lines
    from crookbench.runs.consult import Consult

HOW_TO = (
    "Type what you say to the patient. Commands start with /: /examine, /order, /rx, /refer, "
    "/dx, /end; /help lists them all."
)
NO_DIAGNOSIS = "Save your diagnosis first: /dx MOST LIKELY, DIFFERENTIAL, CAN'T-MISS"
NO_HINTS = (
    "Hints are for consults begun with --hints, which are filed apart: leave with Ctrl-D and begin "
    "one, or go on without."
)
_SLOW = {"say": "{patient} is thinking …", "end_consult": "Your plan is being marked …"}
"""Calls that a model answers, and what is shown meanwhile."""
_WORTH = {
    "history": "question", "examination": "examination", "investigations": "test",
    "management": "plan step",
}  # fmt: skip


@dataclass
class HumanDoctor:
    """Plays one consult as a person's lines say; raises `Left` when there are no more."""

    id: str
    consult: Consult
    lines: Lines
    console: Console
    hints: bool = False
    _state: PromptState = field(init=False)
    _seen: int = field(init=False)
    _pasted: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self._state = PromptState(self.consult.catalogue)
        self._seen = len(self.consult.moves)

    @property
    def patient(self) -> str:
        return self.consult.case.patient.name

    def welcome(self) -> None:
        """The briefing, and what was done before where a consult is gone on with."""
        self.console.print(plain(self.consult.briefing()))
        if self.consult.moves:
            self.console.print(plain("\nSo far:", "bold"))
            for each in self._notes():
                self.console.print(each)
        self.console.print(plain(f"\n{HOW_TO}", "dim"))

    async def turn(self, answers: Sequence[Answer]) -> Turn:
        """The tools that the person's next lines call."""
        self.catch_up()
        self._tell_charge(answers)
        while True:
            meaning = read_line(await self._line(), self._state)
            if not isinstance(meaning, Act):
                self._drop_pasted()
            match meaning:
                case Act(call=call):
                    self._state = replace(self._state, form=None)
                    if await self._meant(meaning):
                        self._ask_for_patience(call)
                        return Turn((call, *meaning.more))
                    self._drop_pasted()
                case Ask(form=form, why=why, look=look):
                    self._state = replace(self._state, form=form)
                    self._tell(why)
                    if look is not None:
                        return Turn((look,))
                case Tell(text=text):
                    self._state = replace(self._state, form=None)
                    self._tell(text)
                case Want():
                    self._serve(meaning)

    def catch_up(self) -> None:
        """Shows every move that was not shown yet."""
        for move in self.consult.moves[self._seen :]:
            told = shown(move, self.consult.catalogue, self.patient, echo=False)
            if told is not None:
                print_paged(self.console, [told], live=self.lines.live)
            if isinstance(move, Look):
                self._state = replace(self._state, offered=(choice_kind_of(move), move.found))
                self._suggest(move)
        self._seen = len(self.consult.moves)

    def _suggest(self, look: Look) -> None:
        """The name that a misspelt one may be, where nothing was found."""
        kind, query = choice_kind_of(look), look.query.get("query", "")
        near = nearest_name(self.consult.catalogue, kind, query) if not look.found else None
        if near is not None:
            other = "" if near.kind == kind else f", which is found among the {near.kind}"
            self._tell(f"Did you mean {near.name!r}{other}?")

    def _tell_charge(self, answers: Sequence[Answer]) -> None:
        """What a message cost in questions, unless it was one: the prompt says what is left."""
        asked = self.consult.moves[-1] if self.consult.moves else None
        if not (answers and answers[-1].call and answers[-1].call.name == "say"):
            return
        if isinstance(asked, Say) and (asked.questions != 1 or not self.consult.questions_left):
            self._tell(answers[-1].text.splitlines()[-1], "dim")

    async def _line(self) -> str:
        if self._pasted:
            line = self._pasted.pop(0)
            self._tell(f"> {line}", "dim")
            return line
        form = self._state.form
        count = self.consult.questions_left
        left = f"{plural(count, 'question')} left"
        wanted = "" if form is None else f"{question(form, self.consult.catalogue)} "
        typed = await self.lines.read(wanted or f"{left} > ", self._bar, self._complete)
        first, *others = [each for each in typed.split("\n") if each.strip()] or [""]
        if any(each.lstrip().startswith("/") for each in (first, *others)):
            self._pasted = others
            return first
        return " ".join((first, *others))

    def _bar(self) -> str:
        minutes = round(self.consult.seconds / 60)
        return f"{self.patient} · {minutes} min · /help · /record · /done · Ctrl-D leaves"

    def _drop_pasted(self) -> None:
        """What follows a line that was not carried out may not be meant any more."""
        if self._pasted:
            lines = plural(len(self._pasted), "further line")
            self._tell(f"{lines} of what you pasted: not used, for this one needs you first.")
            self._pasted = []

    def _complete(self, line: str) -> Sequence[Completion]:
        return completions(line, self.consult.catalogue, self._state.form)

    async def _meant(self, act: Act) -> bool:
        """Whether to make a call: somebody at a terminal is asked where it may be a slip."""
        is_end = act.call.name == "end_consult"
        if is_end and not any(isinstance(move, Dx) for move in self.consult.moves):
            self._tell(NO_DIAGNOSIS)
            return False
        if not self.lines.live:
            if act.call.name == "diagnose":
                self._tell(diagnosis_costs(act.call, self.consult.moves))
            return True
        asked = asked_first(act, self.consult.catalogue, self.consult.moves)
        if not asked:
            return True
        self._tell(asked)
        answer = await self.lines.read("yes or no? ", self._bar, lambda _: ())
        meant = answer.lower() in ("y", "yes")
        self._tell("" if meant else "Nothing was done.")
        return meant

    def _ask_for_patience(self, call: ToolCall) -> None:
        """A model takes a while to answer or to mark, and a still screen looks broken."""
        if self.consult.patient.name != ChartPatient.name and call.name in _SLOW:
            self._tell(_SLOW[call.name].format(patient=self.patient), "dim")

    def _serve(self, want: Want) -> None:
        briefing = [plain(self.consult.briefing())]
        match want.what:
            case "quit":
                raise Left
            case "hint":
                self._tell(self._hint() if self.hints else NO_HINTS)
            case "record":
                self._page(briefing)
            case "done":
                self._page(self._done())
            case "notes":
                self._page([*briefing, *self._notes()])
            case "help":
                self._page([*_help()])

    def _page(self, parts: Sequence[RenderableType]) -> None:
        print_paged(self.console, parts, live=self.lines.live)

    def _notes(self) -> list[RenderableType]:
        moves = self.consult.moves[: self._seen]
        return all_shown(moves, self.consult.catalogue, self.patient)

    def _done(self) -> list[RenderableType]:
        """Everything done but the talk, of which the number of messages is told."""
        moves = self.consult.moves[: self._seen]
        deeds = [move for move in moves if not isinstance(move, Say)]
        says = len([move for move in moves if isinstance(move, Say)])
        used = self.consult.questions - self.consult.questions_left
        told, asked = plural(says, "message"), plural(used, "question")
        head = plain(f"{told} to the patient, {asked}. Done so far:")
        found = all_shown(deeds, self.consult.catalogue, self.patient)
        return [head, *(found or [plain("nothing else.")])]

    def _hint(self) -> str:
        """How much is still to be had, and one thing of it; never a diagnosis."""
        scoring = score(self.consult.case, self.consult.catalogue, self.consult.moves)
        left = [each for each in scoring.missed if not each.item.startswith("dx:")]
        if not left:
            return "Nothing more is to be had but the diagnosis: /dx, then /end."
        counts = Counter(_WORTH[each.part] for each in left)
        told = ", ".join(plural(n, what) for what, n in counts.items())
        # in the order of a consult: a step of the plan would give the diagnosis away
        best = max(left, key=lambda each: (-[*PARTS].index(each.part), each.points))
        return f"Still worth points: {told}. One of them: {best.hint or best.label}."

    def _tell(self, text: str, style: str = "") -> None:
        if text:
            self.console.print(plain(text, style))


def plural(count: int, what: str) -> str:
    """A count with its noun."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def _help() -> Iterator[RenderableType]:
    yield plain("Anything without / is said to the patient.")
    for command in COMMANDS.values():
        yield plain(command.usage, "bold")
        yield Padding(plain(command.does), (0, 0, 0, 4))
    yield plain(
        "A name may be cut short, and is asked about then; where several fit, choose one by its "
        "number. Tab completes. Ctrl-C clears the line."
    )
