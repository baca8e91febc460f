"""The state of Kohle & Kolonie: mines, villages, stations, player mats and technology cards."""

from enum import IntEnum
from typing import Any

from pithead.kit import Cells, Grid, Rng, Rows, cells, i1, i2, ints, material, names, record, rows
from pithead.kit.actions import Actions

_M = material()


def _index(entries: list[dict[str, Any]], key: str = "id") -> dict[Any, int]:
    return {entry[key]: i for i, entry in enumerate(entries)}


def _lists(items: list[list[int]]) -> list[list[int]]:
    """Lists of different lengths as a rectangle, padded with −1."""
    width = max(map(len, items)) + 1
    return [item + [-1] * (width - len(item)) for item in items]


MAX_PLAYERS = 5
ROUNDS: int = _M["start"]["rounds"]

# Table options, in the order of game.toml
Option = IntEnum(
    "Option",
    """
    IRONWORKS_ENGINEER_VP ADMINISTRATION_PAIR STATION_VP_PER_MINER SYNDICATE_LOSES_FROM_1 LOADING_ENGINEER_COINS
    DIRECT_MOVE OPEN_MONEY WORKFORCE_RAISES_PLACES
    """,
    start=0,
)

# The map ---------------------------------------------------------------------------------------------------------

FIELDS: list[str] = [field["id"] for field in _M["fields"]]
VILLAGES: list[str] = [village["id"] for village in _M["villages"]]
STATIONS: list[str] = [station["id"] for station in _M["stations"]]
LINES: list[str] = [line["id"] for line in _M["lines"]]
FIELD_NAMES: list[str] = [field["name"] for field in _M["fields"]]
VILLAGE_NAMES: list[str] = [village["name"] for village in _M["villages"]]
STATION_NAMES: list[str] = [station["name"] for station in _M["stations"]]
N_FIELDS, N_VILLAGES, N_STATIONS, N_LINES = len(FIELDS), len(VILLAGES), len(STATIONS), len(LINES)
_field, _village, _station, _line = (_index(_M[name]) for name in ("fields", "villages", "stations", "lines"))

SMALL_MAP_PLAYERS: int = max(_M["small_map"]["players"])  # up to that many players use the small map
# By map (0: whole, 1: small): what is in play.
FIELD_IN: Grid = ints([[1] * N_FIELDS, [int(field["small_map"]) for field in _M["fields"]]])
VILLAGE_IN: Grid = ints([[1] * N_VILLAGES, [int(village["small_map"]) for village in _M["villages"]]])
STATION_IN: Grid = ints([[1] * N_STATIONS, [int(station["small_map"]) for station in _M["stations"]]])
LINE_BONUS: Grid = ints([[line["bonus"] for line in _M["lines"]], [line["bonus_small_map"] for line in _M["lines"]]])
VILLAGE_WORKERS: Cells = ints([village["workers"] for village in _M["villages"]])
VILLAGE_SPOTS: Cells = ints([village["spots"] for village in _M["villages"]])
# Lists end with −1.
FIELD_VILLAGES: Grid = ints(
    _lists([[v for v, village in enumerate(_M["villages"]) if field in village["fields"]] for field in FIELDS])
)
VILLAGE_FIELDS: Grid = ints(_lists([[_field[field] for field in village["fields"]] for village in _M["villages"]]))
VILLAGE_STATIONS: Grid = ints(
    _lists([[t for t, station in enumerate(_M["stations"]) if village in station["villages"]] for village in VILLAGES])
)
STATION_NEXT: Grid = ints(_lists([[_station[other] for other in station["next_to"]] for station in _M["stations"]]))
STATION_LINE: Cells = ints([_line[station["line"]] for station in _M["stations"]])

