"""Who is ahead, or has won: points, ranks, sides, and how a win is shared."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """Points, ranks (1 = best, ties share) and sides of all players; of a finished game also what it was worth.

    A game is won by *sides*. The one win of a game is divided equally among the sides that share the first place, and
    every member of a side has all of that side's share: in a game of two teams both members of the winning one have
    won, [1, 0, 1, 0], and a chance of winning means that. Where seats are added up, in a contest, each side's share is
    divided among its members ([½, 0, ½, 0]), so that every game counts once; a reward is the same on a scale that sums
    to zero.
    """

    scores: list[int]
    ranks: list[int]
    teams: list[int]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who share the first place; with an automaton ahead of all there is none."""
        return tuple(player for player, rank in enumerate(self.ranks) if rank == 1)

    @property
    def shares(self) -> list[float]:
        """Per player the share that the own side has of the win."""
        return self._shared(1)

    @property
    def credits(self) -> list[float]:
        """The shares, divided among the members of each side: over all players the sum is one win, or none."""
        return self._credited(1)

    @property
    def rewards(self) -> list[float]:
        """From −1 to 1, with the sum zero: what the best of the players win, the others lose.

        An automaton that is ahead of several players takes nothing from them; alone against it one wins or loses.
        """
        players = len(self.ranks)
        if players == 1:
            return [1.0 if self.ranks[0] == 1 else -1.0]
        return [(players * credit - 1) / (players - 1) for credit in self._credited(min(self.ranks))]

    def _shared(self, best: int) -> list[float]:
        sides = {team for team, rank in zip(self.teams, self.ranks, strict=True) if rank == best}
        return [1 / len(sides) if team in sides else 0.0 for team in self.teams]

    def _credited(self, best: int) -> list[float]:
        shares = self._shared(best)
        return [share / self.teams.count(team) for share, team in zip(shares, self.teams, strict=True)]
