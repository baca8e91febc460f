"""The events of a table's log: one frozen model per kind. `rows` reads and writes them."""

from typing import TypeAlias

from .opening import Changed as Changed
from .opening import Created as Created
from .opening import DeviceChanged as DeviceChanged
from .opening import LinksRevoked as LinksRevoked
from .opening import NonceOpened as NonceOpened
from .opening import Opening as Opening
from .opening import OwnerChanged as OwnerChanged
from .opening import SeatChanged as SeatChanged
from .opening import Started as Started
from .play import Aborted as Aborted
from .play import Closed as Closed
from .play import Conceded as Conceded
from .play import Paused as Paused
from .play import Played as Played
from .play import Reclaimed as Reclaimed
from .play import RematchOpened as RematchOpened
from .play import Replaced as Replaced
from .play import Resumed as Resumed
from .play import TimedOut as TimedOut
from .play import Undone as Undone
from .play import Unsealed as Unsealed
from .talk import Chatted as Chatted
from .talk import Muted as Muted
from .talk import Removed as Removed
from .talk import Silenced as Silenced
from .talk import Voted as Voted

Event: TypeAlias = (
    Created | Changed | SeatChanged | LinksRevoked | DeviceChanged | OwnerChanged | Opening | NonceOpened | Started
    | Played | Undone | Chatted | Muted | Silenced | Removed | Voted | Conceded | Replaced | Reclaimed | TimedOut
    | Paused | Resumed | Aborted | Closed | Unsealed | RematchOpened
)  # fmt: skip
