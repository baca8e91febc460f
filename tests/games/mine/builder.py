"""Puts a position of MINE! on the table in a line or two.

    pit = Pit(seats=3, round=2).coal(3, 0, 4)
    pit.lay(0, mine="miner pit_builder", events="firedamp").attack(1, 2, "looter")
    pit.resolve()

Cards that a position needs are taken from the deck or a hand and the coal from the reserve, so that nothing is created
or lost, and the table's knowledge of every hand stays true. Seat 0 has the die unless a test says otherwise.
"""

from typing import Any

import pithead
from pithead.engine.events import Event
from pithead.engine.game import expand_seed

# The worked examples count the helmets of rules version 1.
GAME = pithead.load("mine", "rules-1")
RULES = GAME.rules("checked")
STATE = RULES.instance.module("state")
ROUNDS = RULES.instance.module("rules.rounds")
CARDS = RULES.instance.module("rules.cards")
AUDIT = RULES.instance.module("rules.audit")
VIEW = RULES.instance.module("view")
NOTATION = RULES.instance.module("notation")

A, B, C, D = range(4)


def kinds(words: str) -> list[int]:
    """`"miner guard"` as numbers."""
    return [STATE.KINDS.index(word) for word in words.split()]


def words(counts: Any, first: int = 0) -> str:
    """The other way round."""
    return " ".join(STATE.KINDS[first + kind] for kind, count in enumerate(counts) for _ in range(count))


