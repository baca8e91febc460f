"""Puts a position of Coal Baron on the table in a line or two.

    table = Table(players=3).at_work()
    table.player(0, francs=6).orders("KK", vehicle="horse_cart")
    table.play("place factory_1")

Colours are letters (`"GGY"` is two grey cubes and a yellow one); cards and tiles are given by what is printed on them
or by their number. Cubes and cards that a position needs are taken from the supply and the piles, so that nothing is
created or lost.
"""

from typing import Any

import pithead
from pithead.engine.events import Event
from pithead.engine.game import expand_seed

GAME = pithead.load("coal-baron")
RULES = GAME.rules("checked")
STATE = RULES.instance.module("state")
COLOURS = STATE.COLOURS


def counts(cubes: str) -> list[int]:
    """`"GGY"` as numbers per colour."""
    return [cubes.count(colour) for colour in COLOURS]


class Table:
    """A state of the checked rules with short names for what tests need."""

    def __init__(self, players: int = 3, seed: object = 1, **options: Any) -> None:
        self.n = players
        self.s = RULES.new(players, GAME.numbers(GAME.resolve(options)), expand_seed(str(seed)))
        self.s._log = []

    def twin(self) -> "Table":
        """An independent copy."""
        other = object.__new__(Table)
        other.n = self.n
        other.s = RULES.copy(self.s)
        other.s._log = []
        return other

    # -- preparing ----------------------------------------------------------------------------------------------

    def at_work(self, mover: int = 0, shift: int = 1, first: int | None = None) -> "Table":
        """Skip the draft (everybody takes the first card of the row) and let a player place workers."""
        while self.s.shift == STATE.DRAFT_SHIFT:
            RULES.apply(self.s, RULES.legal(self.s)[0])
        for p in range(self.n):
            self._return_orders(p)
        self.s.shift = shift
        self.s.first = mover if first is None else first
        self.s.current = mover
        self.s._log.clear()
        return self

    def _return_orders(self, p: int) -> None:
        orders = self.s.players[p].orders
        while orders.n:
            orders.n -= 1
            self._to_pile(orders.items[orders.n])
            orders.items[orders.n] = 0

    def _to_pile(self, card: int) -> None:
        """Under the pile, so that tests decide what is on top."""
        pile = self.s.piles[STATE.ORDERS]
        pile.items[: pile.n + 1] = [card, *pile.items[: pile.n]]
        pile.n += 1
        self.s.order_at[card] = STATE.IN_PILE

    def player(self, p: int) -> "Seat":
        """A player's things."""
        return Seat(self, p)

    def workers(self, space: str, owner: int, count: int) -> "Table":
        """Workers that stand on a space, taken from their owner's reserve."""
        at = STATE.SPACES.index(space)
        self.s.workers_on[at] = count
        self.s.owner_of[at] = owner
        self.s.players[owner].workers -= count
        return self

    def tile(self, space: str, colour: str, carts: int, side: str) -> "Table":
        """Lay a tile on a factory space, exchanging it with the one that is there."""
        slot = STATE.SPACE_DETAIL[STATE.SPACES.index(space)]
        wanted = tile(colour, carts, side)
        pile = self.s.piles[STATE.TILES]
        if wanted in self.s.factory:
            other = self.s.factory.index(wanted)
            self.s.factory[other], self.s.factory[slot] = self.s.factory[slot], wanted
        else:
            at = pile.items.index(wanted)
            pile.items[at], self.s.factory[slot] = self.s.factory[slot], wanted
        return self

    def supply(self, colour: str, count: int) -> "Table":
        """Leave so many cubes of a colour in the supply; the rest lies in the last player's storage."""
        index = COLOURS.index(colour)
        self.s.players[self.n - 1].storage[index] += self.s.supply[index] - count
        self.s.supply[index] = count
        return self

    def top_of_pile(self, pile: str, *numbers: int) -> "Table":
        """Let these items (by printed number) be on top of a pile, the first one topmost."""
        deck = self.s.piles[STATE.PILES.index(pile)]
        ids = STATE.TILE_IDS if pile == "tiles" else STATE.ORDER_IDS
        wanted = [ids.index(number) for number in numbers]
        rest = deck.items[: deck.n]
        for item in wanted:
            if item not in rest:
                self._off_display(pile, item, rest)
            rest.remove(item)
        deck.items[: deck.n] = rest + wanted[::-1]
        return self

    def _off_display(self, pile: str, item: int, rest: list[int]) -> None:
        """Exchange an item on the board with the lowest of the pile."""
        display = self.s.factory if pile == "tiles" else self.s.display
        other = rest[0]
        display[display.index(item)] = other
        rest[0] = item
        if pile == "orders":
            self.s.order_at[other], self.s.order_at[item] = STATE.ON_DISPLAY, STATE.IN_PILE

    def shrink_pile(self, pile: str, size: int) -> "Table":
        """Leave only the top of a pile; the rest leaves the game (conservation of tiles or orders ends here)."""
        deck = self.s.piles[STATE.PILES.index(pile)]
        deck.items[:] = deck.items[deck.n - size : deck.n] + [0] * (len(deck.items) - size)
        deck.n = size
        return self

    def mining(self, moves: int) -> "Table":
        """Let the mover be mining."""
        self.s.moves = self.s.moves_given = moves
        self.s.phase = STATE.Phase.MINE
        return self

    # -- playing ------------------------------------------------------------------------------------------------

    @property
    def legal(self) -> list[str]:
        """The legal decisions as texts."""
        return [GAME.action_texts[action] for action in RULES.legal(self.s)]

    def play(self, *texts: str) -> "Table":
        """Play decisions, each of which must be legal; nothing may be created or lost."""
        for text in texts:
            assert text in self.legal, f"{text} is not among {self.legal}"
            RULES.apply(self.s, GAME.action_ids[text])
        return self

    def end(self, *texts: str) -> "Table":
        """Play decisions and end the turn."""
        return self.play(*texts, "end")

    def audit(self) -> int:
        """0 while nothing was created or lost."""
        return RULES.facts(self.s).audit

    def score_shift(self) -> list[int]:
        """Score the majorities of this shift as they stand; returns the points of each player."""
        before = self.points
        RULES.instance.module("rules.scoring").score_shift(self.s)
        return [after - old for after, old in zip(self.points, before, strict=True)]

    def finish_shift(self) -> "Table":
        """All remaining workers go to the bank."""
        shift = self.s.shift
        while self.s.shift == shift and RULES.to_move(self.s) >= 0:
            self.end("place bank")
        return self

    # -- looking ------------------------------------------------------------------------------------------------

    @property
    def points(self) -> list[int]:
        """Scores of all players."""
        return [self.s.players[p].points for p in range(self.n)]

    @property
    def mover(self) -> int:
        """Who is to decide."""
        return RULES.to_move(self.s)

    @property
    def phase(self) -> str:
        """The question being asked."""
        return str(GAME.module("notation").PHASES[self.s.phase])

    def pile(self, name: str) -> list[int]:
        """Printed numbers of a pile, top first."""
        deck = self.s.piles[STATE.PILES.index(name)]
        ids = STATE.TILE_IDS if name == "tiles" else STATE.ORDER_IDS
        return [ids[item] for item in reversed(deck.items[: deck.n])]

    def on(self, space: str) -> int:
        """Workers on a space."""
        return int(self.s.workers_on[STATE.SPACES.index(space)])

    def in_supply(self, colour: str) -> int:
        """Cubes of a colour in the supply."""
        return int(self.s.supply[COLOURS.index(colour)])

    def told(self) -> list[Event]:
        """All that happened, in order."""
        kinds = GAME.module("notation").EVENTS
        return [kinds[raw[0]].read(raw, 0) for raw in self.s._log]

    def events(self, name: str) -> list[dict[str, Any]]:
        """What happened of one kind, in order."""
        return [event.params for event in self.told() if event.name == name]


