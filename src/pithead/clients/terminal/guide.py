"""A lesson in the terminal: prints each step, accepts only its action, and plays the other seats."""

from typing import TYPE_CHECKING

from pithead.engine.lessons import Lesson, Moment
from pithead.engine.rulebook.writer import of_game

from . import rulebook

if TYPE_CHECKING:
    from .session import Session


class Guide:
    """The progress of a lesson."""

    def __init__(self, lesson: Lesson, language: str) -> None:
        self.lesson = lesson
        self._language = language
        self._told = -1
        """The last step that was told."""

    def begin(self, session: "Session") -> None:
        """Play the prelude up to the first step."""
        for seat, decision in self.lesson.script.line.steps[: self.lesson.script.moments[0].at]:
            session.match.play(decision, seat)

    def decide(self, session: "Session", action: int) -> None:
        """Play the learner's action, then the scripted actions of the others."""
        match, seat = session.match, self.lesson.seat
        if action in match.legal:
            others = self.lesson.script.line.follow(len(match.actions), seat, [action])
        else:
            others = []  # refused below, with the reason
        match.play(action, seat)
        for other, decision in others:
            match.play(decision, other)

    @property
    def over(self) -> bool:
        """Whether every step was shown and played."""
        return self._told == len(self.lesson.steps)

    def tell(self, session: "Session") -> None:
        """Print the steps of this position and the input that is expected."""
        decisions = len(session.match.actions)
        for number, moment in enumerate(self.lesson.script.moments):
            if not moment.decisions and moment.at == decisions and number > self._told:
                self._say(session, number, moment)
                session.screen.ask(f"{session.words.text('term.lesson.read')} ")
            elif moment.at <= decisions < moment.at + len(moment.decisions):
                if number != self._told:
                    self._say(session, number, moment)
                wanted = session.match.game.action_texts[moment.decisions[decisions - moment.at]]
                session.screen.write(session.words.text("term.lesson.next", text=wanted), "bold")
                return
        if decisions >= len(self.lesson.script.line):
            self._told = len(self.lesson.steps)
            title = self.lesson.title(self._language)
            bots = ", ".join(name for seat, name in enumerate(session.match.names) if seat != self.lesson.seat)
            session.screen.write(session.words.text("term.lesson.over", title=title, name=bots), "bold")

    def _say(self, session: "Session", number: int, moment: Moment) -> None:
        self._told = number
        steps = len(self.lesson.steps)
        step = session.words.text("term.lesson.step", n=number + 1, of=steps)
        session.screen.write(f"{step} {self.lesson.text(moment, self._language)}", "yellow")
        if ruling := of_game(self.lesson.game, self._language).ruling(moment.step.rule):
            session.screen.rows(rulebook.ruling(ruling), "dim")
