"""Puts a position of Mine Out on the table in a line or two.

Everything comes from somewhere: cubes from their mine, cards from the deck, money from the bank. So whatever a test
builds, nothing is created or lost, and every decision it plays is audited.
"""

from typing import Any

import pithead
from pithead.engine.game import expand_seed
from pithead.engine.rules import Facts

GAME = pithead.load("mine-out")
RULES = GAME.rules("checked")
INSTANCE = GAME.instance("checked")
STATE: Any = INSTANCE.module("state")
TEXTS = GAME.action_texts
A, B, C, D = range(4)


def rules_of(file: str) -> Any:
    """The rule functions of one file."""
    return INSTANCE.module(file)


class Town:
    """A game with an empty hire zone and all cards but the opening hands in the deck; seat A is to act."""

    def __init__(self, players: int = 4, seed: object = 1, **options: Any) -> None:
        chosen = GAME.resolve({"first_player": "first_seat", **options})
        self.s = RULES.new(players, GAME.numbers(chosen), expand_seed(str(seed)))
        for slot, kind in enumerate(self.s.hire):
            self._to_deck(kind)
            self.s.hire[slot] = STATE.EMPTY
        while self.s.waiting.n:
            self.s.waiting.n -= 1
            self._to_deck(self.s.waiting.items[self.s.waiting.n])
            self.s.waiting.items[self.s.waiting.n] = 0

    # Building.

    def _to_deck(self, kind: int) -> None:
        self.s.deck.items[self.s.deck.n] = kind
        self.s.deck.n += 1

    def _from_deck(self, name: str) -> int:
        kind = STATE.KINDS.index(name)
        cards = list(self.s.deck.items[: self.s.deck.n])
        if kind in cards:
            cards.remove(kind)
            self.s.deck.n -= 1
            self.s.deck.items[:] = cards + [0] * (STATE.N_CARDS - len(cards))
        else:
            assert self.s.discard[kind], f"no {name} is left"
            self.s.discard[kind] -= 1
        return int(kind)

    def seat(self, seat: int) -> Any:
        """The record of a seat."""
        return self.s.seats[seat]

    def at(self, seat: int, place: str) -> "Town":
        """Put a pawn on a place."""
        self.seat(seat).place = STATE.PLACES.index(place)
        return self

    def hold(self, seat: int, **cubes: int) -> "Town":
        """Give a seat exactly these cubes, from their mines."""
        for name, count in cubes.items():
            mineral = STATE.MINERALS.index(name)
            self.s.mines[mineral] -= count - self.seat(seat).cubes[mineral]
            self.seat(seat).cubes[mineral] = count
        return self

    def sold(self, ore: str, *cubes: str) -> "Town":
        """Put cubes into a market row, from their mines."""
        row = self.s.market[STATE.ORES.index(ore)]
        for name in cubes:
            mineral = STATE.MINERALS.index(name)
            self.s.mines[mineral] -= 1
            row.items[row.n] = mineral
            row.n += 1
        return self

    def left(self, mineral: str, count: int, holder: int = B) -> "Town":
        """Leave so many cubes in a mine; the rest goes to a holder."""
        number = STATE.MINERALS.index(mineral)
        spare = self.s.mines[number] - count
        return self.hold(holder, **{mineral: self.seat(holder).cubes[number] + spare})

    def hand(self, seat: int, *names: str, unseen: int = STATE.SEEN) -> "Town":
        """Give a seat exactly these cards."""
        owner = self.seat(seat)
        for i in range(owner.held):
            self.s.discard[owner.hand[i]] += 1
            owner.hand[i] = owner.unseen[i] = 0
        owner.held = 0
        return self.draw(seat, *names, unseen=unseen)

    def draw(self, seat: int, *names: str, unseen: int = STATE.THIS_DECK) -> "Town":
        """Add cards to a hand; by default nobody else saw them."""
        for name in names:
            rules_of("rules.table").take_card(self.seat(seat), self._from_deck(name), unseen)
        return self

    def play_area(self, seat: int, **cards: int) -> "Town":
        """Put cards into an area."""
        for name, count in cards.items():
            for _ in range(count):
                self.seat(seat).area[self._from_deck(name)] += 1
        return self

    def community(self, *names: str) -> "Town":
        """Put cards into the community."""
        for name in names:
            self.s.community.items[self.s.community.n] = self._from_deck(name)
            self.s.community.n += 1
        return self

    def offer(self, *names: str) -> "Town":
        """Put cards into the hire zone, from the left."""
        for slot, name in enumerate(names):
            self.s.hire[slot] = self._from_deck(name)
        return self

    def wait(self, *names: str) -> "Town":
        """Put cards into the waiting row, from the left."""
        for name in names:
            self.s.waiting.items[self.s.waiting.n] = self._from_deck(name)
            self.s.waiting.n += 1
        return self

    def deck(self, *names: str) -> "Town":
        """Leave only these cards in the deck, the first on top; the rest is discarded."""
        for kind in self.s.deck.items[: self.s.deck.n]:
            self.s.discard[kind] += 1
        self.s.deck.n = 0
        self.s.deck.items[:] = [0] * STATE.N_CARDS
        for name in reversed(names):
            self.s.discard[STATE.KINDS.index(name)] -= 1
            self._to_deck(STATE.KINDS.index(name))
        return self

    def no_discards(self) -> "Town":
        """Put all discarded cards into the area of seat D, so that no draw can use them."""
        for kind, count in enumerate(self.s.discard):
            self.seat(D).area[kind] += count
            self.s.discard[kind] = 0
        return self

    def money(self, seat: int, rupees: int) -> "Town":
        """Give a seat exactly this money, from the bank."""
        self.s.bank -= rupees - self.seat(seat).money
        self.seat(seat).money = rupees
        return self

    def bank(self, rupees: int) -> "Town":
        """Leave so much in the bank; the rest lies in the expense box."""
        self.s.expenses += self.s.bank - rupees
        self.s.bank = rupees
        return self

    def score(self, seat: int, points: int) -> "Town":
        """Put a disc on the track."""
        self.seat(seat).score = points
        self.seat(seat).fame[:] = [points] + [0] * (STATE.N_SOURCES - 1)
        return self

    def ap(self, points: int, deeds: int = 1) -> "Town":
        """So many action points are left, after so many actions that were no moves."""
        self.s.ap = points
        self.s.deeds = deeds
        return self

    # Playing.

    def start_turn(self, seat: int) -> "Town":
        """Begin the turn of a seat."""
        self.s.active = seat
        rules_of("rules.turn").start_turn(self.s)
        return self

    @property
    def legal(self) -> list[str]:
        """The legal decisions as texts."""
        return [TEXTS[action] for action in RULES.legal(self.s)] if RULES.to_move(self.s) >= 0 else []

    def play(self, *texts: str) -> "Town":
        """Play legal decisions; every one is audited."""
        for text in texts:
            assert text in self.legal, f"{text} is not among {self.legal}"
            RULES.apply(self.s, GAME.action_ids[text])
            assert self.facts.audit == 0, f"invariant {self.facts.audit} after {text}"
        return self

    # Reading.

    @property
    def facts(self) -> Facts:
        """The small public numbers."""
        return RULES.facts(self.s)

    @property
    def phase(self) -> str:
        """The question being asked."""
        return str(GAME.module("notation").PHASES[self.facts.phase])

    @property
    def scores(self) -> list[int]:
        """Fame by player."""
        return RULES.standing(self.s, self.s.n).scores

    @property
    def ranks(self) -> list[int]:
        """Ranks by player."""
        return RULES.standing(self.s, self.s.n).ranks

    def cubes(self, seat: int) -> dict[str, int]:
        """The minerals of a seat, without those it has none of."""
        return {name: count for name, count in zip(STATE.MINERALS, self.seat(seat).cubes, strict=True) if count}

    def cards(self, seat: int) -> list[str]:
        """The hand of a seat."""
        return [STATE.KINDS[kind] for kind in self.seat(seat).hand[: self.seat(seat).held]]

    def mine(self, mineral: str) -> int:
        """What is left in a mine."""
        return int(self.s.mines[STATE.MINERALS.index(mineral)])

    def row(self, ore: str) -> list[str]:
        """The cubes in a market row."""
        row = self.s.market[STATE.ORES.index(ore)]
        return [STATE.MINERALS[mineral] for mineral in row.items[: row.n]]

    @property
    def hire_zone(self) -> list[str]:
        """The hire zone, with a dash for an empty slot."""
        return ["-" if kind == STATE.EMPTY else STATE.KINDS[kind] for kind in self.s.hire]

    @property
    def waiting(self) -> list[str]:
        """The waiting row."""
        return [STATE.KINDS[kind] for kind in self.s.waiting.items[: self.s.waiting.n]]

    @property
    def in_community(self) -> list[str]:
        """The cards of the community."""
        return [STATE.KINDS[kind] for kind in self.s.community.items[: self.s.community.n]]

    def in_area(self, seat: int, name: str) -> int:
        """How many cards of a kind lie in an area."""
        return int(self.seat(seat).area[STATE.KINDS.index(name)])