class Seat:
    """The things of one player, settable one after the other."""

    def __init__(self, table: Table, p: int) -> None:
        self.table, self.p = table, p
        self.data = table.s.players[p]

    def francs(self, francs: int) -> "Seat":
        """Have exactly so much money."""
        self.table.s.issued += francs - self.data.francs
        self.data.francs = francs
        return self

    def reserve(self, workers: int) -> "Seat":
        """Have so many workers left; the others have been displaced."""
        self.data.canteen += self.data.workers - workers
        self.data.workers = workers
        return self

    def cage(self, cubes: str, level: int = 0) -> "Seat":
        """Cubes in the cage, and where it is."""
        self.data.level = level
        self._take(cubes)
        self.data.cage[:] = counts(cubes)
        return self

    def storage(self, cubes: str) -> "Seat":
        """Cubes in the storage."""
        self._take(cubes)
        self.data.storage[:] = counts(cubes)
        return self

    def _take(self, cubes: str) -> None:
        for colour, count in enumerate(counts(cubes)):
            self.table.s.supply[colour] -= count

    def tiles(self, colour: str, carts: int, side: str, copies: int = 1, full: bool = True) -> "Seat":
        """Tiles in the mine, with coal or without."""
        kind, index = tile(colour, carts, side), COLOURS.index(colour)
        pile = self.table.s.piles[STATE.TILES]
        for _ in range(copies):
            self.table.top_of_pile("tiles", STATE.TILE_IDS[kind])
            pile.n -= 1
            pile.items[pile.n] = 0
        self.data.tiles[kind] += copies
        self.data.carts[index] += carts * copies
        if full:
            self.data.coal[index][index] += carts * copies
            self.table.s.supply[index] -= carts * copies
        return self

    def unload(self, colour: str) -> "Seat":
        """Take all coal off the carts of a level, back into the supply."""
        row = self.data.coal[COLOURS.index(colour)]
        for cube, count in enumerate(row):
            self.table.s.supply[cube] += count
            row[cube] = 0
        return self

    def order(self, number: int, cubes: str | None = None, filled: str | None = None) -> "Seat":
        """An outstanding order by its number; `cubes` lie on it and fill the squares `filled` (the same letters)."""
        s, card = self.table.s, STATE.ORDER_IDS.index(number)
        self._find(card)
        at = sum(item < card for item in self.data.orders.items[: self.data.orders.n])
        self.data.orders.items[at : self.data.orders.n + 1] = [card, *self.data.orders.items[at : self.data.orders.n]]
        self.data.orders.n += 1
        s.order_at[card] = STATE.OUTSTANDING + self.p
        if cubes:
            self._take(cubes)
            s.cubes[card][:] = counts(cubes)
            closed = counts(filled or cubes)
            self._fill_squares(card, closed)
            s.needs[card][:] = [need - done for need, done in zip(s.needs[card], closed, strict=True)]
            s.missing[card] = sum(s.needs[card])
            if s.missing[card] == 0:
                self.data.complete[STATE.ORDER_VEHICLE[card]] += 1
        return self

    def _fill_squares(self, card: int, closed: list[int]) -> None:
        """One cube of its colour per filled square; two of what is left where `cubes` has more."""
        s, at, squares = self.table.s, 0, []
        rest = [colour for colour in range(len(COLOURS)) for _ in range(s.cubes[card][colour])]
        doubles = len(rest) - sum(closed)
        for colour, count in enumerate(closed):
            squares += [(at + i, colour) for i in range(count)]
            at += STATE.ORDER_SQUARES[card][colour]
        for square, colour in [*squares]:
            if colour in rest and len(squares) > doubles:
                rest.remove(colour)
                squares.remove((square, colour))
                s.squares[card][square] = STATE.FILLED_BY_ONE
        for square, _ in squares:
            s.squares[card][square] = STATE.FILLED_BY_TWO + rest.pop(0) * len(COLOURS) + rest.pop(0)

    def complete(self, number: int) -> "Seat":
        """An outstanding order with all its cubes."""
        return self.order(number, printed(number))

    def delivered(self, *numbers: int) -> "Seat":
        """Cards on the delivered pile, whose points were scored before."""
        s = self.table.s
        for number in numbers:
            card = STATE.ORDER_IDS.index(number)
            self._find(card)
            s.order_at[card] = STATE.DELIVERED + self.p
            s.missing[card] = 0
            s.needs[card][:] = [0] * len(COLOURS)
            self.data.delivered += 1
            for colour in range(len(COLOURS)):
                self.data.squares[colour] += STATE.ORDER_SQUARES[card][colour]
            self.data.squares[len(COLOURS) + STATE.ORDER_VEHICLE[card]] += STATE.ORDER_SIZE[card]
        return self

    def squares(self, **counts_by_key: int) -> "Seat":
        """Squares on delivered orders, by colour or vehicle, without the cards."""
        for key, count in counts_by_key.items():
            self.data.squares[(COLOURS + STATE.VEHICLES).index(key)] = count
        return self

    def _find(self, card: int) -> None:
        """Take a card out of the pile or off the display (which gets another)."""
        s, pile = self.table.s, self.table.s.piles[STATE.ORDERS]
        if card in s.display:
            slot = s.display.index(card)
            other = pile.items[0]
            s.display[slot] = other
            s.order_at[other] = STATE.ON_DISPLAY
            at = 0
        else:
            at = pile.items[: pile.n].index(card)
        pile.items[at : pile.n] = [*pile.items[at + 1 : pile.n], 0]
        pile.n -= 1

    def missing(self, number: int) -> int:
        """Empty squares of an order."""
        return int(self.table.s.missing[STATE.ORDER_IDS.index(number)])

    def outstanding(self) -> list[int]:
        """Numbers of the outstanding orders."""
        return [STATE.ORDER_IDS[card] for card in self.data.orders.items[: self.data.orders.n]]

    def empty_carts(self, colour: str) -> int:
        """Carts without coal."""
        index = COLOURS.index(colour)
        return int(self.data.carts[index] - sum(self.data.coal[index]))


def tile(colour: str, carts: int, side: str) -> int:
    """The kind of a tile, by what is printed on it."""
    return next(
        kind
        for kind in range(STATE.N_TILES)
        if COLOURS[STATE.TILE_COLOUR[kind]] == colour
        and STATE.TILE_CARTS[kind] == carts
        and STATE.SIDES[STATE.TILE_SIDE[kind]] == side
    )


def printed(number: int) -> str:
    """The squares of an order as letters."""
    card = STATE.ORDER_IDS.index(number)
    return "".join(colour * STATE.ORDER_SQUARES[card][i] for i, colour in enumerate(COLOURS))
