"""Passkeys (WebAuthn): registration and sign-in; the server stores public keys only."""

import hashlib
import ipaddress
import json
import re
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, func, select

from pithead.table.errors import BadPasskey, NoSuchPasskey, TooManyPasskeys
from pithead.table.store import Conflict, Store, schema
from pithead.table.world import World

from . import challenges

MOST = 20
_ID = re.compile(r"^[A-Za-z0-9_-]{1,400}$")
_table = schema.passkey


class Site(NamedTuple):
    """The WebAuthn relying party: the domain that passkeys are bound to, and the origin of the page."""

    name: str
    origin: str


def site_of(origin: str | None) -> Site:
    """The relying party of an origin; a relying-party id is a domain name, never an IP address."""
    name = urlsplit(origin).hostname if origin else None
    if not origin or not name:
        raise BadPasskey(why="passkey_origin")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return Site(name, origin)
    raise BadPasskey(why="passkey_no_name")


async def of(store: Store, device: str) -> list[dict[str, Any]]:
    """A person's passkeys, oldest first, without key material."""
    shown = (_table.c.id, _table.c.name, _table.c.created_at, _table.c.used_at)
    query = select(*shown).where(_table.c.device == device).order_by(_table.c.created_at, _table.c.id)
    async with store.reading() as connection:
        return [dict(row) for row in (await connection.execute(query)).mappings()]


async def registration(store: Store, world: World, device: str, name: str, site: Site, now: float) -> dict[str, Any]:
    """The creation options with a new challenge."""
    from webauthn import generate_registration_options
    from webauthn.helpers import base64url_to_bytes, options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    known = [PublicKeyCredentialDescriptor(base64url_to_bytes(row["id"])) for row in await of(store, device)]
    options = generate_registration_options(
        rp_id=site.name,
        rp_name="Pithead",
        user_name=name,
        user_display_name=name,
        # The user handle: the same for all passkeys of a person, and meaningless elsewhere.
        user_id=hashlib.sha256(b"pithead person " + device.encode()).digest(),
        challenge=await challenges.issue(store, world, "register", device, now),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=known,
    )
    return options_to_json_dict(options)


async def register(store: Store, device: str, credential: dict[str, Any], name: str, site: Site, now: float) -> None:
    """Verify and store a new credential."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    challenge = _challenge_of(credential)
    await challenges.spend(store, challenge, "register", device, now)
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
        )
    except Exception:  # the parsers raise many types on malformed input
        raise BadPasskey(why="passkey_signature") from None
    id = bytes_to_base64url(made.credential_id)
    if not _ID.match(id):
        raise BadPasskey(why="passkey_signature")
    row = {
        "id": id,
        "device": device,
        "site": site.name,
        "name": name,
        "public_key": made.credential_public_key,
        "counter": made.sign_count,
        "created_at": now,
        "used_at": None,
    }

    def put(connection: Connection) -> bool:
        count = connection.execute(select(func.count()).where(_table.c.device == device)).scalar() or 0
        if count >= MOST:
            return False
        connection.execute(_table.insert().values(row))
        return True

    try:
        kept = await store.write(put)
    except Conflict:
        raise BadPasskey(why="passkey_known") from None
    if not kept:
        raise TooManyPasskeys(most=MOST)


async def sign_in_options(store: Store, world: World, site: Site, now: float) -> dict[str, Any]:
    """The request options with a new challenge; no credential list, since passkeys are discoverable."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict

    challenge = await challenges.issue(store, world, "sign-in", "", now)
    return options_to_json_dict(generate_authentication_options(rp_id=site.name, challenge=challenge))


async def sign_in(store: Store, credential: dict[str, Any], site: Site, now: float) -> str:
    """Verify an assertion; returns the device id of its person."""
    from webauthn import verify_authentication_response

    challenge = _challenge_of(credential)
    await challenges.spend(store, challenge, "sign-in", "", now)
    row = await _known(store, credential.get("id"))
    if row is None:
        raise BadPasskey(why="passkey_unknown")
    if row.site != site.name:
        raise BadPasskey(why="passkey_origin")
    try:
        signed = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=row.site,
            expected_origin=site.origin,
            credential_public_key=row.public_key,
            credential_current_sign_count=row.counter,
        )
    except Exception:  # the parsers raise many types on malformed input
        raise BadPasskey(why="passkey_signature") from None

    def put(connection: Connection) -> int:
        # Compare-and-set on the signature counter: of two concurrent answers one fails.
        same = (_table.c.id == row.id) & (_table.c.counter == row.counter)
        values = {"counter": signed.new_sign_count, "used_at": now}
        return connection.execute(_table.update().where(same).values(values)).rowcount

    if not await store.write(put):
        raise BadPasskey(why="passkey_signature")
    return str(row.device)


async def _known(store: Store, id: object) -> Any:
    if not isinstance(id, str) or not _ID.match(id):
        return None
    async with store.reading() as connection:
        return (await connection.execute(select(_table).where(_table.c.id == id))).first()


async def rename(store: Store, device: str, id: str, name: str) -> None:
    """Rename a passkey."""
    await _change(store, device, id, name)


async def remove(store: Store, device: str, id: str) -> None:
    """Delete a passkey."""
    await _change(store, device, id, None)


async def _change(store: Store, device: str, id: str, name: str | None) -> None:
    def put(connection: Connection) -> int:
        mine = (_table.c.device == device) & (_table.c.id == id)
        change = _table.delete() if name is None else _table.update().values(name=name)
        return connection.execute(change.where(mine)).rowcount

    if not await store.write(put):
        raise NoSuchPasskey()


def _challenge_of(credential: dict[str, Any]) -> bytes:
    """The challenge in a credential's client data."""
    from webauthn.helpers import base64url_to_bytes

    try:
        client_data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(client_data["challenge"])
    except (KeyError, TypeError, ValueError):
        raise BadPasskey(why="passkey_signature") from None
