"""Accounts: passkeys, recovery codes, signing in and out, export and deletion of personal data."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from pithead.table import protocol, sessions
from pithead.table.accounts import everything, passkeys, recovery, tables
from pithead.table.http.deps import Current, Device, Here, Server, agent_of, bearer, set_cookie
from pithead.table.identity import Session
from pithead.table.limits import address_of
from pithead.table.people import name_of

router = APIRouter(tags=["accounts"])

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,400}$")]


@router.get("/me/account", response_model=protocol.Account)
async def account(device: Device, server: Here) -> dict[str, Any]:
    """The passkeys and the recovery code of your account."""
    made = await recovery.made_at(server.store, device)
    kept = await passkeys.of(server.store, device)
    name = await name_of(server.store, device)
    return {"name": name, "guest": not kept and made is None, "passkeys": kept, "recovery_code_made_at": made}


@router.post("/me/passkeys/options", response_model=protocol.PasskeyOptions)
async def offer(device: Device, server: Here, request: Request) -> dict[str, Any]:
    """The options for `navigator.credentials.create`."""
    server.limits.take("join", address_of(request))
    site = passkeys.site_of(request.headers.get("origin"))
    name = await name_of(server.store, device) or "Pithead"
    return {
        "options": await passkeys.registration(
            server.store, server.rooms.world, device, name, site, server.rooms.keeper.now()
        )
    }


@router.post("/me/passkeys", response_model=protocol.Account, status_code=201)
async def add(ask: protocol.NewPasskey, session: Current, server: Here, request: Request) -> dict[str, Any]:
    """Register a passkey: signing in with it gives access to all your tables."""
    server.limits.take("join", address_of(request))
    site, now = passkeys.site_of(request.headers.get("origin")), server.rooms.keeper.now()
    await passkeys.register(server.store, session.device, ask.credential, ask.name, site, now)
    await sessions.note(server.store, session, agent_of(request), now)
    return await account(session.device, server)


@router.patch("/me/passkeys/{id}", response_model=protocol.Account)
async def rename(id: Id, ask: protocol.PasskeyName, device: Device, server: Here) -> dict[str, Any]:
    """Rename a passkey."""
    await passkeys.rename(server.store, device, id, ask.name)
    return await account(device, server)


@router.delete("/me/passkeys/{id}", response_model=protocol.Account)
async def remove(id: Id, device: Device, server: Here) -> dict[str, Any]:
    """Delete a passkey; sessions that it began stay until they are ended themselves."""
    await passkeys.remove(server.store, device, id)
    return await account(device, server)


@router.post("/me/recovery", response_model=protocol.RecoveryCode, status_code=201)
async def make_code(session: Current, server: Here, request: Request) -> dict[str, Any]:
    """Make a recovery code, which is shown once only; an older one becomes invalid."""
    server.limits.take("join", address_of(request))
    now = server.rooms.keeper.now()
    await sessions.note(server.store, session, agent_of(request), now)
    return {"code": await recovery.make(server.store, server.rooms.world, session.device, now)}


@router.delete("/me/recovery", response_model=protocol.Account)
async def remove_code(device: Device, server: Here) -> dict[str, Any]:
    """Delete the recovery code."""
    await recovery.remove(server.store, device)
    return await account(device, server)


@router.post("/sign-in/options", response_model=protocol.PasskeyOptions)
async def ask_for_passkey(server: Here, request: Request) -> dict[str, Any]:
    """The options for `navigator.credentials.get`."""
    server.limits.take("join", address_of(request))
    site = passkeys.site_of(request.headers.get("origin"))
    return {
        "options": await passkeys.sign_in_options(server.store, server.rooms.world, site, server.rooms.keeper.now())
    }


@router.post("/sign-in", response_model=protocol.SignedIn)
async def sign_in(
    ask: protocol.SignIn, session: Current, server: Here, request: Request, response: Response
) -> dict[str, Any]:
    """Sign in with a passkey."""
    server.limits.take("join", address_of(request))
    site = passkeys.site_of(request.headers.get("origin"))
    person = await passkeys.sign_in(server.store, ask.credential, site, server.rooms.keeper.now())
    return await _signed_in(person, session, ask.bring, server, request, response)


@router.post("/sign-in/code", response_model=protocol.SignedIn)
async def sign_in_by_code(
    ask: protocol.SignInByCode, session: Current, server: Here, request: Request, response: Response
) -> dict[str, Any]:
    """Sign in with a recovery code, which becomes invalid."""
    server.limits.take("join", address_of(request))
    person = await recovery.use(server.store, ask.code)
    return await _signed_in(person, session, ask.bring, server, request, response)


async def _signed_in(
    person: str, guest: Session, bring: bool, server: Server, request: Request, response: Response
) -> dict[str, Any]:
    brought = 0
    if bring and guest.device != person and await everything.is_guest(server.store, guest.device):
        brought = await tables.bring_along(server.rooms, guest.device, person)
    session = server.identity.renewed(Session(person, ""))
    await sessions.note(server.store, session, agent_of(request), server.rooms.keeper.now())
    token = server.identity.token(session) if bearer(request.headers) else None
    if token is None:
        set_cookie(request, response, server, session)
    return {"token": token, "account": await account(person, server), "brought": brought}


@router.post("/sign-out", status_code=204)
async def sign_out(session: Current, server: Here, request: Request, response: Response) -> None:
    """Sign out: end this session; the browser becomes a new guest."""
    now = server.rooms.keeper.now()
    await sessions.note(server.store, session, agent_of(request), now)
    await sessions.end(server.store, session.device, session.id, now)
    await server.rooms.notifier.ended([session.id])
    set_cookie(request, response, server, server.identity.fresh())


@router.get("/me/export", response_model=protocol.Export)
async def export(session: Current, server: Here, request: Request, response: Response) -> dict[str, Any]:
    """Export all data that is stored about you, as one file."""
    server.limits.take("replay", address_of(request))
    response.headers["content-disposition"] = 'attachment; filename="pithead.json"'
    return await everything.export(server.rooms, server.notices.channels, session)


@router.delete("/me", status_code=204)
async def delete(session: Current, server: Here, request: Request, response: Response) -> None:
    """Delete all data that is stored about you, for good; the games of others keep an anonymous seat."""
    # A session without a row would be good for ever.
    await sessions.note(server.store, session, "", server.rooms.keeper.now())
    await server.rooms.notifier.ended(await everything.delete(server.rooms, session.device))
    set_cookie(request, response, server, server.identity.fresh())
