"""Commands: what people and the server may do at a table.

Each is a function of the state that checks what is asked and returns the events that carry it out, or refuses with a
typed error. None changes the state: `Room.act` writes the events and folds them in. HTTP and the socket dispatch to
these functions and add nothing to them.
"""

from .create import archive, branch, cup_table, lesson, new_table, rematch, seats_from, unseal
from .deal import deal_without, open_nonce, start, start_by, start_when_ready
from .people import chat, mute, person, remove, said, silence
from .play import FREE, confirm, play, play_for, undo
from .seats import (
    change,
    hand_over,
    join,
    leave,
    redeem,
    revoke_links,
    revoke_links_of,
    seat_from,
    set_seat,
    sit_down,
    stand_up,
    take_reserved,
    take_seat,
)
from .table import close, close_idle, come_back, concede, leave_for_good, open_rematch, reclaim, replace, time_out, vote

__all__ = [
    "FREE",
    "archive",
    "branch",
    "change",
    "chat",
    "close",
    "close_idle",
    "come_back",
    "concede",
    "confirm",
    "cup_table",
    "deal_without",
    "join",
    "hand_over",
    "leave",
    "leave_for_good",
    "lesson",
    "mute",
    "new_table",
    "open_nonce",
    "open_rematch",
    "person",
    "play",
    "play_for",
    "reclaim",
    "redeem",
    "rematch",
    "remove",
    "replace",
    "revoke_links",
    "revoke_links_of",
    "said",
    "seat_from",
    "seats_from",
    "set_seat",
    "silence",
    "sit_down",
    "stand_up",
    "start",
    "start_by",
    "start_when_ready",
    "take_reserved",
    "take_seat",
    "time_out",
    "undo",
    "unseal",
    "vote",
]
