"""The VAPID key pair of this server: generated on first use, stored in the database."""

import base64
from typing import TYPE_CHECKING, cast

from pithead.table.store import Store

if TYPE_CHECKING:
    from py_vapid import Vapid02

VAPID = "vapid"


async def vapid_of(store: Store) -> "Vapid02":
    """The server's key pair; the first worker that asks makes it."""
    from py_vapid import Vapid02

    fresh = Vapid02()
    fresh.generate_keys()
    pem = await store.setting(VAPID, cast(bytes, fresh.private_pem()).decode())
    return Vapid02.from_pem(pem.encode())


def public_key(vapid: "Vapid02") -> str:
    """The public key as browsers want it."""
    from cryptography.hazmat.primitives import serialization

    point = vapid.public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
