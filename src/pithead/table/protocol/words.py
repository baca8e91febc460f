"""What all messages are written in: names, numbers, and the two directions."""

from typing import Annotated, Any, Literal
from unicodedata import category

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

PROTOCOL = 1
NUMBERING = 2
"""How `seq` and `at` count: 1 was by entries of the log, 2 is by those that the device may know of."""
MAX_FRAME = 16_384
"""Bytes of the largest message a client may send over a socket."""

Value = bool | int | str
# Letters and signs that show nothing although they are neither spaces nor format characters.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_UNSEEN = {"Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def _seen(text: Any) -> Any:
    """A name without what nobody sees: two people at a table must not look the same."""
    if not isinstance(text, str):
        return text
    shown = (letter for letter in text if letter not in _BLANK and category(letter) not in _UNSEEN)
    return "".join(" " if category(letter) == "Zs" else letter for letter in shown)


def _shows_something(text: str) -> str:
    if all(category(letter)[0] in "MZ" for letter in text):
        raise ValueError("a name shows something")
    return text


Name = Annotated[
    str,
    BeforeValidator(_seen),
    StringConstraints(strip_whitespace=True, min_length=1, max_length=24, pattern=r"^[^,:;\x00-\x1f\x7f]+$"),
    AfterValidator(_shows_something),
]
Nonce = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Commitment = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Seat = Annotated[int, Field(ge=0, le=15)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Level = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,16}$")]
Language = Literal["en", "fr", "de"]


class Inbound(BaseModel):
    """What a client sends: unknown fields are refused, so that a typing mistake never goes unnoticed."""

    model_config = ConfigDict(extra="forbid")


class Outbound(BaseModel):
    """What the server sends: clients must ignore fields they do not know."""
