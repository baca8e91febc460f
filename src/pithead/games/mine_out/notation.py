"""Words for the numbers of Mine Out."""

from pithead.engine.events import EventKind

from .state import (
    BANK_OUT,
    BEST,
    COUNT_NOW,
    CREDITED,
    DIG_WITH,
    DRAW,
    DREW,
    DUG,
    END,
    GAME_ENDED,
    HIRE,
    HIRED,
    JOINED,
    KINDS,
    MAFIA_SCORED,
    MINE_OUT,
    MINERALS,
    MOVE,
    MOVED,
    N_KINDS,
    ORE_SCORED,
    ORES,
    OWNER_SCORED,
    PAID_OUT,
    PLACES,
    PLAY_COMMUNITY,
    PLAY_OWN,
    PLAYED_COMMUNITY,
    PLAYED_OWN,
    REFRESH,
    REFRESHED,
    REPLACE,
    REPLACED,
    RESHUFFLED,
    SAW,
    SELL,
    SELL_JEWEL,
    SOLD,
    SPEND,
    SPENT,
    TURN_BEGAN,
    WILD,
)

PHASES = ("points", "act", "workers", "labour", "done", "over")
END_REASONS = ("", "fame", "round_limit")
PROBLEMS = ("", "teams_need_four")
ROLES = ("player", "master", "apprentice")
COLOURS = ("blue", "white", "yellow", "red")  # R1: in turn order; they mean nothing else
TWO_PLAYER_COLOURS = ("blue", "white", "red", "yellow")  # each Master before the own Apprentice


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    if action == END:
        return "end"
    if action == BEST:
        return "best"
    if action == COUNT_NOW:
        return "count"
    if action < MOVE:
        return f"wild {ORES[action - WILD]}"
    if action < HIRE:
        return f"move {PLACES[action - MOVE]}"
    if action < DIG_WITH:
        return f"hire {KINDS[action - HIRE]}"
    if action < SPEND:
        return f"dig {KINDS[action - DIG_WITH]}"
    if action < SELL:
        return f"workers {action - SPEND}"
    if action < SELL_JEWEL:
        return f"sell {ORES[action - SELL]}"
    if action < REFRESH:
        return f"sell jewel as {ORES[action - SELL_JEWEL]}"
    if action == REFRESH:
        return "refresh"
    if action < PLAY_COMMUNITY:
        return f"play {KINDS[action - PLAY_OWN]}"
    if action < REPLACE:
        return f"play {KINDS[action - PLAY_COMMUNITY]} in community"
    if action < DRAW:
        kind, replaced = divmod(action - REPLACE, N_KINDS)
        return f"play {KINDS[kind]} over {KINDS[replaced]}"
    return "draw" if action == DRAW else "stop"


def role(number: int) -> str:
    """What a seat is to its player, to be shown behind the name; nothing where a player has only one seat."""
    return f"role_{ROLES[number]}" if number else ""


def kind(number: int) -> str:
    """The id of a card."""
    return KINDS[number]


def mineral(number: int) -> str:
    """The id of a mineral."""
    return MINERALS[number]


def place(number: int) -> str:
    """The id of a place."""
    return PLACES[number]


def end_reason(number: int) -> str:
    """The id of an end reason."""
    return END_REASONS[number]


EVENTS = {
    TURN_BEGAN: EventKind("turn", player=int, role=role, round=int),
    ORE_SCORED: EventKind("ore_scored", player=int, role=role, points=int, cubes=int, smiths=int),
    MOVED: EventKind("moved", player=int, role=role, place=place),
    HIRED: EventKind("hired", player=int, role=role, card=kind),
    SPENT: EventKind("workers_spent", player=int, role=role, workers=int),
    DUG: EventKind("dug", player=int, role=role, card=kind, mineral=mineral, cubes=int),
    SOLD: EventKind("sold", player=int, role=role, mineral=mineral, ore=mineral, rupees=int),
    REFRESHED: EventKind("refreshed", player=int, role=role),
    PLAYED_OWN: EventKind("played_own", player=int, role=role, card=kind, wage=int, points=int),
    REPLACED: EventKind("replaced", player=int, role=role, card=kind),
    PLAYED_COMMUNITY: EventKind("played_community", player=int, role=role, card=kind, wage=int, points=int),
    PAID_OUT: EventKind("paid_out", player=int, role=role, rupees=int),
    MINE_OUT: EventKind("mine_out", mineral=mineral),
    BANK_OUT: EventKind("bank_out"),
    OWNER_SCORED: EventKind("owner_scored", player=int, role=role, points=int),
    MAFIA_SCORED: EventKind("mafia_scored", player=int, role=role, points=int),
    DREW: EventKind("drew", player=int, role=role),
    SAW: EventKind("saw", only="player", player=int, role=role, card=kind),
    RESHUFFLED: EventKind("reshuffled", cards=int),
    JOINED: EventKind("joined", player=int),
    CREDITED: EventKind("credited", player=int, earned=int, points=int),
    GAME_ENDED: EventKind("ended", reason=end_reason),
}
