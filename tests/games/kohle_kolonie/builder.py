"""Puts a position of Kohle & Kolonie on the table in a line or two, on the checked backend."""

from typing import Any

import pithead
from pithead.engine.game import expand_seed

GAME = pithead.load("kohle-kolonie")
RULES = GAME.rules("checked")
ST = RULES.instance.module("state")
EMMA, HUGO, JULES, ADA, NOUR = range(5)


def part(name: str) -> Any:
    """A file of the rules, in the checked copy."""
    return RULES.instance.module(f"rules.{name}")


def mine_of(number: int) -> int:
    """The index of a mine by its number."""
    return number - 1


def village_of(name: str) -> int:
    return int(ST.VILLAGES.index(name))


def place_of(text: str) -> int:
    """A place for miners by its words: `guard A2`, `ironworks M1`, `winz`, `Y3`, `reserve`."""
    texts = GAME.action_texts
    return int(texts.index(f"to {text}") - ST.Act.TO)


class Table:
    """A game in the making; pieces come out of the supply, so that the audit holds."""

    def __init__(self, players: int = 4, seed: int = 1, **options: Any) -> None:
        self.players = players
        self.s = RULES.new(players, GAME.numbers(GAME.resolve(options)), expand_seed(seed))
        for p in range(players):
            self.s.order[p] = p

    # -- set up ---------------------------------------------------------------------------------------------------

    def round(self, number: int) -> "Table":
        """Play in this round, with all mines up to it on sale."""
        self.s.round = number
        for mine in range(ST.N_MINES):
            if self.s.mines[mine] == ST.Owner.LATER and ST.MINE_ROUND[mine] <= number:
                self.s.mines[mine] = ST.Owner.ON_SALE
        return self

    def coins(self, p: int, count: int) -> "Table":
        self.s.bank_coins += self.s.players[p].coins - count
        self.s.players[p].coins = count
        return self

    def workers(self, p: int, count: int) -> "Table":
        """Local workers in a player's hand, out of the bank or, when it is empty, out of villages."""
        for _ in range(count):
            if self.s.bank_workers:
                self.s.bank_workers -= 1
            else:
                village = max(range(ST.N_VILLAGES), key=lambda v: self.s.workers[v])
                self.s.workers[village] -= 1
        self.s.players[p].workers += count
        return self

    def villages(self, **workers: int) -> "Table":
        """Local workers standing in villages."""
        for name, count in workers.items():
            self.s.bank_workers += self.s.workers[village_of(name)] - count
            self.s.workers[village_of(name)] = count
        return self

    def no_workers(self) -> "Table":
        """All villages are empty."""
        return self.villages(**dict.fromkeys(ST.VILLAGES, 0))

    def points(self, p: int, count: int) -> "Table":
        self.s.players[p].by_source[0] += count - self.s.players[p].points
        self.s.players[p].points = count
        return self

    def owns(self, p: int, *numbers: int, engine: bool = False) -> "Table":
        """Small or single mines on the first reachable slots."""
        for number in numbers:
            self._card(p, number, engine)
            self.s.mines[mine_of(number)] = p
        return self

    def owns_large(self, p: int, field: str, engine: bool = False) -> "Table":
        index = ST.FIELDS.index(field)
        self._card(p, ST.LARGE_CARD + index, engine)
        self.s.large[index] = p
        for mine in ST.FIELD_MINES[index]:
            if mine >= 0:
                self.s.mines[mine] = ST.Owner.GONE
        return self

    def _card(self, p: int, card: int, engine: bool) -> None:
        player = self.s.players[p]
        slot = next(slot for slot in range(ST.N_SLOTS) if part("mines").is_reachable(player, slot))
        player.cards[slot] = card
        player.miners[ST.RESERVE] -= 1
        if engine:
            player.engines[slot] = 1
            self.s.bank_engines -= 1

    def syndicate(self, *numbers: int) -> "Table":
        """Mines of the Syndicate."""
        for number in numbers:
            part("syndicate").take(self.s, mine_of(number))
        return self

    def syndicate_coins(self, count: int) -> "Table":
        """Coins on the Syndicate's track, from space 1 on."""
        self.s.bank_coins += sum(self.s.syndicate_track) - count
        self.s.syndicate_track[:] = [int(space < count) for space in range(ST.TRACK)]
        return self

    def settles(self, p: int, village: str, miners: int = 0) -> "Table":
        """A settlement; its village loses its workers to the bank."""
        self.villages(**{village: 0})
        player = self.s.players[p]
        player.settled[village_of(village)] = 1
        player.settlements -= 1
        return self.miners(p, **{village: miners})

    def miners(self, p: int, **places: int) -> "Table":
        """Miners out of the reserve; `ironworks_M1=1` stands for the slot M1 of the ironworks."""
        for name, count in places.items():
            place = place_of(_words(name))
            self.s.players[p].miners[place] += count
            self.s.players[p].miners[ST.RESERVE] -= count
        return self

    def engineers(self, p: int, *slots: str) -> "Table":
        """Engineers on slots such as `ironworks E`."""
        for slot in slots:
            index = ST.ENGINEER_SLOTS.index(tuple(slot.split()))
            self.s.players[p].placed_engineers[index] = 1
            self.s.players[p].engineers -= 1
        return self

    def flipped(self, p: int, *cards: str) -> "Table":
        """Turned technology cards, without their effects."""
        for card in cards:
            self.s.players[p].flipped[ST.CARDS.index(card)] = 1
        return self

    def engine_on_coking_plant(self, p: int) -> "Table":
        self.s.players[p].placed_engines[0] = 1
        self.s.bank_engines -= 1
        return self

    def holds(self, p: int, token: str) -> "Table":
        """A bonus token in a player's hand instead of on the track."""
        index = ST.BONUS.index(token) + 1
        self.s.track[list(self.s.track).index(index)] = 0
        part("bonus").slide(self.s)
        self.s.players[p].held = index
        return self

    def rail(self, p: int, kind: str, count: int = 1, fresh: bool = False) -> "Table":
        """Kept railway tokens; they are taken off stations."""
        index = ST.RAIL.index(kind)
        for _ in range(count):
            if index + 1 in self.s.station_token:
                self.s.station_token[list(self.s.station_token).index(index + 1)] = 0
            self.s.uncovered[index] += 1
            (self.s.players[p].fresh if fresh else self.s.players[p].tokens)[index] += 1
        return self

    def token_at(self, station: str, kind: str) -> "Table":
        """This railway token lies on that station; the two change places."""
        at, index = ST.STATIONS.index(station), ST.RAIL.index(kind) + 1
        tokens = self.s.station_token
        other = list(tokens).index(index)
        tokens[other], tokens[at] = tokens[at], index
        return self

    def disaster(self, kind: str) -> "Table":
        """The disaster token of this round."""
        tokens = self.s.disaster_token
        other = list(tokens).index(ST.DISASTERS.index(kind))
        at = self.s.round - 1
        tokens[other], tokens[at] = tokens[at], tokens[other]
        return self

    # -- play -----------------------------------------------------------------------------------------------------

    def turn(self, p: int) -> "Table":
        """It is this player's turn in the first action phase."""
        part("setup").clear_turn(self.s)
        self.s.stage, self.s.ask, self.s.at, self.s.current = (
            ST.Stage.FIRST_ACTION,
            ST.Ask.ACT,
            list(self.s.order).index(p),
            p,
        )
        return self

    def stage(self, name: str) -> "Table":
        """Go on from the beginning of a stage to the next question."""
        self.s.stage, self.s.at = ST.Stage[name], -1
        part("flow").advance(self.s)
        return self

    def play(self, *texts: str) -> "Table":
        """Decisions by their text; every one must be legal and leave all invariants intact."""
        for text in texts:
            assert text in self.legal, f"{text!r} is not among {sorted(self.legal)}"
            RULES.apply(self.s, GAME.action_ids[text])
            assert RULES.facts(self.s).audit == 0, text
        return self

    @property
    def legal(self) -> set[str]:
        """The legal decisions as texts."""
        return {GAME.action_texts[action] for action in RULES.legal(self.s)}

    @property
    def asked(self) -> str:
        """The question."""
        return str(GAME.module("notation").PHASES[self.s.ask])

    def __getitem__(self, p: int) -> Any:
        return self.s.players[p]

    def reserve(self, p: int) -> int:
        return int(self.s.players[p].miners[ST.RESERVE])

    def at(self, p: int, place: str) -> int:
        """Miners of a player at a place."""
        return int(self.s.players[p].miners[place_of(place)])

    def cards(self, p: int) -> dict[str, int]:
        """Card numbers by slot."""
        return {ST.SLOTS[slot]: card for slot, card in enumerate(self.s.players[p].cards) if card}

    def track(self) -> list[str]:
        """The bonus track."""
        return [ST.BONUS[token - 1] if token else "-" for token in self.s.track]


def _words(name: str) -> str:
    """`ironworks_M1` → `ironworks M1`, `guard_A2` → `guard A2`; villages and stations stay."""
    head, _, tail = name.rpartition("_")
    return f"{head} {tail}" if head and tail[:1].isupper() else name
