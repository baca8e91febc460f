"""One face for both backends: the same calls on an interpreted and on a compiled game.

A *state* is opaque here: an object of the interpreted backend or an array of one record of the compiled one. It
crosses from one to the other, and between processes, as bytes.
"""

from typing import Any, NamedTuple, Protocol

from pithead.kit import cache
from pithead.kit.loader import Instance

from .outcome import Outcome

State = Any


class Facts(NamedTuple):
    """The small public numbers of a state."""

    to_move: int
    barrier: int
    phase: int
    progress: int
    end_reason: int
    audit: int


class Rules(Protocol):
    """A game's rules on some backend."""

    instance: Instance
    size: int

    def new(self, players: int, options: list[int], key: list[int]) -> State: ...
    def legal(self, state: State) -> list[int]: ...
    def apply(self, state: State, action: int) -> None: ...
    def to_move(self, state: State) -> int: ...
    def facts(self, state: State, audit: bool = True) -> Facts: ...
    def standing(self, state: State, players: int) -> Outcome: ...
    def copy(self, state: State) -> State: ...
    def encode(self, state: State) -> bytes: ...
    def decode(self, data: bytes) -> State: ...
    def fast(self, a: int, b: int = 0) -> Any: ...
    def determinize(self, state: State, seat: int, fast: Any) -> None: ...
    def features(self, state: State, seat: int) -> list[int]: ...
    def playout(self, state: State, fast: Any) -> int: ...
    def watched_playout(self, state: State, fast: Any) -> int: ...
    def stalling_playout(self, state: State, fast: Any) -> int: ...


