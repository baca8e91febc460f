"""What a game provides, as types: `game.files.offers.offer(state, action)` instead of a look-up by name.

One protocol per file of a game's folder, those of the compiled files in `pithead.kit.contract`; docs/contract.md says
what each function means. Constants that only one game has are no part of it.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, cast

from pithead.kit.contract import EvaluateFile, KnowledgeFile, ObservationFile, RulesFile, StateFile
from pithead.kit.loader import Instance

from .events import EventKind
from .offers import Offer, Plan, Refusal

if TYPE_CHECKING:
    from pydantic import BaseModel

    from .board import Table

State = Any


class NotationFile(Protocol):
    """notation.py: names of decisions, phases, events and reasons."""

    PHASES: Sequence[str]
    END_REASONS: Sequence[str]
    PROBLEMS: Sequence[str]
    EVENTS: Mapping[int, EventKind]

    def action_text(self, action: int) -> str: ...


class OffersFile(Protocol):
    """offers.py: what the player to move can do, cannot do and could plan."""

    def amounts(self, s: State, player: int) -> dict[str, int]: ...
    def offer(self, s: State, action: int) -> Offer: ...
    def refusals(self, s: State) -> list[Refusal]: ...
    def plans(self, s: State) -> list[Plan]: ...


class ViewFile(Protocol):
    """view.py: what a seat sees."""

    View: "type[BaseModel]"

    def view(self, s: State, seat: int | None) -> Any: ...
    def breakdown(self, s: State, player: int) -> dict[str, int]: ...


class TermsFile(Protocol):
    """terms.py: what `evaluate` counts, by name."""

    def terms(self, s: State, seat: int, /) -> dict[str, float]: ...


class BoardFile(Protocol):
    """board.py: the terminal board."""

    def draw(self, view: Any, table: "Table") -> list[str]: ...


class MaterialFile(Protocol):
    """material.py: the model of the components."""

    Material: "type[BaseModel]"


class Files:
    """The files of one copy of a game, each loaded when it is first used."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance

    @cached_property
    def state(self) -> StateFile:
        """state.py."""
        return cast(StateFile, self._instance.module("state"))

    @cached_property
    def rules(self) -> RulesFile:
        """rules.py, or rules/."""
        return cast(RulesFile, self._instance.module("rules"))

    @cached_property
    def knowledge(self) -> KnowledgeFile:
        """knowledge.py."""
        return cast(KnowledgeFile, self._instance.module("knowledge"))

    @cached_property
    def observation(self) -> ObservationFile:
        """observation.py."""
        return cast(ObservationFile, self._instance.module("observation"))

    @cached_property
    def evaluate(self) -> EvaluateFile:
        """evaluate.py."""
        return cast(EvaluateFile, self._instance.module("evaluate"))

    @cached_property
    def notation(self) -> NotationFile:
        """notation.py."""
        return cast(NotationFile, self._instance.module("notation"))

    @cached_property
    def offers(self) -> OffersFile:
        """offers.py."""
        return cast(OffersFile, self._instance.module("offers"))

    @cached_property
    def view(self) -> ViewFile:
        """view.py."""
        return cast(ViewFile, self._instance.module("view"))

    @cached_property
    def terms(self) -> TermsFile:
        """terms.py."""
        return cast(TermsFile, self._instance.module("terms"))

    @cached_property
    def board(self) -> BoardFile:
        """board.py."""
        return cast(BoardFile, self._instance.module("board"))

    @cached_property
    def material(self) -> MaterialFile:
        """material.py."""
        return cast(MaterialFile, self._instance.module("material"))
