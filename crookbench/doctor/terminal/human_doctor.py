"""A person in the doctor's chair: sees what each move brought, and types the next one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rich.padding import Padding

from crookbench.doctor.contract import ToolCall, Turn
from crookbench.doctor.terminal.commands import COMMANDS
from crookbench.doctor.terminal.completion import completions
from crookbench.doctor.terminal.keyboard import Left
from crookbench.doctor.terminal.person import Act, Ask, PromptState, Tell, Want, question, read_line
from crookbench.doctor.terminal.render_move import all_shown, choice_kind_of, plain, shown
from crookbench.game.moves import Dx, Look
from crookbench.patient.chart import ChartPatient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from crookbench.doctor.contract import Answer
    from crookbench.doctor.terminal.completion import Completion
    from crookbench.doctor.terminal.keyboard import Lines
    from crookbench.runs.consult import Consult

HOW_TO = (
    "Type what you say to the patient. Commands start with /: /examine, /order, /rx, /refer, "
    "/dx, /end; /help lists them all."
)
NO_DIAGNOSIS = "Save your diagnosis first: /dx MOST LIKELY, DIFFERENTIAL, CAN'T-MISS"
_SLOW = {"say": "{patient} is thinking …", "end_consult": "Your plan is being marked …"}
"""Calls that a model answers, and what is shown meanwhile."""
SURE = "End the consultation? It is scored as it stands. (yes or no) "


@dataclass
class HumanDoctor:
    """Plays one consult as a person's lines say; raises `Left` when there are no more."""

    id: str
    consult: Consult
    lines: Lines
    console: Console
    _state: PromptState = field(init=False)
    _seen: int = field(init=False)

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
            self._notes()
        self.console.print(plain(f"\n{HOW_TO}", "dim"))

    async def turn(self, answers: Sequence[Answer]) -> Turn:  # noqa: ARG002  the log tells more
        """The tool that the person's next lines call."""
        self.catch_up()
        while True:
            meaning = read_line(await self._line(), self._state)
            match meaning:
                case Act(call=call):
                    self._state = replace(self._state, form=None)
                    if await self._meant(call):
                        self._ask_for_patience(call)
                        return Turn((call,))
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
                self.console.print(told)
            if isinstance(move, Look):
                self._state = replace(self._state, offered=(choice_kind_of(move), move.found))
        self._seen = len(self.consult.moves)

    async def _line(self) -> str:
        form = self._state.form
        count = self.consult.questions_left
        left = f"{count} question{'' if count == 1 else 's'} left"
        wanted = "" if form is None else f"{question(form, self.consult.catalogue)} "
        bar = f"{left} · /help · Ctrl-D to leave and come back later · {self.patient}"
        return await self.lines.read(wanted or f"{left} > ", bar, self._complete)

    def _complete(self, line: str) -> Sequence[Completion]:
        return completions(line, self.consult.catalogue, self._state.form)

    async def _meant(self, call: ToolCall) -> bool:
        """Whether to make a call: an end wants a diagnosis, and at a terminal a second yes."""
        if call.name != "end_consult":
            return True
        if not any(isinstance(move, Dx) for move in self.consult.moves):
            self._tell(NO_DIAGNOSIS)
            return False
        if not self.lines.live:
            return True
        answer = await self.lines.read(SURE, "", lambda _: ())
        return answer.lower() in ("y", "yes")

    def _ask_for_patience(self, call: ToolCall) -> None:
        """A model takes a while to answer or to mark, and a still screen looks broken."""
        if self.consult.patient.name != ChartPatient.name and call.name in _SLOW:
            self._tell(_SLOW[call.name].format(patient=self.patient), "dim")

    def _serve(self, want: Want) -> None:
        match want.what:
            case "quit":
                raise Left
            case "notes":
                self.console.print(plain(self.consult.briefing()))
                self._notes()
            case "help":
                self._help()

    def _notes(self) -> None:
        moves = self.consult.moves[: self._seen]
        for each in all_shown(moves, self.consult.catalogue, self.patient):
            self.console.print(each)

    def _help(self) -> None:
        self.console.print(plain("Anything without / is said to the patient."))
        for command in COMMANDS.values():
            self.console.print(plain(command.usage, "bold"))
            self.console.print(Padding(plain(command.does), (0, 0, 0, 4)))
        self.console.print(
            plain("A name may be cut short; where several fit, type the number of one.")
        )

    def _tell(self, text: str, style: str = "") -> None:
        if text:
            self.console.print(plain(text, style))
