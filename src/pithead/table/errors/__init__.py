"""What a table can refuse: a stable code, and the HTTP status that goes with it; the locales have its sentence."""

from pithead.engine import errors as engine
from pithead.engine.errors import PitheadError

from .accounts import BadCode as BadCode
from .accounts import BadPasskey as BadPasskey
from .accounts import NoSuchPasskey as NoSuchPasskey
from .accounts import TooManyPasskeys as TooManyPasskeys
from .base import TableError as TableError
from .cups import BadCup as BadCup
from .cups import CupBegun as CupBegun
from .cups import CupFull as CupFull
from .cups import CupTooSmall as CupTooSmall
from .cups import NoSuchCup as NoSuchCup
from .cups import NotCupOwner as NotCupOwner
from .cups import Sealed as Sealed
from .notices import BadEndpoint as BadEndpoint
from .notices import NoMail as NoMail
from .notices import NoSuchChannel as NoSuchChannel
from .notices import NotDelivered as NotDelivered
from .notices import TooManyChannels as TooManyChannels
from .play import BotPlays as BotPlays
from .play import CoachAlone as CoachAlone
from .play import NoCoach as NoCoach
from .play import NoHints as NoHints
from .play import NoMotion as NoMotion
from .play import NoSuchJob as NoSuchJob
from .play import NotAway as NotAway
from .play import NotDead as NotDead
from .play import NotFinished as NotFinished
from .play import NothingToReclaim as NothingToReclaim
from .play import NotRunning as NotRunning
from .play import Paused as Paused
from .play import TooLate as TooLate
from .requests import BadMessage as BadMessage
from .requests import ForbiddenOrigin as ForbiddenOrigin
from .requests import Malformed as Malformed
from .requests import NoMethod as NoMethod
from .requests import NotFound as NotFound
from .requests import NotSubscribed as NotSubscribed
from .requests import QueueFull as QueueFull
from .requests import RateLimited as RateLimited
from .requests import SessionEnded as SessionEnded
from .requests import TooLarge as TooLarge
from .requests import TooManyConnections as TooManyConnections
from .requests import TooManySpectators as TooManySpectators
from .requests import TooManyTabs as TooManyTabs
from .results import NoLeaderboard as NoLeaderboard
from .results import NoSuchPerson as NoSuchPerson
from .results import NotRatable as NotRatable
from .results import RatedRuns as RatedRuns
from .seats import BadLink as BadLink
from .seats import BadNonce as BadNonce
from .seats import DamagedTable as DamagedTable
from .seats import NeedsName as NeedsName
from .seats import NobodyThere as NobodyThere
from .seats import NoEditions as NoEditions
from .seats import NoLevel as NoLevel
from .seats import NoSuchEdition as NoSuchEdition
from .seats import NoSuchSeat as NoSuchSeat
from .seats import NoSuchTable as NoSuchTable
from .seats import NotInLobby as NotInLobby
from .seats import NotOwner as NotOwner
from .seats import NotReady as NotReady
from .seats import NotSeated as NotSeated
from .seats import NotWelcome as NotWelcome
from .seats import NotYourSeat as NotYourSeat
from .seats import Opening as Opening
from .seats import SeatTaken as SeatTaken
from .seats import Silenced as Silenced
from .seats import TableFull as TableFull
from .server import BadBackup as BadBackup
from .server import BadDatabase as BadDatabase
from .server import BadSetting as BadSetting
from .server import DatabaseInUse as DatabaseInUse
from .server import FiguresClosed as FiguresClosed
from .server import Internal as Internal
from .server import NoSuchBackup as NoSuchBackup
from .server import NotDurable as NotDurable
from .server import NotHost as NotHost
from .server import OneWorker as OneWorker
from .server import PortTaken as PortTaken
from .server import Unavailable as Unavailable
from .server import Unhealthy as Unhealthy

_ENGINE_STATUS = {
    engine.UnknownGame: 404,
    engine.UnknownLesson: 404,
    engine.UnknownLanguage: 404,
    engine.NotYourTurn: 409,
    engine.GameOver: 409,
    engine.Illegal: 409,
    engine.LessonStep: 409,
    engine.Stale: 409,
    engine.NothingToUndo: 409,
}


def status_of(problem: PitheadError) -> int:
    """The HTTP status of a refusal."""
    if isinstance(problem, TableError):
        return problem.status
    return _ENGINE_STATUS.get(type(problem), 400)
