"""Addresses of people are encrypted at rest, with a key derived from the server's."""

import base64
import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cryptography.fernet import Fernet


class Seal:
    """Encrypts and decrypts what a channel needs to know."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    @cached_property
    def _fernet(self) -> "Fernet":
        # Imported lazily, once there is a channel: it takes 7 MB.
        from cryptography.fernet import Fernet
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        derived = HKDF(SHA256(), 32, salt=None, info=b"pithead channels").derive(self._secret.encode())
        return Fernet(base64.urlsafe_b64encode(derived))

    def close(self, data: dict[str, Any]) -> str:
        """The data as encrypted text."""
        return self._fernet.encrypt(json.dumps(data).encode()).decode()

    def open(self, sealed: str) -> dict[str, Any] | None:
        """The data again; None if another key has encrypted it."""
        from cryptography.fernet import InvalidToken

        try:
            data: dict[str, Any] = json.loads(self._fernet.decrypt(sealed))
        except InvalidToken:
            return None
        return data
