"""The rules of the game that a generic source (drivers, a search) is being specialised for.

`from pithead.kit.this_game import apply` inside a file loaded by `Instance.specialise` binds that game's function,
so that no closure stands between the generic code and the rules. The names and their types are those of the contract.
"""

from typing import TYPE_CHECKING, Any, cast

from ._instance import current
from .contract import PROVIDED

if TYPE_CHECKING:
    from .contract import CompiledFiles

    _game = cast(CompiledFiles, ...)
    State = Any
    MAX_PLAYERS, MAX_LEGAL, MAX_DECISIONS = _game.MAX_PLAYERS, _game.MAX_LEGAL, _game.MAX_DECISIONS
    N_ACTIONS, N_FEATURES = _game.N_ACTIONS, _game.N_FEATURES
    setup, to_move, legal_actions, apply = _game.setup, _game.to_move, _game.legal_actions, _game.apply
    barrier, phase, progress, end_reason = _game.barrier, _game.phase, _game.progress, _game.end_reason
    audit, scores, ranking, teams = _game.audit, _game.scores, _game.ranking, _game.teams
    N_INPUTS, inputs = _game.N_INPUTS, _game.inputs
    determinize, features, evaluate, habit = _game.determinize, _game.features, _game.evaluate, _game.habit


def __getattr__(name: str) -> Any:
    if name not in PROVIDED:
        raise AttributeError(f"no game provides {name!r}: it is not in pithead.kit.contract")
    return current().game_name(name)
