"""Identity without accounts: a signed cookie identifies a device, signed links are capabilities.

A link transfers the seat or table from its holder at the time of issue. Every later change of holder or owner
invalidates it.
"""

from typing import Literal, NamedTuple

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from .errors import BadLink
from .log.state import TableState
from .world import World

COOKIE = "pithead"
COOKIE_DAYS = 400
LINK_DAYS = 60

LinkKind = Literal["invitation", "device", "owner"]


class Right(NamedTuple):
    """What a link allows."""

    kind: LinkKind
    table: str
    uid: str
    epoch: str


class Session(NamedTuple):
    """A device, and which of its cookies and tokens was shown."""

    device: str
    id: str


class Identity:
    """Signs and reads cookies and links."""

    def __init__(self, secret: str, world: World | None = None) -> None:
        self._world = world or World()
        self._devices = URLSafeSerializer(secret, salt="device")
        self._links = URLSafeTimedSerializer(secret, salt="link")
        self._host = URLSafeSerializer(secret, salt="host")
        self._channels = URLSafeTimedSerializer(secret, salt="channel")

    def fresh(self) -> Session:
        """A new device with its first session."""
        return Session(self._world.fresh_token(), self._world.fresh_token())

    def renewed(self, session: Session) -> Session:
        """Another session of the same device."""
        return session._replace(id=self._world.fresh_token())

    def token(self, session: Session) -> str:
        """The signed token of a session."""
        return self._devices.dumps(session)

    def session(self, token: str | None) -> Session | None:
        """The session of a token, or None if it is not one of ours; whether it was ended is for `sessions.check`."""
        if not token or len(token) > 200:
            return None
        try:
            payload = self._devices.loads(token)
        except BadData:
            return None
        # The first tokens named only their device.
        return Session(payload, payload) if isinstance(payload, str) else Session(*payload)

    def stop_token(self, channel: str) -> str:
        """A token that ends the messages of a channel."""
        return self._channels.dumps(["stop", channel])

    def confirm_token(self, channel: str) -> str:
        """A token that confirms an address: it is only sent there."""
        return self._channels.dumps(["confirm", channel])

    def channel_of(self, token: str, purpose: Literal["stop", "confirm"]) -> str:
        """The channel that a token is about."""
        try:
            said, channel = self._channels.loads(token, max_age=LINK_DAYS * 86_400)
        except (BadData, TypeError, ValueError):
            raise BadLink() from None
        if said != purpose:
            raise BadLink()
        return str(channel)

    def host_token(self, epoch: int) -> str:
        """The token of the host link."""
        return self._host.dumps(epoch)

    def host_epoch(self, token: str | None) -> int | None:
        """The generation of a host link; None if the signature is not ours."""
        try:
            return int(self._host.loads(token or ""))
        except (BadData, TypeError, ValueError):
            return None

    def link(self, kind: LinkKind, state: TableState, seat: int | None) -> str:
        """A signed link to a seat, or to the table's ownership."""
        uid = "" if seat is None else state.seats[seat].uid
        return self._links.dumps([kind, state.id, uid, _epoch(state, seat)])

    def read_link(self, token: str) -> Right:
        """Verify and decode a link; whether it is still valid is for `holds`."""
        try:
            payload = self._links.loads(token, max_age=LINK_DAYS * 86_400)
            return Right(*payload)
        except (BadData, TypeError):
            raise BadLink() from None


def seat_of(right: Right, state: TableState) -> int | None:
    """The seat of a link, valid or not (None: the table itself)."""
    if right.kind == "owner":
        return None
    for seat, sitter in enumerate(state.seats):
        if sitter.uid == right.uid:
            return seat
    raise BadLink()


def holds(right: Right, state: TableState) -> bool:
    """Whether a link is still valid: what it grants has not been transferred since it was issued."""
    return right.epoch == _epoch(state, seat_of(right, state))


def _epoch(state: TableState, seat: int | None) -> str:
    return f"owner {state.owner_epoch}" if seat is None else str(state.seats[seat].epoch)