class Pit:
    """A state of the checked rules with short names for what tests need."""

    def __init__(self, seats: int = 3, round: int = 1, holder: int = A, seed: object = 1, **options: Any) -> None:
        self.options = GAME.resolve(options)
        self.players = seats - (1 if self.options["dummy"] else 0)
        self.dummy = seats - 1
        self.seats = seats
        for number in range(100):
            # A dummy with the die would have laid a card already; and tests want the same first seat.
            self.s = RULES.new(self.players, GAME.numbers(self.options), expand_seed(f"{seed} {number}"))
            if self.s.holder == A:
                break
        self.s.round = round
        self.s.holder = self.s.current = holder
        self.s.turn = (holder + 1) % seats
        for p in self.s.players[:seats]:
            p.change[STATE.Change.SALE] = self.sale_limit
        self.s._log = []

    @property
    def sale_limit(self) -> int:
        """The limit of the round before events."""
        card = self.s.die_card
        return int(self.s.round if card < 0 else STATE.DIE_CARD_SALE[card])

    # -- preparing ----------------------------------------------------------------------------------------------

    def coal(self, *stocks: int) -> "Pit":
        """Stocks of the seats; the reserve has the rest."""
        for player, stock in zip(self.s.players, stocks, strict=False):
            player.coal = stock
        return self.reserve(self.cubes - sum(p.coal for p in self.s.players[: self.seats]))

    def reserve(self, coal: int) -> "Pit":
        """Coal on the central board."""
        if self.options["variant_supply"] == "closed":
            self.s.reserve = coal
        return self

    @property
    def cubes(self) -> int:
        """All coal of the game."""
        return 3 * self.seats if self.options["variant_die_cards"] else 20

    def points(self, *points: int) -> "Pit":
        """Where the pawns stand."""
        for player, at in zip(self.s.players, points, strict=False):
            player.points = at
        return self

    def die_card(self, sale: int, mine: int) -> "Pit":
        """The die card of the round."""
        self.s.die_deck.items[self.s.die_deck.n] = self.s.die_card
        cards = list(self.s.die_deck.items[: self.s.die_deck.n + 1])
        wanted = next(c for c in cards if (STATE.DIE_CARD_SALE[c], STATE.DIE_CARD_MINE[c]) == (sale, mine))
        cards.remove(wanted)
        self.s.die_deck.items[:] = cards + [0] * (len(self.s.die_deck.items) - len(cards))
        self.s.die_card = wanted
        shared = self.options["variant_supply"] == "shared"
        for p in self.s.players[: self.seats]:
            p.change[STATE.Change.SALE] = sale * self.seats if shared else sale
        if shared:
            self.s.reserve = mine * self.seats
        return self

    def hand(self, seat: int, cards: str) -> "Pit":
        """Exactly these cards in hand; what was there goes into the deck."""
        player = self.s.players[seat]
        for kind, count in enumerate(player.hand):
            for _ in range(count):
                self._to_deck(kind)
        player.hand[:] = [0] * STATE.N_KINDS
        player.held = 0
        for kind in kinds(cards):
            self._from_anywhere(kind, seat)
            player.hand[kind] += 1
            player.held += 1
        return self._keep_books()

    def lay(self, seat: int, **places: str) -> "Pit":
        """Cards on a seat's board, by location (`events`, `watchtower`, `mine`, `recruitment`)."""
        player = self.s.players[seat]
        for place, cards in places.items():
            for kind in kinds(cards):
                self._place(seat, kind)
                if place == "events":
                    player.events[kind - STATE.N_PROFESSIONS] += 1
                else:
                    player.sites[STATE.SITE_OF[STATE.LOCATIONS.index(place)]][kind] += 1
        return self._keep_books()

    def attack(self, seat: int, target: int, cards: str) -> "Pit":
        """A stack at the looters' shelter."""
        player = self.s.players[seat]
        stack = player.stacks[player.n_stacks]
        player.n_stacks += 1
        stack.target = target
        for kind in kinds(cards):
            self._place(seat, kind)
            stack.cards[kind] += 1
            stack.n += 1
        return self._keep_books()

    def deck(self, cards: str) -> "Pit":
        """Exactly these cards in the deck, the last on top; the others go to the discard pile."""
        for kind in self.s.deck.items[: self.s.deck.n]:
            self.s.discard[kind] += 1
        self.s.deck.items[:] = [0] * len(self.s.deck.items)
        self.s.deck.n = 0
        for kind in kinds(cards):
            self._from_anywhere(kind, A)
            self._to_deck(kind)
        return self._keep_books()

    def no_discards(self) -> "Pit":
        """The discard pile is out of the game: with it, card counts no longer add up."""
        self.s.discard[:] = [0] * STATE.N_KINDS
        return self

    def _place(self, seat: int, kind: int) -> None:
        """A card from the hand; if it is not there, from elsewhere in exchange for one."""
        player = self.s.players[seat]
        player.placed += 1
        leaving = kind
        if not player.hand[kind] and player.held:
            self._from_anywhere(kind, seat)
            leaving = next(k for k, count in enumerate(player.hand) if count)
            self._to_deck(leaving)
        elif not player.held:
            self._from_anywhere(kind, seat)
            return
        player.hand[leaving] -= 1
        player.held -= 1

    def _to_deck(self, kind: int) -> None:
        self.s.deck.items[self.s.deck.n] = kind
        self.s.deck.n += 1

    def _from_anywhere(self, kind: int, seat: int) -> None:
        """Take a card from the deck, the discard pile, or a hand (the seat's own first)."""
        deck = self.s.deck
        items = list(deck.items[: deck.n])
        if kind in items:
            items.remove(kind)
            deck.n -= 1
            deck.items[:] = items + [0] * (len(deck.items) - deck.n)
            return
        if self.s.discard[kind]:
            self.s.discard[kind] -= 1
            return
        for p in (seat, *range(self.seats)):
            if self.s.players[p].hand[kind]:
                self.s.players[p].hand[kind] -= 1
                self.s.players[p].held -= 1
                return
        raise AssertionError(f"no {STATE.KINDS[kind]} left")

    def _keep_books(self) -> "Pit":
        """Nothing but what is left of the starting hands is known; all else was drawn from this deck."""
        s = self.s
        s.batch[:] = [list(s.deck.items[: s.deck.n]).count(kind) for kind in range(STATE.N_KINDS)]
        for seat in range(self.seats):
            player = s.players[seat]
            CARDS.forget_fresh(s, seat)
            for kind in range(STATE.N_KINDS):
                owned = AUDIT.held_or_placed(s, seat, kind)
                if kind < STATE.N_PROFESSIONS:
                    player.known[kind] = min(player.known[kind], owned)
                    owned -= player.known[kind]
                player.drawn[kind] = owned
                player.fresh += owned
                s.batch[kind] += owned
        return self

    # -- playing ------------------------------------------------------------------------------------------------

    def resolve(self) -> "Pit":
        """All pass: resolve the placed cards up to the next decision."""
        for player in self.s.players[: self.seats]:
            player.passed = 1
        self.s.passes = self.seats
        ROUNDS.advance(self.s)
        return self

    def play(self, *texts: str) -> "Pit":
        """Decisions by their text; each must be legal."""
        for text in texts:
            assert text in self.legal, f"{text} is not among {self.legal}"
            RULES.apply(self.s, GAME.action_ids[text])
        return self

    def turn(self, *texts: str) -> "Pit":
        """Whole turns of one decision each."""
        for text in texts:
            self.play(text, "end")
        return self

    def sell_nothing(self) -> "Pit":
        """Everybody who could sell does not."""
        while self.phase == "sell":
            self.turn("sell 0")
        return self

    # -- reading ------------------------------------------------------------------------------------------------

    @property
    def legal(self) -> list[str]:
        """The legal decisions as texts."""
        return [GAME.action_texts[action] for action in RULES.legal(self.s)]

    @property
    def phase(self) -> str:
        """Which question is asked."""
        return str(NOTATION.PHASES[self.s.phase])

    @property
    def stocks(self) -> list[int]:
        """Coal of all seats."""
        return [p.coal for p in self.s.players[: self.seats]]

    @property
    def pawns(self) -> list[int]:
        """Points of all seats."""
        return [p.points for p in self.s.players[: self.seats]]

    @property
    def ranks(self) -> list[int]:
        """Ranks of the players."""
        return RULES.standing(self.s, self.players).ranks

    @property
    def log(self) -> list[Event]:
        """All that has happened."""
        return [NOTATION.EVENTS[raw[0]].read(raw, 0) for raw in self.s._log]

    def happened(self, name: str) -> list[dict[str, Any]]:
        """The params of all events of a name."""
        return [event.params for event in self.log if event.name == name]

    def placed(self, seat: int) -> list[str]:
        """Where a seat's cards went, in order."""
        who = "dummy" if self.options["dummy"] and seat == self.dummy else seat
        return [event["place"] for event in self.happened("laid") if event["player"] == who]

    def view(self, seat: int | None) -> Any:
        """What a seat sees."""
        return VIEW.view(self.s, seat)

    @property
    def audit(self) -> int:
        """0 if nothing was created or lost."""
        return int(AUDIT.audit(self.s))