# Mines: small and single ones by number, number − 1 is the index; a large mine goes by its field.
_MINES = sorted(_M["mines"], key=lambda mine: int(mine["no"]))
N_MINES = len(_MINES)
MINE_NAMES: list[str] = [mine["name"] for mine in _MINES]
MINE_FIELD: Cells = ints([_field[mine["field"]] for mine in _MINES])
MINE_ROUND: Cells = ints([mine["round"] for mine in _MINES])
MINE_COST: Cells = ints([mine["cost"] for mine in _MINES])
MINE_SINGLE: Cells = ints([int(mine["kind"] == "single") for mine in _MINES])
MINE_SECOND: Cells = ints([int(mine["bonus"] == "second_miner") for mine in _MINES])
FIELD_MINES: Grid = ints(_lists([[m for m, mine in enumerate(_MINES) if mine["field"] == field] for field in FIELDS]))
_large = {mine["field"]: mine for mine in _M["large_mines"]}
LARGE_ROUND: Cells = ints([_large[field]["consolidates"] if field in _large else 0 for field in FIELDS])  # 0: never
N_LARGE = len(_large)
# A mine card on a mat is a number: 1 … N_MINES a small or single mine, LARGE_CARD + field a large one; 0 is none.
LARGE_CARD = N_MINES + 1
_NONE: dict[str, Any] = {"income": 0, "vp": 0, "wagons": 0}
_cards = [_NONE, *_MINES, *(_large.get(field, _NONE) for field in FIELDS)]
CARD_INCOME: Cells = ints([card["income"] for card in _cards])
CARD_VP: Cells = ints([card.get("vp", 0) for card in _cards])
CARD_WAGONS: Cells = ints([card.get("wagons", int(card.get("bonus") == "wagon")) for card in _cards])

# Who has a mine (or, once consolidated, a field), if no player 0 … 4
Owner = IntEnum("Owner", "SYNDICATE_ENGINE SYNDICATE_COIN SYNDICATE_BARE ON_SALE LATER GONE", start=5)

# The player mat --------------------------------------------------------------------------------------------------

_MAT = _M["mat"]
SLOTS: list[str] = _MAT["slots"]
N_SLOTS = len(SLOTS)
SLOT_BEFORE: Cells = ints([next((SLOTS.index(a) for a, b in _MAT["arrows"] if b == slot), -1) for slot in SLOTS])
SLOT_AFTER: Grid = ints(_lists([[SLOTS.index(b) for a, b in _MAT["arrows"] if a == slot] for slot in SLOTS]))
SLOT_BRANCHES: Cells = ints([sum(a == slot for a, _ in _MAT["arrows"]) for slot in SLOTS])
SLOT_GUARD: Cells = ints([int(slot in _MAT["guard_spaces"]) for slot in SLOTS])
SLOT_SAFE: Cells = ints([int(slot in _MAT["no_protection_needed"]) for slot in SLOTS])
SLOT_COIN: Cells = ints([int(slot in _MAT["coin_protection"]) for slot in SLOTS])
SETTLEMENT_EXTRA_ACTION: int = _MAT["settlement_extra_action"]
SETTLEMENT_VP: Cells = ints([0, *_MAT["settlement_vp"]])
ENGINEER_EXTRA_ACTION: int = _MAT["engineer_extra_action"]

# Technology cards ------------------------------------------------------------------------------------------------

CARDS: list[str] = list(dict.fromkeys(side["card"] for side in _M["technology"]))
N_CARDS = len(CARDS)
_sides = {(side["card"], side["side"]): side for side in _M["technology"]}


def _side(card: str, back: int) -> dict[str, Any]:
    side: dict[str, Any] = _sides.get((card, "back" if back else "front"), {"slots": []})
    return side


def _slots(piece: str) -> list[tuple[str, str]]:
    """All slots for a kind of piece, as (card, slot id), over both sides."""
    found: dict[tuple[str, str], None] = {}
    for card in CARDS:
        for back in (0, 1):
            found |= {(card, slot["id"]): None for slot in _side(card, back)["slots"] if slot["piece"] == piece}
    return list(found)


