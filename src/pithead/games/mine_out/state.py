"""The state of Mine Out: a town, its mines, its bank, and up to four seats around it.

A *player* decides; a *seat* takes turns. They are the same with three and four players. With two players each player
has two seats: a Master and an Apprentice.
"""

from enum import IntEnum

from pithead.kit import Cells, Grid, Rng, Rows, cells, i1, i2, i4, ints, material, names, record, rows
from pithead.kit.actions import Actions

_M = material()
_PLAY = _M["play"]
_CARDS = list(_M["cards"].values())
_PLACES = list(_M["places"].values())

# Components, by number
MINERALS: list[str] = list(_M["minerals"])  # three ores, then the jewel
ORES = MINERALS[:3]
N_MINERALS, N_ORES, JEWEL = 4, 3, 3
PLACES: list[str] = list(_M["places"])
N_PLACES = len(PLACES)
KINDS: list[str] = list(_M["cards"])  # kinds of character cards; equal cards are never told apart
N_KINDS = len(KINDS)
N_CARDS = sum(card["count"] for card in _CARDS)

# Costs, limits and tables
ACTION_POINTS: int = _PLAY["action_points"]
END_ABOVE: int = _PLAY["end_above"]
HAND_LIMIT: int = _PLAY["hand_limit"]
HIRE_SLOTS, WAITING_SLOTS, COMMUNITY_SLOTS = _PLAY["hire_slots"], _PLAY["waiting_slots"], _PLAY["community_slots"]
MAX_HIRES, MAX_DIGS, MAX_SALES = _PLAY["hires_per_turn"], _PLAY["digs_per_turn"], _PLAY["sales_per_turn"]
COST_MOVE, COST_REFRESH, COST_PLAY = _PLAY["cost_move"], _PLAY["cost_refresh"], _PLAY["cost_play"]
COST_HIRE: Cells = ints(_PLAY["cost_hire"])
COST_DIG: Cells = ints(_PLAY["cost_dig"])
COST_SELL: Cells = ints(_PLAY["cost_sell"])
STARTING_RUPEES = _PLAY["starting_rupees"]
BANK_OUT_DIVISOR: int = _PLAY["bank_out_divisor"]
APPRENTICE_DIVISOR: int = _PLAY["apprentice_divisor"]
WORKER_DIG_BONUS: Cells = ints(_PLAY["worker_dig_bonus"])
MAX_WORKERS = len(_PLAY["worker_dig_bonus"]) - 1  # R34: the table ends here
MAFIA_BONUS: Cells = ints(_PLAY["mafia_bonus"])
MAX_MAFIA = len(_PLAY["mafia_bonus"]) - 1

# Minerals
DIG_REQUIRED: Cells = ints([mineral["dig"] for mineral in _M["minerals"].values()])
MINIMUM: Cells = ints([mineral["minimum"] for mineral in _M["minerals"].values()])
N_PRICES: Cells = ints([len(_M["minerals"][ore]["prices"]) for ore in ORES])
_longest = max(len(_M["minerals"][ore]["prices"]) for ore in ORES)
PRICES: Grid = ints([(_M["minerals"][ore]["prices"] + [0] * _longest)[:_longest] for ore in ORES])

# The board
MARKET = [place["kind"] for place in _PLACES].index("market")
START = PLACES.index(_PLAY["start"])
MINERAL_OF: Cells = ints([MINERALS.index(place["mineral"]) if place["kind"] == "mine" else -1 for place in _PLACES])
MINE_OF: Cells = ints([[place.get("mineral") for place in _PLACES].index(mineral) for mineral in MINERALS])
GRID = [(place["grid"][0], place["grid"][1]) for place in _PLACES]  # where a place is drawn: column, row
RAILS = [(PLACES.index(rail["between"][0]), PLACES.index(rail["between"][1])) for rail in _M["rails"]]


def _distances() -> list[list[int]]:
    """How many moves lie between any two places."""
    far = N_PLACES
    table = [[0 if a == b else far for b in range(N_PLACES)] for a in range(N_PLACES)]
    for a, b in RAILS:
        table[a][b] = table[b][a] = 1
    for via in range(N_PLACES):
        for a in range(N_PLACES):
            for b in range(N_PLACES):
                table[a][b] = min(table[a][b], table[a][via] + table[via][b])
    return table


DISTANCE: Grid = ints(_distances())
_neighbours = [[b for b in range(N_PLACES) if _distances()[a][b] == 1] for a in range(N_PLACES)]
N_NEIGHBOURS: Cells = ints([len(places) for places in _neighbours])
NEIGHBOURS: Grid = ints([(places + [0] * N_PLACES)[:N_PLACES] for places in _neighbours])  # ascending

