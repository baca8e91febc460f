"""An authenticator in software: makes passkeys and signs with them as a phone or a security key does."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """One passkey; `counter` is what it says about how often it was used."""

    def __init__(self, site: str = "localhost") -> None:
        self.site = site
        self.id = secrets.token_bytes(32)
        self.counter = 1
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """The answer of `navigator.credentials.create`."""
        point = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = _said("webauthn.create", options, origin)
        return self._answer({"clientDataJSON": encoded(said), "attestationObject": encoded(attestation)})

    def sign(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """The answer of `navigator.credentials.get`."""
        self.counter += 1
        said, data = _said("webauthn.get", options, origin), self._data()
        signature = self._key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            {
                "clientDataJSON": encoded(said),
                "authenticatorData": encoded(data),
                "signature": encoded(signature),
                "userHandle": None,
            }
        )

    def _data(self, more: int = 0) -> bytes:
        flags = bytes([PRESENT | VERIFIED | more])
        return hashlib.sha256(self.site.encode()).digest() + flags + self.counter.to_bytes(4, "big")

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        id = encoded(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}


def _said(kind: str, options: dict[str, Any], origin: str) -> bytes:
    return json.dumps({"type": kind, "challenge": options["challenge"], "origin": origin}).encode()