def _print(slots: list[tuple[str, str]], key: str) -> Grid:
    """What is printed at these slots on the front (row 0) and on the back (row 1)."""
    printed: Grid = ints(
        [
            [
                next((slot.get(key, 0) for slot in _side(card, back)["slots"] if slot["id"] == name), 0)
                for card, name in slots
            ]
            for back in (0, 1)
        ]
    )
    return printed


# A technology slot is a number: first the slots for miners, then those for engineers, then those for steam engines.
MINER_SLOTS, ENGINEER_SLOTS, ENGINE_SLOTS = _slots("miner"), _slots("engineer"), _slots("steam_engine")
TECH_SLOTS = MINER_SLOTS + ENGINEER_SLOTS + ENGINE_SLOTS
N_MINER_SLOTS, N_ENGINEER_SLOTS, N_ENGINE_SLOTS = len(MINER_SLOTS), len(ENGINEER_SLOTS), len(ENGINE_SLOTS)
N_TECH = len(TECH_SLOTS)
TECH_CARD: Cells = ints([CARDS.index(card) for card, _ in TECH_SLOTS])
TECH_NEED: Grid = _print(TECH_SLOTS, "need")
TECH_COINS: Grid = _print(TECH_SLOTS, "coins")
TECH_VP: Grid = _print(TECH_SLOTS, "vp")
TECH_BID: Grid = _print(TECH_SLOTS, "bid")
TECH_WAGONS: Grid = _print(TECH_SLOTS, "wagons")
WORKFORCE, COKING_PLANT, IRONWORKS, ADMINISTRATION, LOADING = (
    CARDS.index(card) for card in ("workforce", "coking_plant", "ironworks", "administration", "loading")
)
# The slots whose print depends on a table option.
IRONWORKS_ENGINEER = TECH_SLOTS.index(("ironworks", "E"))
LOADING_ENGINEER = TECH_SLOTS.index(("loading", "E"))
ADMINISTRATION_SECOND = TECH_SLOTS.index(("administration", "M2"))
# By side of the workforce card: how many miners an action places and moves, and engineers it moves.
PLACES: Cells = ints([_side("workforce", back)["place"] for back in (0, 1)])
MOVES: Cells = ints([_side("workforce", back)["move"] for back in (0, 1)])
ENGINEER_MOVES: Cells = ints([_side("workforce", back)["engineer_moves"] for back in (0, 1)])
COKING_STEPS: Cells = ints(_side("coking_plant", 1)["step_vp"])
N_COKING_STEPS = len(_side("coking_plant", 1)["step_vp"])
LOADING_FEE: Cells = ints([_side("loading", back)["fee_workers"] for back in (0, 1)])
LOADING_VP: Cells = ints([_side("loading", back)["vp_per_wagon"] for back in (0, 1)])
# Turning a card: alternative prices, points, and which price rises for everybody.
Price = IntEnum("Price", "SETTLEMENT ENGINEER STEAM_ENGINE", start=0)
_prices = names(Price)
FLIP_WAYS = max(len(_side(card, 1).get("flip", [])) for card in CARDS)
_flips = [[*_side(card, 1).get("flip", []), *[{}] * FLIP_WAYS][:FLIP_WAYS] for card in CARDS]
FLIP_POSSIBLE: Grid = ints([[int(bool(way)) for way in ways] for ways in _flips])
FLIP_WORKERS: Grid = ints([[way.get("workers", 0) for way in ways] for ways in _flips])
FLIP_COINS: Grid = ints([[way.get("coins", 0) for way in ways] for ways in _flips])
FLIP_VP: Cells = ints([_side(card, 1).get("flip_vp", 0) for card in CARDS])
FLIP_RAISES: Cells = ints(
    [_prices.index(side["raises"]) if (side := _side(card, 1)).get("raises") else -1 for card in CARDS]
)
FLIP_EXTRA: Cells = ints([_side(card, 1).get("extra_actions", 0) for card in CARDS])


