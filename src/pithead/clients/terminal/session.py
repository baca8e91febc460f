"""The main loop of a terminal game: renders positions, plays bots, reads commands, saves after every decision."""

import shlex
from pathlib import Path

from pithead import bots
from pithead.engine.board import Table
from pithead.engine.errors import PitheadError
from pithead.engine.game import expand_seed
from pithead.engine.match import Match
from pithead.engine.offers import Offers

from . import board, options, saves, seats
from .coach import Coach, Objected
from .commands import Quit, candidates, execute
from .guide import Guide
from .options import Group
from .screen import Screen
from .words import Words

INTERRUPTED = 130


class Session:
    """A match, its players, and how much of the log each human has read."""

    def __init__(
        self,
        match: Match,
        players: tuple[str, ...],
        words: Words,
        screen: Screen,
        file: Path | None = None,
        guide: Guide | None = None,
        coach: Coach | None = None,
    ) -> None:
        self.match = match
        self.seats = players
        self.words = words
        self.screen = screen
        self.file = file or saves.new_file(match.game.id)
        self.guide = guide
        if guide:
            guide.begin(self)
        self.coach = coach
        if coach:
            coach.begin(self)
        self.offers = Offers((), (), ())
        self.shown: list[Group] = []
        self.stale = True  # the screen does not show the current position
        self._people = [seat for seat, kind in enumerate(players) if seats.is_human(kind)]
        self._bots = {
            seat: bots.make(kind, match.game, expand_seed(f"{match.deal.key}/{seat}")[0])
            for seat, kind in enumerate(players)
            if not seats.is_human(kind)
        }
        self._read = dict.fromkeys([*self._people, None], len(match.actions))
        self._unopened = set() if match.actions else set(self._read)  # humans who have not read the set-up events
        self._reader: int | None = self._people[0] if len(self._people) == 1 else None

    def run(self) -> int:
        """Run to the end of the game or until somebody quits; returns the exit code."""
        self.screen.complete_with(lambda: candidates(self))
        try:
            self.save()
            self._play()
        except (Quit, EOFError):
            self._say_goodbye()
            return 0
        except KeyboardInterrupt:
            self._say_goodbye()
            return INTERRUPTED
        return 0

    def save(self) -> None:
        """Save the game, including the unfinished turn."""
        saves.write(self.file, self.match, self.seats)

    def _say_goodbye(self) -> None:
        self.save()
        self.screen.write()
        if self.match.over:
            self.screen.write(self.words.text("term.kept", path=str(self.file)))
            return
        command = f"pithead play --resume {shlex.quote(str(self.file))}"
        self.screen.write(self.words.text("term.saved"))
        self.screen.rows([f"  {command}"])

    # -- the game -----------------------------------------------------------------------------------------------

    def _play(self) -> None:
        while not self.match.over:
            seat = self.match.to_move
            assert seat is not None
            if seat in self._bots:
                self._bot_turn(seat)
            else:
                self._human_turn(seat)
        self._tell_news(self._reader)
        self._show_end()

    def _bot_turn(self, seat: int) -> None:
        """Play a bot's turn."""
        if self.screen.styled and self._reader is not None:
            self.screen.write(self.words.text("term.thinking", name=self.match.names[seat]), "dim")
        while self.match.to_move == seat:
            self.match.play(self._bots[seat].choose(self.match.imagine(seat)), seat)
        self.stale = True
        self.save()
        # Hotseat: each human reads the events when their own turn begins.
        if len(self._people) < 2:
            self._tell_news(self._reader)

    def _human_turn(self, seat: int) -> None:
        if len(self._people) > 1 and self._reader != seat:
            self._hand_over(seat)
        if self.stale:
            self._tell_news(seat)
            self.show_position()
        if self.guide:
            self.guide.tell(self)
            if self.guide.over:
                self.guide = None
        line = self.screen.ask(f"{self.match.names[seat]}> ")
        try:
            execute(self, line)
        except PitheadError as problem:
            self.screen.write(f"{self.words.error(problem)} [{problem.code}]", "red")
        except Objected:
            pass
        if self.stale:
            self._tell_news(seat)
            self.save()

    def decide(self, action: int) -> None:
        """Play an action of the human to move."""
        if self.guide:
            self.guide.decide(self, action)
        else:
            if self.coach:
                self.coach.look_at(self, action)
            self.match.play(action, self.match.to_move)
        self.stale = True

    def taken_back(self) -> None:
        """After an undo, report events again when their action is replayed."""
        self.stale = True
        for reader, read in self._read.items():
            self._read[reader] = min(read, len(self.match.actions))

    def _hand_over(self, seat: int) -> None:
        """Hotseat: wait for the next player before showing hidden information."""
        self._reader = None
        name = self.match.names[seat]
        self.screen.clear()
        self.screen.ask(self.words.text("term.hand_over", name=name) + " ")
        self._reader = seat
        self.stale = True

    # -- output -------------------------------------------------------------------------------------------------

    def _tell_news(self, seat: int | None) -> None:
        """Print the events since this reader's last turn."""
        news = self.match.events(seat, self._read[seat])
        if seat in self._unopened:
            self._unopened.remove(seat)
            news = self.match.opening(seat) + news
        self._read[seat] = len(self.match.actions)
        for event in news:
            self.screen.write(f"  {self.words.event(event)}", "cyan")

    def table(self) -> Table:
        """The renderer's context besides the view."""
        return Table(
            self.words.messages, self.match.names, self.match.to_move, self.screen.width, plain=self.screen.plain
        )

    def show_position(self) -> None:
        """The board, the question, the options."""
        match = self.match
        seat = match.to_move
        assert seat is not None
        self.stale = False
        self.offers = match.offers()
        self.shown = options.numbered(self.offers.options, self.words)
        heading = self.words.text(
            "term.heading",
            game=self.words.text("game.title"),
            turn=len(match.turns) + (not match.turns or match.turns[-1].ended),
            name=match.names[seat],
            progress=match.facts.progress // 10,
        )
        lines = board.draw(match.game, match.view(seat), self.table())
        self.screen.heading(heading)
        self.screen.marked(lines)
        self.screen.write(self.words.text(f"prompt.{match.phase}"), "bold")
        if self.screen.plain:
            self.screen.rows(options.plain(self.shown))
            return
        # Plus three lines: heading, question and prompt.
        height = max(self.screen.height - 3, 5)
        self.screen.rows(options.layout(self.shown, self.screen.width, height, height - len(lines), self._more))

    def _more(self, lines: int) -> str:
        return "  " + self.words.text("term.more_options", lines=lines)

    def _show_end(self) -> None:
        self.save()
        seat = self._reader if self._reader is not None or not self._people else self._people[0]
        table = Table(self.words.messages, self.match.names, seat, self.screen.width, plain=self.screen.plain)
        self.screen.heading(self.words.text("game.title"))
        self.screen.marked(board.draw(self.match.game, self.match.view(seat), table))
        self.screen.rows(self.words.final(self.match, self.screen.plain))
        if self.coach:
            self.coach.review(self, self._people[0])
        self.screen.write(self.words.text("term.kept", path=str(self.file)))
