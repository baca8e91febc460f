"""Deals that neither host nor player chooses, and that anybody can check afterwards.

A table publishes SHA-256(secret) before the game; every client adds a nonce of its own; the key is an HMAC-SHA-256 of
the nonces under the secret; the secret is published at the end.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import Literal, get_args

from .game import expand_seed

Scheme = Literal["hmac-sha256", "sha256"]
"""How secret and nonces make the key: what is dealt now, and what the first records were dealt with.

`sha256` is SHA-256(secret ‖ nonces). Whoever chose the first nonces could continue the published SHA-256(secret) to the
key (length extension): it is read, and never dealt with again.
"""
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)


def commit(data: bytes) -> str:
    """What is published about a secret or a nonce before it is opened."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class Deal:
    """Where a match's chance comes from: a seed, or a secret with nonces."""

    seed: int | str | bytes | None = None
    secret: bytes | None = None
    nonces: tuple[bytes, ...] = ()
    hidden: bool = field(default=False, compare=False)
    scheme: Scheme = "hmac-sha256"

    @classmethod
    def from_seed(cls, seed: int | str | bytes | None) -> "Deal":
        """A deal that a seed determines; without one, a random seed."""
        return cls(seed=secrets.randbits(64) if seed is None else seed)

    @classmethod
    def secretly(cls, nonces: tuple[bytes, ...] = (), secret: bytes | None = None) -> "Deal":
        """A deal from a secret of 256 bits; without one, a fresh one."""
        return cls(secret=secrets.token_bytes(32) if secret is None else secret, nonces=nonces, hidden=True)

    @property
    def key(self) -> list[int]:
        """The eight words that key the generator."""
        if self.secret is not None:
            if self.scheme == "sha256":
                return expand_seed(hashlib.sha256(self.secret + b"".join(self.nonces)).digest())
            # With its length before each nonce, no two lists of nonces are the same message.
            message = b"".join(len(nonce).to_bytes(4, "big") + nonce for nonce in self.nonces)
            return expand_seed(hmac.digest(self.secret, message, "sha256"))
        assert self.seed is not None
        return expand_seed(self.seed)

    @property
    def commitment(self) -> str | None:
        """What is published before the game."""
        return None if self.secret is None else commit(self.secret)
