"""What all messages are written in: names, numbers, and the two directions."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

PROTOCOL = 1
MAX_FRAME = 16_384
"""Bytes of the largest message a client may send over a socket."""

Value = bool | int | str
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24, pattern=r"^[^,:;\x00-\x1f\x7f]+$")
]
Nonce = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Commitment = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Seat = Annotated[int, Field(ge=0, le=15)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Level = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,16}$")]
Language = Literal["en", "fr", "de"]


class Said(BaseModel):
    """What a client sends: unknown fields are refused, so that a typing mistake never goes unnoticed."""

    model_config = ConfigDict(extra="forbid")


class Told(BaseModel):
    """What the server sends: clients must ignore fields they do not know."""
