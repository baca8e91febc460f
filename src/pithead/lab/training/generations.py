"""The training loop in generations: self-play with the current net, a fit, and a sequential test as the gate.

Checkpoints are kept in a folder (`training.json`, and the games of every unit of self-play), so that an interrupted
run can be resumed; results depend on the seed only, not on the number of processes.
"""

import json
import platform
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from pithead import __version__
from pithead.bots import SECONDS
from pithead.bots.search.net import FILE, Weights, fits
from pithead.bots.search.settings import Settings
from pithead.engine.errors import PitheadError
from pithead.engine.game import Game
from pithead.engine.registry import load
from pithead.lab.workers import Stopped, results

from . import sequential
from .curve import picture
from .fit import Net, fit, spread_of
from .games import Notes, SelfPlay, play_some

STATE = "training.json"
CURVE = "curve.svg"
PIECE = 20  # games
WINDOW = 3  # replay window: generations whose games are trained on
EPOCHS = 8


class OtherTraining(PitheadError):
    """The folder is a checkpoint of a run with other settings."""

    code = "other_training"


@dataclass(frozen=True)
class Training:
    """The configuration of a run, recorded in the net's provenance."""

    game: str
    players: tuple[int, ...] = (2,)
    seed: str = "train"
    generations: int = 4
    games: int = 20_000  # self-play games per generation
    few: int = 30
    many: int = 120
    simulations: int = 100  # simulations per choice in the gating tests
    deals: int = 300  # maximum deals per test
    think: float = 0.02  # think factor of the final test, Baron against Baron in equal time
    use: str = ""  # use of the search settings in self-play: default, or Baron's (`best`)

    @property
    def title(self) -> Game:
        """The game with its own components."""
        return load(self.game)


@dataclass
class Progress:
    """The progress of the current stage, for callbacks."""

    stage: str  # `games`, `fit`, `test` or `final`
    generation: int
    done: int
    of: int
    rate: float = 0.0  # per second
    loss: float | None = None
    share: float | None = None

    @property
    def seconds_left(self) -> float | None:
        """ETA of this stage, an upper bound."""
        return (self.of - self.done) / self.rate if self.rate else None


Watch = Callable[[Progress], None]


def _play_piece(task: SelfPlay, missing: list[int], number: int, stopped: Stopped) -> tuple[int, list[Notes]]:
    return missing[number], play_some(task, missing[number], stopped)


