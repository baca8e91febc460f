"""What the compiled files of a game provide, as types; `this_game` offers the same to generic sources.

docs/contract.md says what each function means. The files that only read are in `pithead.engine.contract`.
"""

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from . import Cells, Fast
    from .observation import Piece

State = Any


class StateFile(Protocol):
    """state.py: sizes, and the record of a position."""

    State: Any
    N_ACTIONS: int
    MAX_LEGAL: int
    MAX_DECISIONS: int
    MAX_PLAYERS: int


class RulesFile(Protocol):
    """rules.py, or rules/: set-up, decisions, the end."""

    def setup_problem(self, players: int, options: "Cells", /) -> int: ...
    def setup(self, s: State, players: int, options: "Cells", key: "Cells", /) -> None: ...
    def to_move(self, s: State, /) -> int: ...
    def legal_actions(self, s: State, out: "Cells", /) -> int: ...
    def apply(self, s: State, action: int, /) -> None: ...
    def phase(self, s: State, /) -> int: ...
    def barrier(self, s: State, /) -> int: ...
    def progress(self, s: State, /) -> int: ...
    def end_reason(self, s: State, /) -> int: ...
    def scores(self, s: State, out: "Cells", /) -> None: ...
    def ranking(self, s: State, out: "Cells", /) -> None: ...
    def teams(self, s: State, out: "Cells", /) -> None: ...
    def audit(self, s: State, /) -> int: ...


class KnowledgeFile(Protocol):
    """knowledge.py: what a seat can know."""

    def determinize(self, s: State, seat: int, fast: "Fast", /) -> None: ...


class ObservationFile(Protocol):
    """observation.py: the same as numbers."""

    N_FEATURES: int
    LAYOUT: "tuple[Piece, ...]"

    def features(self, s: State, seat: int, out: "Cells", /) -> None: ...


class EvaluateFile(Protocol):
    """evaluate.py: what a position is worth."""

    def evaluate(self, s: State, seat: int, /) -> float: ...
    def habit(self, s: State, legal: "Cells", /) -> int: ...


class InputsFile(Protocol):
    """inputs.py: what a value net sees of a position."""

    N_INPUTS: int
    INPUT_LAYOUT: "tuple[Piece, ...]"

    def inputs(self, s: State, seat: int, out: "Cells", /) -> None: ...


class CompiledFiles(StateFile, RulesFile, KnowledgeFile, ObservationFile, EvaluateFile, InputsFile, Protocol):
    """All of them together."""


PROVIDED = frozenset(
    name
    for file in CompiledFiles.__mro__
    if file is not object and file is not Protocol
    for name in (*getattr(file, "__annotations__", ()), *vars(file))
    if not name.startswith("_")
)