# Cards
PLACE_OF: Cells = ints([PLACES.index(card["place"]) for card in _CARDS])  # R7: never the Market
DIG: Cells = ints([card["dig"] for card in _CARDS])
WAGE: Cells = ints([card["wage"] for card in _CARDS])
FAME: Cells = ints([card["fame"] for card in _CARDS])
COUNT: Cells = ints([card["count"] for card in _CARDS])
START_MARKED: Cells = ints([card["start"] for card in _CARDS])
N_START = sum(card["start"] > 0 for card in _CARDS)  # cards of an opening hand
WORKER = [bool(card["effect"].get("worker")) for card in _CARDS].index(True)

# Effects: what a visible card adds to, one row per effect and one column per kind
DIG_BONUS = 0  # + mineral
PRICE_BONUS = DIG_BONUS + N_MINERALS  # + ore
SMITH = PRICE_BONUS + N_ORES  # + ore
FRAME = SMITH + N_ORES  # + ore: cards framed in its colour; black (R5) and blue frames (R4) count for none
WILDS = FRAME + N_ORES
PAYOUT, MAFIA, AGENT = WILDS + 1, WILDS + 2, WILDS + 3


def _effects() -> list[list[int]]:
    """The effects of every kind of card."""

    def bonus(name: str, mineral: str) -> list[int]:
        return [
            card["effect"].get(name, 0) if card["effect"].get("mineral") in (mineral, "any") else 0 for card in _CARDS
        ]

    return [
        *(bonus("dig_bonus", mineral) for mineral in MINERALS),  # R6: a coloured Miner gives 2, a black one 1
        *(bonus("price_bonus", ore) for ore in ORES),
        *([int(card["effect"].get("smith") == ore) for card in _CARDS] for ore in ORES),
        *([int(card["frame"] == _M["minerals"][ore]["cube"]) for card in _CARDS] for ore in ORES),
        *([card["effect"].get(name, 0) for card in _CARDS] for name in ("wilds", "community_payout", "mafia", "draws")),
    ]


EFFECTS: Grid = ints(_effects())

# Ways to play, in the order of `mode` in the state
Mode = IntEnum("Mode", "FOUR THREE TEAMS TWO", start=0)
MODES = names(Mode)
_modes = [_M["modes"][mode] for mode in MODES]
START_SCORE: Grid = ints([(mode["start_scores"] + [0] * 4)[:4] for mode in _modes])
_dearest = max(coin["value"] for coin in _M["coins"])
RUPEES: Cells = ints(
    [
        sum(coin["value"] * coin["count"] for coin in _M["coins"]) - mode["coins_removed"] * _dearest for mode in _modes
    ]  # R3: money is a number, change is free
)
CUBES: Grid = ints(
    [
        [mineral["cubes"] - gone for mineral, gone in zip(_M["minerals"].values(), mode["cubes_removed"], strict=True)]
        for mode in _modes
    ]
)
HANDS_REMOVED: Cells = ints([mode["start_hands_removed"] for mode in _modes])

MAX_PLAYERS = 4  # R2: two to four
MAX_SEATS = 4
# Table options, in the order of game.toml
Option = IntEnum("Option", "TEAMS ZERO_YIELD ROUND_LIMIT FIRST_PLAYER", start=0)

ACTIONS = Actions()


class Act(IntEnum):
    """Decisions."""

    END = ACTIONS.over("end")
    BEST = ACTIONS.over("best")  # count all wilds left where they bring most
    COUNT_NOW = ACTIONS.over("count")  # leave the other wilds out
    WILD = ACTIONS.over("wild {}", ORES)  # count one wild as that ore
    MOVE = ACTIONS.over("move {}", PLACES)
    HIRE = ACTIONS.over("hire {}", KINDS)
    DIG_WITH = ACTIONS.over("dig {}", KINDS)
    SPEND = ACTIONS.over("workers {}", range(MAX_WORKERS + 1))  # discarded for the dig
    SELL = ACTIONS.over("sell {}", ORES)
    SELL_JEWEL = ACTIONS.over("sell jewel as {}", ORES)
    REFRESH = ACTIONS.over("refresh")
    PLAY_OWN = ACTIONS.over("play {}", KINDS)
    PLAY_COMMUNITY = ACTIONS.over("play {} in community", KINDS)
    REPLACE = ACTIONS.over("play {} over {}", KINDS, KINDS)
    DRAW = ACTIONS.over("draw")
    STOP = ACTIONS.over("stop")


