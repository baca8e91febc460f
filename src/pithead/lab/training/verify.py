"""Verifies a net: matching game and inputs, no overflow, known provenance, and a fresh final test."""

import json
from pathlib import Path
from typing import Any

from pithead.bots.search.net import FILE, Weights, fits
from pithead.engine.errors import PitheadError
from pithead.engine.game import Game

from .generations import Trainer, Training, Watch


class BadNet(PitheadError):
    """The net is missing or unusable."""

    code = "bad_net"


def read(title: Game, path: Path) -> Weights:
    """Load a net file and validate it for this game."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        raise BadNet(path=str(path), why="net_missing") from None
    weights = Weights.of(data, title)
    if weights is None:
        raise BadNet(path=str(path), why="net_of_others")
    if not fits(weights, title):
        raise BadNet(path=str(path), why="net_overflow")
    tests = weights.provenance.get("tests", {})
    if any(not tests.get(str(players), {}).get("accepted") for players in weights.players):
        raise BadNet(path=str(path), why="net_unproved")
    return weights


def check(
    title: Game, folder: Path | None, training: Training, jobs: int, cluster: str | None, watch: Watch
) -> dict[str, Any]:
    """Load the game's net, or a training folder's, and repeat its final test on new deals."""
    path = (folder or title.folder) / FILE
    weights = read(title, path)
    trainer = Trainer(training, None, jobs, cluster, watch)
    tests = {str(players): trainer.judge(weights, players, "verify").data() for players in weights.players}
    return {
        "path": str(path),
        "provenance": weights.provenance,
        "tests": tests,
        "accepted": [players for players in weights.players if tests[str(players)]["accepted"] is not False],
    }