def _arrangements() -> list[tuple[int, ...]]:
    """Every way to fill the miner slots of a turned card: (card, miners, filling of each miner slot)."""
    found: list[tuple[int, ...]] = []
    for c, card in enumerate(CARDS):
        room = [TECH_NEED[1][t] if owner == card else 0 for t, (owner, _) in enumerate(MINER_SLOTS)]
        fillings: list[tuple[int, ...]] = [()]
        for most in room:
            fillings = [(*filling, k) for filling in fillings for k in range(most + 1)]
        found += [(c, sum(filling), *filling) for filling in fillings if sum(filling)]
    return found


_ARRANGED = _arrangements()
N_ARRANGE = len(_ARRANGED)
ARRANGE_CARD: Cells = ints([entry[0] for entry in _ARRANGED])
ARRANGE_MINERS: Cells = ints([entry[1] for entry in _ARRANGED])
ARRANGE_FILLING: Grid = ints([entry[2:] for entry in _ARRANGED])

# Where a miner can be: guard spaces (by mine slot), technology slots, settlements (by village), stations, the reserve.
TECH_AT = N_SLOTS
VILLAGE_AT = TECH_AT + N_MINER_SLOTS
STATION_AT = VILLAGE_AT + N_VILLAGES
RESERVE = STATION_AT + N_STATIONS
N_PLACES = RESERVE + 1
SETTLEMENT_ROOM: int = _M["settlements"]["miners"]

# Tokens ----------------------------------------------------------------------------------------------------------

BONUS: list[str] = [token["id"] for token in sorted(_M["bonus_tokens"], key=lambda token: int(token["start"]))]
N_BONUS = len(BONUS)
HELP, WAGON, DEFENCE, MINERS_TOKEN, ENGINEER_TOKEN, SETTLEMENT_TOKEN, ENGINE_TOKEN = (
    BONUS.index(name)
    for name in ("consolidation_help", "wagon", "mine_defence", "miners", "engineer", "settlement", "steam_engine")
)
_bonus = {token["id"]: token for token in _M["bonus_tokens"]}
BONUS_COST: Cells = ints([_bonus[name]["cost"] for name in BONUS])
BONUS_FIRST_ROUND: Cells = ints([_bonus[name].get("first_round", 1) for name in BONUS])
HELP_COINS: int = _bonus["consolidation_help"]["coins"]
HELP_POINTS: int = _bonus["consolidation_help"]["help"]
WAGON_WAGONS: int = _bonus["wagon"]["wagons"]
DEFENCE_MINES: int = _bonus["mine_defence"]["mines"]
TOKEN_PLACES: int = _bonus["miners"]["place"]
TOKEN_MOVES: int = _bonus["miners"]["move"]

Rail = IntEnum("Rail", "POINTS COIN WORKER WAGON CONSOLIDATION", start=0)
RAIL = names(Rail)
_rail = {token["id"]: token for token in _M["rail_tokens"]}
RAIL_COUNT: Cells = ints([_rail[name]["count"] for name in RAIL])
N_RAIL_TOKENS = sum(_rail[name]["count"] for name in RAIL)
MAX_WORKER_TOKENS: int = _rail["worker"]["count"]
RAIL_TOKEN_VP: int = _rail["points"]["vp"]
RAIL_TOKEN_COINS: int = _rail["coin"]["coins"]

Danger = IntEnum("Danger", "HIGHEST_NUMBER EXTRA_COIN PURCHASING_POWER MINING_DAMAGE", start=0)  # disaster tokens
DISASTERS = names(Danger)
_disaster = {token["id"]: token for token in _M["disaster_tokens"]}
DISASTER_COUNT: Cells = ints([_disaster[name]["count"] for name in DISASTERS])

# Numbers of the rules ----------------------------------------------------------------------------------------------

