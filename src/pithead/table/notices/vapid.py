"""The key by which push services recognise this server: made at the first start, kept in the database."""

import base64
from typing import cast

from cryptography.hazmat.primitives import serialization
from py_vapid import Vapid02

from pithead.table.store import Store

VAPID = "vapid"


async def vapid_of(store: Store) -> Vapid02:
    """The server's key pair; the first worker that asks makes it."""
    fresh = Vapid02()
    fresh.generate_keys()
    pem = await store.setting(VAPID, cast(bytes, fresh.private_pem()).decode())
    return Vapid02.from_pem(pem.encode())


def public_key(vapid: Vapid02) -> str:
    """The public key as browsers want it."""
    point = vapid.public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
