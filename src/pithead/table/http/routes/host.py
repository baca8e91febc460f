"""Host administration, authorized by the host link's token (`X-Pithead-Host`); the banner is public."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Request
from fastapi.responses import FileResponse

from pithead.table import protocol
from pithead.table.host import link
from pithead.table.host.status import status
from pithead.table.http.deps import Here, Spoken
from pithead.table.limits import address_of

router = APIRouter(tags=["host"])


async def host_only(
    request: Request, server: Here, x_pithead_host: Annotated[str | None, Header(max_length=200)] = None
) -> None:
    """Dependency: reject requests without a valid host token."""
    server.limits.take("join", address_of(request))
    await link.check(server.store, server.identity, x_pithead_host)


HostOnly = Depends(host_only)


@router.get("/banner", response_model=protocol.BannerShown)
async def banner(server: Here) -> dict[str, Any]:
    """The banner of the host."""
    return {"banner": await server.banner.shown(server.rooms.keeper.now())}


@router.get("/host", response_model=protocol.HostStatus, dependencies=[HostOnly])
async def look(server: Here, language: Spoken) -> dict[str, Any]:
    """Health, tables, people, load, disk, versions, limits, backups."""
    now = server.rooms.keeper.now()
    report = await status(server.rooms, language)
    return report | {"backups": server.backups.listed(), "banner": await server.banner.shown(now)}


@router.put("/host/banner", response_model=protocol.BannerShown, dependencies=[HostOnly])
async def show_banner(ask: protocol.NewBanner, server: Here) -> dict[str, Any]:
    """Set the banner; open pages show it within a minute."""
    now = server.rooms.keeper.now()
    until = None if ask.seconds is None else now + ask.seconds
    await server.banner.put({"texts": ask.texts, "until": until, "id": server.rooms.world.fresh_id()})
    return await banner(server)


@router.delete("/host/banner", response_model=protocol.BannerShown, dependencies=[HostOnly])
async def take_banner_away(server: Here) -> dict[str, Any]:
    """Delete the banner."""
    await server.banner.put(None)
    return await banner(server)


@router.post("/host/backups", response_model=protocol.BackupList, status_code=201, dependencies=[HostOnly])
async def back_up(server: Here) -> dict[str, Any]:
    """Make a backup now; the ten newest are kept."""
    await server.backups.make()
    return {"backups": server.backups.listed()}


@router.get(
    "/host/backups/{name}",
    response_class=FileResponse,
    responses={200: {"content": {"application/gzip": {"schema": {"type": "string", "format": "binary"}}}}},
    dependencies=[HostOnly],
)
async def fetch(name: Annotated[str, Path(pattern=r"^[a-z0-9.-]{1,60}$")], server: Here) -> FileResponse:
    """Download a backup: it contains the server's key and all secrets of running deals."""
    return FileResponse(server.backups.file(name), media_type="application/gzip", filename=name)


@router.post("/host/link", response_model=protocol.HostLink, dependencies=[HostOnly])
async def renew(server: Here) -> dict[str, Any]:
    """Rotate the host link: earlier ones become invalid."""
    return {"path": await link.renew(server.store, server.identity)}