START_COINS: int = _M["start"]["coins"]
START_VP: int = _M["start"]["vp"]
START_MINERS: int = _M["start"]["miners"]
START_SETTLEMENTS: int = _M["start"]["settlements"]
START_ENGINEERS: int = _M["start"]["engineers"]
DISCS: int = _M["start"]["disaster_discs"]
ALL_WORKERS: int = _M["supply"]["local_workers"]
ALL_ENGINES: int = _M["supply"]["steam_engines"]
ALL_COINS: int = _M["supply"]["coins_1"] + 5 * _M["supply"]["coins_5"]
BLACK_DISCS: int = _M["supply"]["black_discs"]
BLANK_DISCS: int = _M["supply"]["blank_discs"]
BLACK, BLANK, N_DISCS = MAX_PLAYERS, MAX_PLAYERS + 1, MAX_PLAYERS + 2  # kinds of discs; before them the players'
PRICES: Grid = ints([_M["prices"][name] for name in _prices])
PROTECT_PRICE: int = _M["prices"]["protect_mine"]
BUY_COINS: int = _M["prices"]["workers_buy"]["coins"]
BUY_WORKERS_GET: int = _M["prices"]["workers_buy"]["workers"]
SELL_COINS: int = _M["prices"]["workers_sell"]["coins"]
SELL_WORKERS_PAY: int = _M["prices"]["workers_sell"]["workers"]
ENGINE_FIRST_ROUND: int = _M["prices"]["steam_engine_first_round"]
TRACK: int = _M["syndicate"]["start_coins"]  # spaces of the Syndicate's track, all filled at the start
REFILL: Cells = ints([int(round_ in _M["syndicate"]["refill_rounds"]) for round_ in range(ROUNDS + 1)])
REFILL_TO: int = _M["syndicate"]["refill_to"]
PURCHASES: int = _M["syndicate"]["purchases"]
PURCHASES_MAX: int = _M["syndicate"]["purchases_max"]
DRAWS: int = _M["disaster"]["draws"]
DISASTER_VP: Cells = ints([0, *_M["disaster"]["vp_loss"]])
DAMAGE_COINS: int = _M["disaster"]["damage_coins"]
DAMAGE_VP: int = _M["disaster"]["damage_vp"]
_FINAL = _M["final_scoring"]
ENGINES_VP: Cells = ints(_FINAL["steam_engines"])
ENGINES_COUNTED = len(_FINAL["steam_engines"]) - 1
COINS_PER_VP: int = _FINAL["coins_per_vp"]
STATION_VP: int = _FINAL["vp_per_station"]
EXTRA_ACTION_VP: int = _FINAL["vp_per_extra_action"]
LOST_MINE_VP: int = _FINAL["vp_per_lost_mine"]

# Trades in a row: with a purchase among them at most this many sales (rules reference 090).
SALES_WITH_PURCHASE = 2

# Decisions -------------------------------------------------------------------------------------------------------

# Places, fillings and steam engines in the words of a record
_PLACES = [
    *(f"guard {slot}" for slot in SLOTS),
    *(" ".join(slot) for slot in MINER_SLOTS),
    *VILLAGES,
    *STATIONS,
    "reserve",
]
_ENGINES = [*SLOTS, *(" ".join(slot) for slot in ENGINE_SLOTS)]
_ENGINEERS = [" ".join(slot) for slot in ENGINEER_SLOTS]
N_TOKEN_COUNTS = MAX_WORKER_TOKENS + 1
MAX_BID = (
    ALL_COINS
    + max(sum(mine["cost"] for mine in _MINES if mine["field"] == field) for field in FIELDS)
    + sum(slot.get("bid", 0) for slot in _side("administration", 0)["slots"])
    + HELP_POINTS
    + _rail["consolidation"]["count"]
)


def filling(arrangement: int) -> str:
    """How many miners an arrangement puts on each slot of its card: `M1 1 M2 2`."""
    return " ".join(
        f"{name} {ARRANGE_FILLING[arrangement][t]}"
        for t, (_, name) in enumerate(MINER_SLOTS)
        if TECH_CARD[t] == ARRANGE_CARD[arrangement] and ARRANGE_FILLING[arrangement][t]
    )


