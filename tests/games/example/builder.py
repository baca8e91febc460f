"""Positions of Lamp Room, built by hand: rules are tested on them one at a time."""

from typing import Any

import pithead
from pithead.engine.match import END, Match

GAME = pithead.load("example")
STATE = GAME.module("state")
LAMPS: list[str] = list(STATE.LAMPS)


class Room:
    """A match of Lamp Room whose position is set as a test needs it."""

    def __init__(self, players: int = 2, seed: int = 1, **options: Any) -> None:
        self.match: Match = pithead.new(GAME, players, seed=seed, options=options)

    @property
    def s(self) -> Any:
        """The state."""
        return self.match.state

    @property
    def mover(self) -> Any:
        """The player to move."""
        return self.s.players[self.s.current]

    def hold(self, *lamps: str, matches: int = 2) -> "Room":
        """Give the player to move these lamps and no other; what is exchanged goes back to the pile unseen."""
        hand = self.mover.hand
        hand[:] = [lamps.count(name) for name in LAMPS]
        self.mover.held, self.mover.matches = len(lamps), matches
        self.match._legal = None
        return self

    def texts(self) -> list[str]:
        """What the player to move may do."""
        return [GAME.action_texts[action] for action in self.match.legal]

    def turn(self, *actions: str) -> None:
        """Play decisions and end the turn."""
        for action in actions:
            self.match.play(action)
        self.match.play(END)
