"""The state of MINE!: boards with face-down cards, hands, a deck, and what the table has seen of them."""

from enum import IntEnum

from pithead.kit import Cells, Grid, Rng, Rows, cells, grid, i1, i2, ints, material, names, record, rows
from pithead.kit.actions import Actions

_M = material()
_COUNTS = _M["counts"]
_PROFESSIONS = _M["professions"]
_EVENTS = _M["events"]

ROUNDS: int = _COUNTS["rounds"]
TRACK_END: int = _COUNTS["track_end"]
CARDS_PER_ROUND: int = _COUNTS["cards_per_round"]
HAND_LIMIT: int = _COUNTS["hand_limit"]
BASE_DRAW: int = _COUNTS["base_draw"]
COAL_CUBES: int = _COUNTS["coal_cubes"]
START_COAL: int = _COUNTS["start_coal"]
START_COAL_VARIANT: int = _COUNTS["start_coal_variant"]
POINTS_PER_COAL: int = _COUNTS["points_per_coal"]
SEATS_MIN: int = _COUNTS["seats_min"]
MAX_PLAYERS = len(_M["towns"])

TOWNS: list[str] = [town["id"] for town in _M["towns"]]

# Cards by kind: professions first, then events. Cards of one kind are interchangeable.
KINDS: list[str] = [card["id"] for card in (*_PROFESSIONS, *_EVENTS)]
N_PROFESSIONS = len(_PROFESSIONS)
N_EVENTS = len(_EVENTS)
N_KINDS = N_PROFESSIONS + N_EVENTS
COPIES: Cells = ints([card["count"] for card in (*_PROFESSIONS, *_EVENTS)])
N_CARDS: int = sum(card["count"] for card in (*_PROFESSIONS, *_EVENTS))
START: Cells = ints([card["start"] for card in _PROFESSIONS])
START_HAND: int = sum(card["start"] for card in _PROFESSIONS)
FIREDAMP_PROOF: Cells = ints([int(card["firedamp_proof"]) for card in _PROFESSIONS])

# Locations, numbered in the order of resolution.
Place = IntEnum("Place", "EVENTS SHELTER WATCHTOWER EXPEDITION MINE RECRUITMENT", start=1)
LOCATIONS = ("", *names(Place))

# The three locations with one heap of professions each: `sites[0 … 2]` of a player.
SITES = (Place.WATCHTOWER, Place.MINE, Place.RECRUITMENT)
SITE_OF: Cells = ints([-1, -1, -1, 0, -1, 1, 2])
N_SITES = len(SITES)

# Helmets by [card set × 4 + (0 for the shelter, 1 + site otherwise)][profession]
_HELMET_ROWS = [[card[LOCATIONS[place]] for card in _PROFESSIONS] for place in (Place.SHELTER, *SITES)]
HELMETS: Grid = ints(_HELMET_ROWS + [[card["flat"] for card in _PROFESSIONS]] * (1 + N_SITES))

# What an event changes for its owner and for everybody else.
Change = IntEnum("Change", "SALE ATTACK DEFENCE MINE DRAW", start=0)
CHANGES = names(Change)
N_CHANGES = len(CHANGES)
FOR_OWNER: Grid = ints([[e.get(c, 0) if e["scope"] in ("all", "owner") else 0 for c in CHANGES] for e in _EVENTS])
FOR_OTHERS: Grid = ints([[e.get(c, 0) if e["scope"] in ("all", "others") else 0 for c in CHANGES] for e in _EVENTS])
FIREDAMP: Cells = ints([e.get("firedamp", 0) for e in _EVENTS])

DIE_CARD_SALE: Cells = ints([card["sale"] for card in _M["die_cards"]])
DIE_CARD_MINE: Cells = ints([card["mine"] for card in _M["die_cards"]])
N_DIE_CARDS = len(_M["die_cards"])
UNLIMITED = 1000

DUMMY_WATCHTOWER: int = _M["dummy"]["watchtower"]
DUMMY_SHELTER: int = _M["dummy"]["shelter"]
DUMMY_RECRUITMENT: int = _M["dummy"]["recruitment"]
DUMMY_LAST_WATCHTOWER: int = _M["dummy"]["last_round_watchtower"]

# Table options, in the order of game.toml
Option = IntEnum("Option", "DIE_CARDS SUPPLY DUMMY FINISH_EXPEDITION FLAT_CARDS PASS_IS_FINAL HIDDEN_TARGETS", start=0)
# Where the coal of the variant comes from: values of the option SUPPLY
Supply = IntEnum("Supply", "CLOSED OPEN SHARED", start=0)

ACTIONS = Actions()


class Act(IntEnum):
    """Decisions."""

    END = ACTIONS.over("end")
    PASS = ACTIONS.over("pass")
    PLACE = ACTIONS.over("{} {}", [LOCATIONS[site] for site in SITES], KINDS[:N_PROFESSIONS])
    LOOT = ACTIONS.over("shelter {} {}", KINDS[:N_PROFESSIONS], TOWNS)
    EVENT = ACTIONS.over("events {}", KINDS[N_PROFESSIONS:])
    SELL = ACTIONS.over("sell {}", range(TRACK_END + 1))
    DISCARD = ACTIONS.over("discard {}", KINDS)