def _tokens(most: int) -> list[str]:
    """Worker tokens in a payment; none is not worth a word."""
    return ["", *(f" tokens {count}" for count in range(1, most + 1))]


ACTIONS = Actions()


class Act(IntEnum):
    """Decisions."""

    END = ACTIONS.over("end")  # confirms the turn; also: pass, skip, no more
    CLOSE = ACTIONS.over("close")  # finish the open action, the turn goes on
    CHOOSE = ACTIONS.over("choose {}", BONUS)
    BUY = ACTIONS.over("buy {}", range(1, N_MINES + 1))
    WORKER = ACTIONS.over("worker {}", VILLAGES)  # take its local worker for the mine
    MARKER = ACTIONS.over("settler {}", VILLAGES)  # take the miner of the own settlement for the mine
    NO_SECOND = ACTIONS.over("no second worker")  # leave the second worker where he is
    SLOT = ACTIONS.over("slot {}", SLOTS)  # put the mine card there
    ENGINE = ACTIONS.over("engine {}", _ENGINES)
    SETTLE = ACTIONS.over("settle {}", VILLAGES)
    SETTLERS = ACTIONS.over("settlers {}", range(SETTLEMENT_ROOM + 1))  # miners that move into the new settlement
    ENGINEER = ACTIONS.over("engineer {}", _ENGINEERS)
    MINERS = ACTIONS.over("miners")  # begin to place and move miners
    PLACE = ACTIONS.over("place {}", _PLACES[:STATION_AT])  # a miner from the reserve
    LIFT = ACTIONS.over("from {}", _PLACES[:RESERVE])  # pick up this miner …
    TO = ACTIONS.over("to {}", _PLACES)  # … and put it down there
    LIFT_ENGINEER = ACTIONS.over("engineer from {}", _ENGINEERS)
    ENGINEER_TO = ACTIONS.over("engineer to {}", _ENGINEERS)
    USE_BONUS = ACTIONS.over("bonus")  # use the bonus token
    FLIP = ACTIONS.over(
        "flip {}{}{}", CARDS, ["", *(f" price {way + 1}" for way in range(1, FLIP_WAYS))], _tokens(MAX_WORKER_TOKENS)
    )
    ARRANGE = ACTIONS.over("arrange {}", [f"{CARDS[ARRANGE_CARD[i]]} {filling(i)}" for i in range(N_ARRANGE)])
    BUY_WORKERS = ACTIONS.over("buy workers")
    SELL_WORKERS = ACTIONS.over("sell workers{}", _tokens(SELL_WORKERS_PAY))
    EXTRA = ACTIONS.over("extra action")  # play an extra-action token
    PROTECT = ACTIONS.over("protect {}", SLOTS)  # a coin secures the mine
    DEFEND = ACTIONS.over("defend {}", SLOTS)  # the mine-defence token secures it
    LOSE = ACTIONS.over("lose {}", _PLACES[:RESERVE])  # this miner is lost in the disaster
    DAMAGE_BY_COIN = ACTIONS.over("damage coin")
    DAMAGE_BY_VP = ACTIONS.over("damage points")
    USE_HELP = ACTIONS.over("help")  # the consolidation-help token in a consolidation
    USE_RAIL = ACTIONS.over("rail token")  # a railway token in a consolidation
    BID = ACTIONS.over("bid {}", range(MAX_BID + 1))
    CLOSE_GAP = ACTIONS.over("move up {}", SLOTS)  # slot whose card moves up
    LOAD_WORKER = ACTIONS.over("load worker")  # pay the loading fee with a local worker
    LOAD_TOKEN = ACTIONS.over("load token")  # … with a railway worker token
    LOAD_BONUS = ACTIONS.over("load bonus")  # use the wagon bonus token
    USE_WAGON = ACTIONS.over("wagon token")  # use a railway wagon token


