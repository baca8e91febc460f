"""The tables of the database. The log (`entry`) is the truth; everything else can be derived from it or lost.

Changes need a migration in `migrations/versions` and a database file of the old schema in `tests/table/databases`.
"""

from .base import metadata as metadata
from .cups import cup as cup
from .cups import cup_game as cup_game
from .cups import cup_player as cup_player
from .cups import cup_seat as cup_seat
from .notices import channel as channel
from .notices import notice as notice
from .notices import quiet_table as quiet_table
from .people import block as block
from .people import challenge as challenge
from .people import device as device
from .people import passkey as passkey
from .people import recovery as recovery
from .people import report as report
from .people import session as session
from .results import rating as rating
from .results import result as result
from .results import result_seat as result_seat
from .server import outage as outage
from .server import setting as setting
from .tables import board as board
from .tables import edition as edition
from .tables import entry as entry
from .tables import job as job
from .tables import plan as plan
from .tables import presence as presence
from .tables import sitting as sitting