place_action, place_parts = ACTIONS.rules(Act.PLACE)
loot_action, loot_parts = ACTIONS.rules(Act.LOOT)
N_ACTIONS = len(ACTIONS)
MAX_LEGAL = max(Act.LOOT + N_PROFESSIONS * (MAX_PLAYERS - 1) + N_EVENTS, TRACK_END + 1, N_KINDS)
# Between two cards everybody else can pass once; then sales and discards. Every turn also has its END.
_CARDS = CARDS_PER_ROUND * MAX_PLAYERS
MAX_DECISIONS = ROUNDS * (2 * (_CARDS + (_CARDS + 1) * MAX_PLAYERS + MAX_PLAYERS) + N_CARDS + MAX_PLAYERS)

# Phases: three questions, each followed by the end of the turn
Phase = IntEnum("Phase", "PLACE PLACED SELL SOLD DISCARD DISCARDED OVER", start=0)

# Steps of a round in which players decide
Step = IntEnum("Step", "PLACE SALE DRAW", start=0)

# Ages of a card in a hand: drawn before the deck was last shuffled, or since.
OLD, FRESH = range(2)

# How a game ends.
BY_ROUNDS, BY_TRACK = 1, 2

# What the log tells
Event = IntEnum(
    "Event",
    """
    ROUND DIE_CARD LAID LAID_OWN AIMED_OWN AIMED PASSED EVENT_SHOWN FIREDAMP CHANGED ATTACKERS GUARDS ATTACKED
    REPELLED LOOTED SHARED SOLD MINERS GASSED MINED RECRUITERS DREW DREW_OWN SET_ASIDE RESHUFFLED DISCARDED
    ROUND_ENDED TIE_ROLL ENDED
    """,
    start=0,
)


@record
class Deck:
    """Face-down cards, the last one on top."""

    n: i1
    items: Cells = cells(i1, N_CARDS)


@record
class DieDeck:
    """The face-down die cards of the variant, the last one on top."""

    n: i1
    items: Cells = cells(i1, N_DIE_CARDS)


@record
class Stack:
    """One attack at the looters' shelter: the colour card of its target and the looters on it."""

    target: i1
    n: i1
    cards: Cells = cells(i1, N_PROFESSIONS)


@record
class Player:
    """One seat: a player's, or the dummy's."""

    points: i1
    coal: i2
    held: i1  # size of the hand, which everybody sees
    hand: Cells = cells(i1, N_KINDS)  # hidden from the others; the dummy's pile is hidden from all
    placed: i1  # cards placed this round
    passed: i1
    shown: i1  # locations up to this one have been resolved and lie open
    events: Cells = cells(i1, N_EVENTS)
    sites: Grid = grid(i1, N_SITES, N_PROFESSIONS)
    n_stacks: i1
    stacks: Rows[Stack] = rows(Stack, CARDS_PER_ROUND)  # in the order in which they were begun
    change: Cells = cells(i2, N_CHANGES)  # by events, this round; SALE is the whole sale limit
    force: Cells = cells(i2, MAX_PLAYERS)  # revealed attack on each seat, −1 without one
    gain: i2  # coal looted this round
    loss: i2  # coal lost to looters this round
    roll: i1  # decides the very last tie; higher is better
    # What the table knows of this seat's hidden cards, in hand or face down.
    known: Cells = cells(i1, N_PROFESSIONS)  # left of the starting hand
    fresh: i1  # cards drawn since the deck was last shuffled
    revealed: Cells = cells(i1, N_KINDS)  # others it has shown since then
    fresh_shown: i1  # of which at most so many can be fresh
    drawn: Cells = cells(i1, N_KINDS)  # its fresh cards by kind; only the seat itself knows


@record
class Imagination:
    """Scratch paper of `determinize`, blank otherwise: cards that the seat must imagine."""

    cards: Grid = grid(i1, 2, N_KINDS)  # cards that may be with the others, by age: old or fresh
    size: Cells = cells(i1, 2)
    slots: Grid = grid(i1, 2, MAX_PLAYERS)  # how many of them each seat has taken
    need: Grid = grid(i1, MAX_PLAYERS, N_KINDS + 1)  # those that it has shown, by kind; last: its face-down events
    fresh_shown: Cells = cells(i1, MAX_PLAYERS)
    picked: Grid = grid(i1, 3, MAX_PLAYERS)  # face-down professions by origin: old, fresh, starting hand


@record
class State:
    """One game of MINE!."""

    rng: Rng
    options: Cells = cells(i1, len(Option))
    n: i1  # players
    seats: i1  # players and the dummy, who sits last
    round: i1  # the value of the die
    holder: i1  # the seat that has the die
    step: i1
    phase: i1
    current: i1
    turn: i1  # the next seat in PLACE_STEP; how many seats have had their turn in the other steps
    passes: i1  # in a row
    reason: i1
    barrier: i2
    reserve: i2
    die_card: i1  # −1 without one
    firedamp: i1
    players: Rows[Player] = rows(Player, MAX_PLAYERS)
    deck: Deck
    discard: Cells = cells(i1, N_KINDS)
    aside: Cells = cells(i1, N_EVENTS)  # events that the dummy has just drawn
    die_deck: DieDeck
    batch: Cells = cells(i1, N_KINDS)  # what was shuffled into the deck last, without what was set aside since
    imagined: Imagination
