"""The coach in the terminal: one confirmation prompt per bad turn, and a review at the end of the game."""

from typing import TYPE_CHECKING

from pithead.analysis import analyse
from pithead.analysis.coach import Draft, object_to
from pithead.analysis.page import moment_text
from pithead.bots.search.warming import backing
from pithead.bots.search.workspace import KERNEL
from pithead.engine.errors import PitheadError

if TYPE_CHECKING:
    from .session import Session

MOMENTS = 3
REVIEW_THINK = 0.25  # think factor of the review: small, because the player waits for it


class MorePeople(PitheadError):
    """A coach was requested with more than one human player."""

    code = "coach_alone"


class Objected(Exception):
    """The coach objected: aborts the action and the rest of the command line."""


class Coach:
    """Checks every irreversible action."""

    def __init__(self, percent: int) -> None:
        self._threshold = percent / 100
        self._said: Draft | None = None

    def begin(self, session: "Session") -> None:
        """Start loading the compiled search; print a notice where it must be compiled first."""
        game = session.match.game
        backing(game)
        if not game.is_warm(KERNEL):
            session.screen.write(session.words.text("term.coach.later"), "dim")

    def look_at(self, session: "Session", action: int) -> None:
        """Raise `Objected` against a bad action; the same action of the same draft passes the second time."""
        match = session.match
        if action not in match.legal:
            return  # refused by the match, with the reason
        draft = Draft.of(match, action)
        asked = (draft.word, draft.decisions, draft.next)
        if self._said and asked == (self._said.word, self._said.decisions, self._said.next):
            return
        found = object_to(draft, self._threshold)
        if found is None:
            return
        self._said = draft
        language = session.words.messages.language
        why = found.why.sentences(session.words.messages, "better")
        session.screen.write(f"{found.question(match.game, match.names, language)} {why}".rstrip(), "yellow")
        text = match.game.action_texts[action]
        session.screen.write(session.words.text("term.coach.again", text=text, better=found.text, back=found.back))
        raise Objected

    def review(self, session: "Session", seat: int) -> None:
        """Print the key moments of a player."""
        session.screen.write(session.words.text("term.coach.review"), "bold")
        found = analyse(session.match.record(), REVIEW_THINK)
        own = found.moments_of(seat, MOMENTS)
        for moment in own:
            session.screen.write(f"  {moment_text(found, moment, session.words.messages)}")
        if not own:
            session.screen.write(session.words.text("analysis.page.no_moments"))
