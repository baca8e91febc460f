"""From the text of a message to the command that it asks for."""

import json
from typing import Protocol, assert_never

from pydantic import ValidationError

from pithead.table import protocol
from pithead.table.errors import BadMessage, TooLarge
from pithead.table.limits import Limits
from pithead.table.log import commands
from pithead.table.log.commands import checks
from pithead.table.log.events import Event
from pithead.table.log.state import TableState
from pithead.table.problems import misfit
from pithead.table.room import Build, Room


class Sender(Protocol):
    """The sender of a message."""

    room: Room
    device: str
    address: str
    name: str | None
    limits: Limits


def parse(text: str | None) -> protocol.ClientMessage:
    """A message, or a refusal that says what is wrong with it."""
    if text is None:
        raise BadMessage(where="–", why="text")
    if len(text) > protocol.MAX_FRAME:
        raise TooLarge(limit=protocol.MAX_FRAME)
    try:
        return protocol.client_message.validate_json(text)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        raise BadMessage(**misfit(first), key=_key_of(text)) from None


def _key_of(text: str) -> str | None:
    """The key of a message that is wrong otherwise, so that its sender knows which one it was."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    key = message.get("key") if isinstance(message, dict) else None
    return key if isinstance(key, str) and key.isascii() and len(key) <= 64 else None


def command(message: protocol.Command, sender: Sender, received: float) -> Build:
    """The command of a message; `received` is its arrival time, for the clock."""

    def build(state: TableState) -> list[Event]:
        room = sender.room
        if isinstance(message, protocol.Chat) and message.seat is None:
            sender.limits.chat(sender.address, state.id, None)
            return commands.chat(state, sender.device, None, message.text, sender.name)
        seat = checks.own_seat(state, message.seat, sender.device)
        bill = room.clock.bill(state, received) if seat == state.to_move else commands.FREE
        match message:
            case protocol.Play():
                return commands.play(state, seat, [message.decision], message.expect, bill)
            case protocol.PlaySequence():
                return commands.play(state, seat, message.decisions, message.expect, bill)
            case protocol.Confirm():
                return commands.confirm(state, seat, message.expect, bill)
            case protocol.Undo() | protocol.Restart():
                return commands.undo(state, seat, message.expect, isinstance(message, protocol.Restart), bill)
            case protocol.Chat():
                sender.limits.chat(sender.address, state.id, seat)
                return commands.chat(state, sender.device, seat, message.text)
            case protocol.Mute():
                return commands.mute(state, seat, message.whom, message.on)
            case protocol.Concede():
                return commands.concede(state, seat)
            case protocol.Vote():
                away = message.whom in room.presence.away_for(room.rooms.settings.away_grace)
                now = room.clock.bill(state, room.rooms.keeper.now())
                return commands.vote(state, seat, message.motion, message.whom, message.level, message.yes, away, now)
            case protocol.Reclaim():
                return commands.reclaim(state, seat)
            case _:
                assert_never(message)

    return build
