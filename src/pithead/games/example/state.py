"""The state of Lamp Room: lamps on hooks, hands, a deck."""

from enum import IntEnum

from pithead.kit import Cells, Rng, Rows, cells, i1, i2, ints, material, record, rows
from pithead.kit.actions import Actions

_M = material()
LAMPS = [lamp["name"] for lamp in _M["lamps"]]
N_LAMPS = len(LAMPS)
BRIGHTNESS = ints([lamp["brightness"] for lamp in _M["lamps"]])
COPIES = ints([lamp["copies"] for lamp in _M["lamps"]])
N_CARDS = sum(lamp["copies"] for lamp in _M["lamps"])
HAND, ROUNDS, DIE, DRAUGHT = _M["play"]["hand"], _M["play"]["rounds"], _M["play"]["die"], _M["play"]["draught"]

MAX_PLAYERS = 4

# Table options, in the order of game.toml
Option = IntEnum("Option", "MATCHES TEAMS KEEPER", start=0)

ACTIONS = Actions()


class Act(IntEnum):
    """Decisions."""

    END = ACTIONS.over("end")
    HANG = ACTIONS.over("hang {}", LAMPS)
    DRAW = ACTIONS.over("draw")
    REST = ACTIONS.over("rest")


N_ACTIONS = len(ACTIONS)
MAX_LEGAL = N_ACTIONS
MAX_DECISIONS = ROUNDS * MAX_PLAYERS * 4

# What is being asked
Phase = IntEnum("Phase", "ACT DREW DONE OVER", start=0)

# What the log tells
Event = IntEnum("Event", "HUNG DRAWN SAW RESTED DRAUGHT KEEPER_HUNG ROUND ENDED", start=0)


@record
class Deck:
    """Face-down lamps, the last one on top."""

    n: i2
    items: Cells = cells(i1, N_CARDS)


@record
class Player:
    """What stands before one player."""

    points: i2
    matches: i1
    held: i1  # size of the hand, which everybody sees
    hand: Cells = cells(i1, N_LAMPS)  # hidden from the others


@record
class State:
    """One game of Lamp Room."""

    rng: Rng
    options: Cells = cells(i2, len(Option))
    n: i1
    first: i1
    current: i1
    round: i1
    phase: i1
    glow: i1  # brightness of the lamp on the hook; 0 in the dark
    barrier: i2
    keeper_points: i2
    players: Rows[Player] = rows(Player, MAX_PLAYERS)
    hung: Cells = cells(i1, N_LAMPS)
    deck: Deck