flip_action, flip_parts = ACTIONS.rules(Act.FLIP)
N_ACTIONS = len(ACTIONS)

_SIDE_ACTIONS = Act.BUY_WORKERS - Act.FLIP + 1 + SELL_WORKERS_PAY + 1
MAX_LEGAL = max(
    2 + N_MINES + (Act.MINERS - Act.ENGINE) + 2 + _SIDE_ACTIONS,
    2 + (Act.LIFT - Act.PLACE) + (Act.TO - Act.LIFT) + N_ENGINEER_SLOTS + _SIDE_ACTIONS,
    1 + MAX_BID,
)
# Random games take 250 to 500 decisions. Every sale of workers lowers 3 × coins + 2 × workers, which only income raises
# (rules reference 090), so that even five stubborn traders cannot come near this.
MAX_DECISIONS = 12_000

# The questions: `phase` of the contract
Ask = IntEnum(
    "Ask",
    """
    BONUS ACT ACTED WORKER MARKER SECOND_WORKER SLOT SECOND_MINER STEP TO ENGINEER_TO SETTLERS TOKEN_ENGINE
    TOKEN_SETTLEMENT TOKEN_ENGINEER ARRANGE EXTRA PROTECT LOSE DAMAGE HELP BID GAP PLACE_LARGE LOADING CONFIRM OVER
    """,
    start=0,
)

# Where in the round the game stands; each of the ten phases of the rulebook is one or several of these.
Stage = IntEnum(
    "Stage",
    """
    CHOOSING FIRST_ACTION SECOND_ACTION EXTRA_ACTION SECURING DRAWING DAMAGE SYNDICATE_BUYS INCOME BOARD REVEALING
    HELPING BIDDING GAPS PLACING TECHNOLOGY ROUND_END OVER
    """,
    start=0,
)
RULEBOOK_PHASE: Cells = ints([1, 2, 3, 4, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 9, 10, 10, 10])
N_RULEBOOK_PHASES = 10

# Sources of points
Source = IntEnum(
    "Source",
    """
    START BOARD MINES CONSOLIDATION COMPENSATION FLIPS TECHNOLOGY LOADING SETTLEMENTS RAIL_TOKENS DISASTERS DAMAGE
    ENGINES COINS STATIONS LINES EXTRA_ACTIONS
    """,
    start=0,
)
SOURCES = names(Source)
N_SOURCES = len(SOURCES)

# What the log tells
Event = IntEnum(
    "Event",
    """
    CHOSE ORDERED BOUGHT TOOK_WORKER TOOK_MARKER PUT_CARD PUT_ENGINE SETTLED PUT_ENGINEER MOVES_MINERS PLACED MOVED
    MOVED_ENGINEER UNCOVERED USED_BONUS FLIPPED PRICE_ROSE TRADED GOT_EXTRA PLAYED_EXTRA PROTECTED DEFENDED
    BAG_FILLED TOKEN_SHOWN DISC_DRAWN NEUTRAL_DRAWN HIT MINER_LOST TOKEN_WORKS DAMAGED SYNDICATE_BOUGHT EARNED
    SCORED LOT_SHOWN HELPED BASE BADE PASSED WON SYNDICATE_WON COMPENSATED GAP_CLOSED LOADED ROUND REFILLED FINAL
    ENDED
    """,
    start=0,
)


@record
class Player:
    """What one player has, on the mat and on the board."""

    points: i2
    coins: i2
    workers: i1
    settlements: i1  # left on the mat
    engineers: i1  # left on the mat
    extra_actions: i1
    engines_aside: i1
    coking_steps: i1  # paid so far
    held: i1  # bonus token + 1; 0: none
    lost: i1  # miners on disaster spaces
    tokens: Cells = cells(i1, 5)  # kept railway tokens that can be used
    fresh: Cells = cells(i1, 5)  # kept railway tokens taken in this round
    cards: Cells = cells(i1, N_SLOTS)  # mine card by slot; 0: none
    engines: Cells = cells(i1, N_SLOTS)  # steam engine on the card
    flipped: Cells = cells(i1, N_CARDS)
    miners: Cells = cells(i1, N_PLACES)
    settled: Cells = cells(i1, N_VILLAGES)
    placed_engineers: Cells = cells(i1, N_ENGINEER_SLOTS)
    placed_engines: Cells = cells(i1, N_ENGINE_SLOTS)
    by_source: Cells = cells(i2, N_SOURCES)