class InterpretedRules:
    """The rules as Python runs them."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._state = instance.module("state")
        self._rules = instance.module("rules")
        self._codec = instance.codec()
        self._max_legal = int(self._state.MAX_LEGAL)
        self.size = self._codec.size

    def __reduce__(self) -> Any:
        return InterpretedRules, (self.instance,)

    def new(self, players: int, options: list[int], key: list[int]) -> State:
        """Set a game up."""
        state = self._state.State()
        self._rules.setup(state, players, options, key)
        return state

    def legal(self, state: State) -> list[int]:
        """The legal decisions, ascending."""
        out = [0] * self._max_legal
        del out[self._rules.legal_actions(state, out) :]
        return out

    def apply(self, state: State, action: int) -> None:
        """Play a decision, which must be legal."""
        self._rules.apply(state, action)

    def to_move(self, state: State) -> int:
        """The player to decide, or −1 when the game is over."""
        return int(self._rules.to_move(state))

    def facts(self, state: State, audit: bool = True) -> Facts:
        """The small public numbers; testing every invariant takes longer than all the others."""
        r = self._rules
        found = r.audit(state) if audit else 0
        return Facts(r.to_move(state), r.barrier(state), r.phase(state), r.progress(state), r.end_reason(state), found)

    def standing(self, state: State, players: int) -> Outcome:
        """Points, ranks and sides."""
        lists = [[0] * players for _ in range(3)]
        for function, out in zip((self._rules.scores, self._rules.ranking, self._rules.teams), lists, strict=True):
            function(state, out)
        return Outcome(*lists)

    def copy(self, state: State) -> State:
        """An independent copy."""
        return state._copy()

    def encode(self, state: State) -> bytes:
        """The state as bytes."""
        return self._codec.encode(state)

    def decode(self, data: bytes) -> State:
        """A state from bytes."""
        return self._codec.decode(data)

    def fast(self, a: int, b: int = 0) -> Any:
        """A seeded generator for searches and playouts."""
        generator = self.instance.kit_name("Fast")()
        self.instance.kit_name("fast_seed")(generator, a, b)
        return [generator]

    def determinize(self, state: State, seat: int, fast: Any) -> None:
        """Re-deal everything the seat cannot know, the future included."""
        self.instance.module("knowledge").determinize(state, seat, fast[0])

    def features(self, state: State, seat: int) -> list[int]:
        """The numeric observation of a seat."""
        out = [0] * self.instance.game_name("N_FEATURES")
        self.instance.game_name("features")(state, seat, out)
        return out

    def playout(self, state: State, fast: Any) -> int:
        """Play random decisions to the end."""
        drivers = self.instance.specialise(cache.DRIVERS)
        return int(drivers.playout_at([state], 0, [0] * self._max_legal, fast))

    def watched_playout(self, state: State, fast: Any) -> int:
        """Play random decisions to the end and test every invariant after each."""
        drivers = self.instance.specialise(cache.DRIVERS)
        return int(drivers.watched_playout_at([state], 0, [0] * self._max_legal, fast))

    def stalling_playout(self, state: State, fast: Any) -> int:
        """Put the end off as long as the rules allow."""
        drivers = self.instance.specialise(cache.DRIVERS)
        return int(drivers.stalling_playout_at([state, self.copy(state)], 0, [0] * self._max_legal, fast))


class CompiledRules:
    """The rules as machine code."""

    def __init__(self, instance: Instance) -> None:
        import numpy as np

        self._np = np
        self.instance = instance
        self.drivers = instance.specialise(cache.DRIVERS)
        state = instance.module("state")
        self.dtype = state.State
        self.size = int(self.dtype.itemsize)
        self.max_legal = int(state.MAX_LEGAL)
        self._out = np.zeros(self.max_legal, np.int64)
        self._facts = np.zeros(6, np.int64)
        self._standing = np.zeros((3, 8), np.int64)

    def __reduce__(self) -> Any:
        return CompiledRules, (self.instance,)

    def array(self, count: int) -> Any:
        """Room for many states."""
        return self._np.zeros(count, self.dtype)

    def new(self, players: int, options: list[int], key: list[int]) -> State:
        """Set a game up."""
        states = self.array(1)
        self.drivers.setup_at(
            states, 0, players, self._np.array(options or [0], self._np.int64), self._np.array(key, self._np.int64)
        )
        return states

    def legal(self, state: State) -> list[int]:
        """The legal decisions, ascending."""
        count = self.drivers.legal_at(state, 0, self._out)
        return self._out[:count].tolist()  # type: ignore[no-any-return]

    def apply(self, state: State, action: int) -> None:
        """Play a decision, which must be legal."""
        self.drivers.apply_at(state, 0, action)

    def to_move(self, state: State) -> int:
        """The player to decide, or −1 when the game is over."""
        return self.facts(state).to_move

    def facts(self, state: State, audit: bool = True) -> Facts:
        """The small public numbers; here the invariants cost next to nothing."""
        self.drivers.facts_at(state, 0, self._facts)
        return Facts(*self._facts.tolist())

    def standing(self, state: State, players: int) -> Outcome:
        """Points, ranks and sides."""
        points, ranks, teams = self._standing
        self.drivers.standing_at(state, 0, points, ranks, teams)
        return Outcome(*(row[:players].tolist() for row in self._standing))

    def copy(self, state: State) -> State:
        """An independent copy; NumPy's own copies field by field and takes ten times as long."""
        return self.decode(self.encode(state))

    def encode(self, state: State) -> bytes:
        """The state as bytes."""
        return bytes(state.tobytes())

    def decode(self, data: bytes) -> State:
        """A state from bytes."""
        return self._np.frombuffer(bytearray(data), self.dtype)

    def fast(self, a: int, b: int = 0) -> Any:
        """A seeded generator for searches and playouts."""
        generator = self._np.zeros(1, self.instance.kit_name("Fast"))
        self.drivers.seed_fast(generator, a, b)
        return generator

    def determinize(self, state: State, seat: int, fast: Any) -> None:
        """Re-deal everything the seat cannot know, the future included."""
        self.drivers.determinize_at(state, 0, seat, fast)

    def features(self, state: State, seat: int) -> list[int]:
        """The numeric observation of a seat."""
        out = self._np.zeros(self.instance.game_name("N_FEATURES"), self._np.int16)
        self.drivers.features_at(state, 0, seat, out)
        return out.tolist()  # type: ignore[no-any-return]

    def playout(self, state: State, fast: Any) -> int:
        """Play random decisions to the end."""
        return int(self.drivers.playout_at(state, 0, self._out, fast))

    def watched_playout(self, state: State, fast: Any) -> int:
        """Play random decisions to the end and test every invariant after each."""
        return int(self.drivers.watched_playout_at(state, 0, self._out, fast))

    def stalling_playout(self, state: State, fast: Any) -> int:
        """Put the end off as long as the rules allow."""
        states = self._np.concatenate((state, state))
        return int(self.drivers.stalling_playout_at(states, 0, self._out, fast))