replace_action, replace_parts = ACTIONS.rules(Act.REPLACE)
N_ACTIONS = len(ACTIONS)
MAX_LEGAL = 2 + N_PLACES + HIRE_SLOTS + 2 * N_ORES + HAND_LIMIT * (3 + COMMUNITY_SLOTS) + MAX_WORKERS + 4

# The longest turn: wilds one by one, a point per action, Workers named for each dig, an Out with draws after each.
_wilds = _M["minerals"]["jewel"]["cubes"] + sum(card["count"] * card["effect"].get("wilds", 0) for card in _CARDS)
_LONGEST_TURN = _wilds + ACTION_POINTS * (2 + HAND_LIMIT + 1) + 1
MAX_DECISIONS = 60 * MAX_SEATS * _LONGEST_TURN

# What is being asked
Phase = IntEnum("Phase", "POINTS ACT WORKERS LABOUR DONE OVER", start=0)

# Ways a game ends
BY_FAME, BY_ROUND_LIMIT = 1, 2

# Sources of fame
Source = IntEnum("Source", "START ORE SMITHS COMMUNITY WORKERS MINE_OUTS BANK_OUTS MAFIA APPRENTICE", start=0)
SOURCES = names(Source)
N_SOURCES = len(SOURCES)

# What the log tells
Event = IntEnum(
    "Event",
    """
    TURN ORE_SCORED MOVED HIRED WORKERS_SPENT DUG SOLD REFRESHED PLAYED_OWN REPLACED PLAYED_COMMUNITY PAID_OUT
    MINE_OUT BANK_OUT OWNER_SCORED MAFIA_SCORED DREW SAW RESHUFFLED JOINED CREDITED ENDED
    """,
    start=0,
)

EMPTY = -1  # no card in a hire slot

# How the table remembers a card in a hand: everybody saw it taken, or the number of decks since it was drawn unseen.
SEEN = 0
THIS_DECK = 1
LONG_AGO = 100
ROW_LENGTH = max(_M["minerals"][ore]["cubes"] for ore in ORES) + _M["minerals"]["jewel"]["cubes"]


@record
class Pile:
    """Cards face down, the last one on top."""

    n: i1
    items: Cells = cells(i1, N_CARDS)


@record
class Row:
    """Cards in a row, from the left."""

    n: i1
    items: Cells = cells(i1, max(WAITING_SLOTS, COMMUNITY_SLOTS, 1))


@record
class MarketRow:
    """Minerals sold as one ore, from the left."""

    n: i1
    items: Cells = cells(i1, ROW_LENGTH)


@record
class Seat:
    """What belongs to one pawn."""

    score: i2  # an Apprentice has none
    money: i2
    place: i1
    joined: i1  # an Apprentice joins in round 2
    held: i1  # size of the hand
    hand: Cells = cells(i1, HAND_LIMIT)  # kinds, in the order taken
    unseen: Cells = cells(i1, HAND_LIMIT)  # SEEN, or since how many decks a card is secret
    area: Cells = cells(i1, N_KINDS)  # cards in play, by kind
    cubes: Cells = cells(i1, N_MINERALS)
    fame: Cells = cells(i2, N_SOURCES)  # the score by source


@record
class State:
    """One game of Mine Out."""

    rng: Rng
    options: Cells = cells(i2, len(Option))
    n: i1  # players
    n_seats: i1
    mode: i1
    first: i1  # the seat that began
    active: i1
    round: i2
    phase: i1
    reason: i1  # why the game ended
    barrier: i4
    # The turn
    ap: i1
    hires_at: Cells = cells(i1, N_PLACES)
    digs_at: Cells = cells(i1, N_PLACES)
    hires: i1
    digs: i1
    sales: i1
    deeds: i1  # actions that are no moves
    wilds_left: i1
    wilds: Cells = cells(i1, N_ORES)  # wilds counted as each ore, during the Point Phase
    digger: i1  # the card just discarded to dig, while Workers are being named
    draws_left: i1
    # The town
    bank: i2
    expenses: i2
    mines: Cells = cells(i1, N_MINERALS)
    market: Rows[MarketRow] = rows(MarketRow, N_ORES)
    hire: Cells = cells(i1, HIRE_SLOTS)  # EMPTY, or a kind
    waiting: Row
    community: Row
    deck: Pile
    discard: Cells = cells(i1, N_KINDS)
    seats: Rows[Seat] = rows(Seat, MAX_SEATS)