@record
class Turn:
    """What the player to move has begun."""

    main_done: i1
    by_token: i1  # the open action belongs to a bonus token
    placed: i1  # miners placed, moved and engineers moved in the open action
    moved: i1
    engineers_moved: i1
    mine: i1  # the mine being bought
    second: i1  # the second worker was taken
    village: i1  # the settlement being founded
    lifted: i1  # the miner or engineer in the hand
    card: i1  # the card being arranged
    miners: i1  # miners to be arranged
    back: i1  # the question to return to afterwards
    purchases: i1  # trades in a row
    sales: i1
    defended: i1
    bid: i2  # the bid of this turn; 0: none
    loading: i1  # 1: loading is activated
    wagons: i1  # wagons added by tokens


@record
class Disaster:
    """The mining disaster of the round."""

    bag: Cells = cells(i1, N_DISCS)
    drawn: i1
    blank: i1  # the blank disc was drawn
    struck: i1  # a player's disc was drawn: the token works
    hit: Cells = cells(i1, MAX_PLAYERS)
    secured: Cells = cells(i1, MAX_PLAYERS * N_SLOTS)  # by coin or token, this round only


@record
class Stack:
    """Large mines of the round that are still face down, the last one on top."""

    n: i1
    items: Cells = cells(i1, N_LARGE)


@record
class Auction:
    """The consolidation of one field."""

    lot: i1  # the field
    syndicate: i2  # its value; −1: it does not take part
    n: i1  # bidders
    at: i1
    winner: i1
    price: i2
    engines: i1  # collected by the winner
    order: Cells = cells(i1, MAX_PLAYERS)
    active: Cells = cells(i1, MAX_PLAYERS)
    base: Cells = cells(i2, MAX_PLAYERS)
    value: Cells = cells(i2, MAX_PLAYERS)
    help: Cells = cells(i1, MAX_PLAYERS)


@record
class State:
    """One game of Kohle & Kolonie."""

    rng: Rng
    options: Cells = cells(i2, len(Option))
    n: i1
    small: i1  # 1: the small map is used
    round: i1
    stage: i1
    ask: i1
    current: i1
    at: i1  # place in the order of players of the stage
    barrier: i2
    order: Cells = cells(i1, MAX_PLAYERS)  # turn order
    choosers: Cells = cells(i1, MAX_PLAYERS)  # order in which bonus tokens are chosen
    marker: Cells = cells(i1, MAX_PLAYERS)  # by player: the space of the chosen token
    track: Cells = cells(i1, N_BONUS)  # by space: bonus token + 1
    raised: Cells = cells(i1, 3)  # prices that have risen
    bank_workers: i1
    bank_coins: i2
    bank_engines: i1
    mines: Cells = cells(i1, N_MINES)  # who has it
    large: Cells = cells(i1, N_FIELDS)  # who has the large mine
    workers: Cells = cells(i1, N_VILLAGES)
    station_token: Cells = cells(i1, N_STATIONS)  # token + 1, face down; 0: none
    uncovered: Cells = cells(i1, 5)  # railway tokens seen, by kind
    disaster_token: Cells = cells(i1, ROUNDS)  # by round; hidden until `shown`
    shown: i1  # disaster tokens revealed
    syndicate_track: Cells = cells(i1, TRACK)
    purchases: i1
    extra_coin: i1
    damage_active: i1
    turn: Turn
    disaster: Disaster
    stack: Stack
    auction: Auction
    players: Rows[Player] = rows(Player, MAX_PLAYERS)