@dataclass
class Trainer:
    """A resumable training run."""

    training: Training
    folder: Path | None  # None: no checkpoints
    jobs: int = 1
    cluster: str | None = None
    watch: Watch = lambda progress: None
    history: list[dict[str, Any]] = field(default_factory=list)
    present: Weights | None = None
    seconds: float = 0.0
    tests: dict[str, Any] = field(default_factory=dict)  # final tests of the current net, by player count

    def __post_init__(self) -> None:
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / STATE
        if path.is_file():
            self._take_up(json.loads(path.read_text("utf-8")))

    def _take_up(self, kept: dict[str, Any]) -> None:
        wanted = json.loads(json.dumps(asdict(self.training)))
        if {**kept["training"], "generations": 0} != {**wanted, "generations": 0}:
            raise OtherTraining(path=str(self.folder))
        self.history, self.seconds, self.tests = kept["history"], kept["seconds"], kept["tests"]
        if kept["net"]:
            self.present = Weights.of(kept["net"], self.training.title)

    def _keep(self) -> None:
        kept = {
            "training": asdict(self.training),
            "history": self.history,
            "seconds": round(self.seconds, 1),
            "tests": self.tests,
            "net": self.present.data(self.training.title) if self.present else None,
        }
        assert self.folder is not None
        part = self.folder / f"{STATE}.part"
        part.write_text(json.dumps(kept), "utf-8")
        part.replace(self.folder / STATE)
        if self.history:
            (self.folder / CURVE).write_text(picture(self.history), "utf-8")

    def run(self) -> Weights | None:
        """Run the missing generations, then the final test; returns the net if it passed."""
        while len(self.history) < self.training.generations:
            started = monotonic()
            try:
                self.history.append(self._generation(len(self.history)))
            finally:
                self.seconds += monotonic() - started
                self._keep()
        return self._finish() if self.present else None

    def _generation(self, number: int) -> dict[str, Any]:
        training = self.training
        self._play(number)
        notes = list(self._notes(number))
        settings = Settings.of(training.title)
        net = Net.of(self.present) if self.present else self._fresh(notes)
        begun = monotonic()

        def learned(told: list[float]) -> None:
            done = len(told) - 1
            self.watch(Progress("fit", number, done, EPOCHS, done / (monotonic() - begun), told[-1]))

        told = fit(net, notes, settings, EPOCHS, number, learned)
        candidate = net.weights(training.players)
        if not fits(candidate, training.title):
            return {"losses": told, "test": None, "accepted": False}
        started = monotonic()

        def watched(verdict: sequential.Verdict) -> None:
            done = len(verdict.shares)
            rate = done / (monotonic() - started)
            self.watch(Progress("test", number, done, training.deals, rate, told[-1], verdict.share))

        duel = sequential.Duel(
            training.game, training.players, candidate, self.present, f"{training.seed}.{number}", training.simulations
        )
        verdict = sequential.decide(duel, training.deals, self.jobs, self.cluster, watched)
        if verdict.accepted:
            self.present = candidate
            self.tests = {}
        return {
            "positions": sum(len(one.group) for one in notes),
            "losses": [round(loss, 6) for loss in told],
            "test": verdict.data(),
            "accepted": bool(verdict.accepted),
        }

    def _fresh(self, notes: list[Notes]) -> Net:
        return Net.fresh(notes[0].seen.shape[-1], spread_of(notes), 1)

    def _file(self, generation: int, piece: int) -> Path:
        assert self.folder is not None
        return self.folder / f"games-{generation}-{piece}.npz"

    def _play(self, generation: int) -> None:
        """Play the games of a generation that have no checkpoint yet."""
        training = self.training
        task = SelfPlay(
            training.game,
            training.players,
            f"{training.seed}.{generation}",
            self.present,
            training.few,
            training.many,
            PIECE,
            training.use,
        )
        pieces = -(-training.games // PIECE)
        missing = [piece for piece in range(pieces) if not self._file(generation, piece).exists()]
        started = monotonic()
        work = results(partial(_play_piece, task, missing), len(missing), self.jobs, self.cluster)
        try:
            for count, (piece, notes) in enumerate(work, 1):
                columns = {f"{one.players}.{name}": column for one in notes for name, column in vars(one).items()}
                file = self._file(generation, piece)
                part = file.with_name("part.npz")
                np.savez_compressed(part, **columns)
                part.replace(file)
                done = pieces - len(missing) + count
                rate = PIECE * count / (monotonic() - started)
                self.watch(Progress("games", generation, done * PIECE, pieces * PIECE, rate))
        finally:
            work.close()

    def _notes(self, generation: int) -> Iterator[Notes]:
        """Load the notes of the replay window, by player count."""
        parts: dict[int, list[Notes]] = {}
        pieces = -(-self.training.games // PIECE)
        for one in range(max(0, generation - WINDOW + 1), generation + 1):
            for piece in range(pieces):
                with np.load(self._file(one, piece)) as file:
                    for players in sorted({int(name.split(".")[0]) for name in file}):
                        columns = {name: file[f"{players}.{name}"] for name in Notes.__annotations__}
                        parts.setdefault(players, []).append(Notes(**columns))
        for players in sorted(parts):
            yield Notes.joined(parts[players])

    def _finish(self) -> Weights | None:
        """The final test, per player count: in equal time against `evaluate` alone."""
        training, present = self.training, self.present
        assert present is not None
        assert self.folder is not None
        for players in training.players:
            if str(players) not in self.tests:
                self.tests[str(players)] = self.judge(present, players).data()
                self._keep()
        accepted = tuple(players for players in training.players if self.tests[str(players)]["accepted"])
        provenance = {
            "training": asdict(training),
            "version": __version__,
            "python": platform.python_version(),
            "machine": platform.machine(),
            "games": training.games * len(self.history),
            "hours": round(self.seconds / 3600, 2),
            "generations": self.history,
            "tests": self.tests,
        }
        net = Weights(present.first, present.start, present.last, accepted, provenance)
        net.write(training.title, self.folder / FILE)
        return net if accepted else None

    def judge(self, weights: Weights, players: int, deals: str = "final") -> sequential.Verdict:
        """Baron with a net against Baron without it, in equal time, for one player count."""
        training = self.training
        seconds = SECONDS["baron"] * training.think
        duel = sequential.Duel(
            training.game, (players,), weights, None, f"{training.seed}.{deals}.{players}", seconds=seconds, use="best"
        )
        started = monotonic()

        def watched(verdict: sequential.Verdict) -> None:
            done = len(verdict.shares)
            rate = done / (monotonic() - started)
            self.watch(Progress("final", len(self.history), done, training.deals, rate, None, verdict.share))

        return sequential.decide(duel, training.deals, self.jobs, self.cluster, watched)
