"""Channels of notification."""

import hashlib
import hmac
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Path, Request, Response
from sqlalchemy import Connection, select

from pithead.table import protocol
from pithead.table.errors import BadEndpoint, NoMail, NotDelivered
from pithead.table.http.deps import Device, Here, Server
from pithead.table.limits import address_of
from pithead.table.notices.channels import Channel
from pithead.table.notices.messages import confirmation
from pithead.table.notices.refusals import Gone, Later
from pithead.table.notices.vapid import public_key
from pithead.table.store import schema

router = APIRouter(tags=["notices"])

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9]{1,16}$")]


@router.get("/me/channels", response_model=protocol.ChannelList)
async def listed(device: Device, server: Here) -> dict[str, Any]:
    """Your channels, and which kinds this server supports."""
    quiet = schema.quiet_table
    async with server.store.reading() as connection:
        boards = (await connection.execute(select(quiet.c.board).where(quiet.c.device == device))).scalars().all()
    return {
        "push_key": public_key(await server.notices.vapid()),
        "mail": bool(server.settings.smtp),
        "channels": [_info(channel) for channel in await server.notices.channels.of(device)],
        "quiet_tables": sorted(boards),
    }


@router.post("/me/channels", response_model=protocol.ChannelList, status_code=201)
async def add(ask: protocol.NewChannel, device: Device, server: Here, request: Request) -> dict[str, Any]:
    """Add a channel; a mail address first gets a link that confirms it."""
    server.limits.take("join", address_of(request))
    to, hint, mark = await _where(ask, server)
    to["origin"] = (server.settings.public_url or str(request.base_url)).rstrip("/")
    now, id = server.rooms.keeper.now(), server.rooms.world.fresh_id()
    secret = hmac.new(device.encode(), mark.encode(), hashlib.sha256).hexdigest()
    row = {
        "id": id,
        "device": device,
        "kind": ask.kind,
        "format": ask.format,
        "mark": secret,
        "hint": hint,
        "language": ask.language,
        "created_at": now,
        "confirmed_at": None if ask.kind == "email" else now,
        **_quiet(ask.quiet),
    }
    if ask.kind == "email":
        await _ask_to_confirm(server, id, ask.language, to)
    await server.notices.channels.add(row, to)
    return await listed(device, server)


async def _where(ask: protocol.NewChannel, server: Server) -> tuple[dict[str, Any], str, str]:
    """The address to store, its hint for display, and the key by which duplicates are recognised."""
    if ask.kind == "push" and ask.endpoint and ask.keys:
        (await server.notices.couriers()).egress.check(ask.endpoint)
        return {"endpoint": ask.endpoint, "keys": ask.keys.model_dump()}, _host(ask.endpoint), ask.endpoint
    if ask.kind == "webhook" and ask.url:
        (await server.notices.couriers()).egress.check(ask.url)
        return {"url": ask.url}, _host(ask.url), ask.url
    if ask.kind == "email" and ask.address:
        if not server.settings.smtp:
            raise NoMail()
        name, _, domain = ask.address.rpartition("@")
        return {"address": ask.address}, f"{name[:1]}…@{domain}"[:60], ask.address.lower()
    raise BadEndpoint(why="no_endpoint")


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "")[:60]


async def _ask_to_confirm(server: Server, channel: str, language: str, to: dict[str, Any]) -> None:
    mail = (await server.notices.couriers()).mail
    assert mail
    token = server.identity.confirm_token(channel)
    stop = f"/stop/{server.identity.stop_token(channel)}"
    message = confirmation(language, to["origin"], f"/confirm/{token}", stop, channel)
    try:
        await mail.send(to["address"], message, language)
    except Exception:
        raise NotDelivered(why="mail") from None


@router.patch("/me/channels/{id}", response_model=protocol.ChannelList)
async def change(id: Id, ask: protocol.ChannelChange, device: Device, server: Here) -> dict[str, Any]:
    """Set quiet hours or language."""
    values = _quiet(ask.quiet) if ask.quiet else {}
    if ask.language:
        values["language"] = ask.language
    if values:
        await server.notices.channels.change(device, id, **values)
    return await listed(device, server)


@router.delete("/me/channels/{id}", response_model=protocol.ChannelList)
async def remove(id: Id, device: Device, server: Here) -> dict[str, Any]:
    """Delete a channel."""
    await server.notices.channels.remove(id, device)
    return await listed(device, server)


@router.post("/me/channels/{id}/trial", status_code=204)
async def trial(id: Id, device: Device, server: Here, request: Request) -> None:
    """Send a test message."""
    server.limits.take("join", address_of(request))
    channel = await server.notices.channels.one(device, id)
    try:
        await server.notices.send_trial(channel, f"trial:{server.rooms.world.fresh_id()}")
    except Gone:
        raise NotDelivered(why="gone") from None
    except Later as problem:
        raise NotDelivered(why="later", detail=str(problem)) from None


@router.put("/tables/{table}/quiet", status_code=204)
async def keep_quiet(table: str, ask: protocol.QuietTable, device: Device, server: Here) -> None:
    """Switch notifications about a table on or off."""
    board = (await server.rooms.get(table)).state.id

    def put(connection: Connection) -> None:
        mine = (schema.quiet_table.c.device == device) & (schema.quiet_table.c.board == board)
        connection.execute(schema.quiet_table.delete().where(mine))
        if ask.quiet:
            connection.execute(schema.quiet_table.insert().values(device=device, board=board))

    await server.store.write(put)


@router.post("/channels/confirm", status_code=204)
async def confirm(ask: protocol.ChannelToken, server: Here) -> None:
    """Confirm a mail address, by the link in the first mail."""
    await server.notices.channels.confirm(server.identity.channel_of(ask.token, "confirm"), server.rooms.keeper.now())


@router.post("/channels/stop", status_code=204)
async def stop(ask: protocol.ChannelToken, server: Here) -> None:
    """Unsubscribe, by the link in every message."""
    await server.notices.channels.remove(server.identity.channel_of(ask.token, "stop"))


async def stop_at_once(token: str, server: Here) -> Response:
    """One-click unsubscribe of mail programs (RFC 8058)."""
    await server.notices.channels.remove(server.identity.channel_of(token, "stop"))
    return Response()


def _quiet(quiet: protocol.QuietHours | None) -> dict[str, Any]:
    if quiet is None:
        return {"quiet_from": None, "quiet_to": None, "zone": "UTC"}
    return {"quiet_from": quiet.start, "quiet_to": quiet.end, "zone": quiet.zone}


def _info(channel: Channel) -> dict[str, Any]:
    quiet = None
    if channel.quiet_from is not None and channel.quiet_to is not None:
        quiet = {"start": channel.quiet_from, "end": channel.quiet_to, "zone": channel.zone}
    return {
        "id": channel.id,
        "kind": channel.kind,
        "format": channel.format,
        "hint": channel.hint,
        "language": channel.language,
        "quiet": quiet,
        "confirmed": channel.confirmed,
        "failing": channel.failing_since is not None,
    }
