"""The tables `games.parquet` and `decisions.parquet`, and the data card beside them."""

import json
from collections.abc import Callable, Iterable
from datetime import date
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from pithead.engine.errors import MissingExtra, PitheadError, Unreadable
from pithead.engine.game import Game
from pithead.engine.record import named
from pithead.kit.observation import Piece

from .collect import Collected

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as missing:
    raise MissingExtra(package="pyarrow", extra="export") from missing

CARD = "README.md"
TABLES = ("games.parquet", "decisions.parquet")


class FolderNotEmpty(PitheadError):
    """The output folder has files already."""

    code = "folder_not_empty"


def schemas(game: Game) -> tuple[Any, Any]:
    """The Arrow schemas of both tables, sized for the game."""
    facts = {"game": game.id, "material": named(game), "rules": str(game.rules_version)}
    games = pa.schema(
        [
            ("game", pa.int64()),
            ("players", pa.int8()),
            ("options", pa.string()),
            ("seed", pa.string()),
            ("seats", pa.list_(pa.string())),
            ("decisions", pa.int32()),
            ("finished", pa.bool_()),
            ("scores", pa.list_(pa.int32())),
            ("ranks", pa.list_(pa.int8())),
            ("rewards", pa.list_(pa.float32())),
        ],
        facts,
    )
    decisions = pa.schema(
        [
            ("game", pa.int64()),
            ("decision", pa.int32()),
            ("player", pa.int8()),
            ("observation", pa.list_(pa.int16(), game.files.observation.N_FEATURES)),
            ("legal", pa.list_(pa.int32())),
            ("mask", pa.binary(-(-game.files.state.N_ACTIONS // 8))),
            ("action", pa.int32()),
            ("text", pa.dictionary(pa.int32(), pa.string())),
            ("reward", pa.float32()),
        ],
        facts,
    )
    return games, decisions


def write(
    folder: Path, game: Game, collected: Iterable[Collected], source: str, progress: Callable[[int], None]
) -> tuple[int, int]:
    """Write the tables game by game; returns how many games and decisions there are.

    Nothing is made before there is a game, and a refusal later on leaves nothing either: the same folder can be named
    again.
    """
    existed = folder.exists()
    try:
        if existed and any(folder.iterdir()):
            raise FolderNotEmpty(path=str(folder))
        rest = iter(collected)
        first = next(rest)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Unreadable(path=str(folder), why=problem.strerror or "") from None
    try:
        count, decisions = _tables(folder, game, chain([first], rest), progress)
    except Exception:
        for name in TABLES:
            (folder / name).unlink(missing_ok=True)
        if not existed:
            folder.rmdir()
        raise
    (folder / CARD).write_text(card(game, source, count, decisions), "utf-8")
    return count, decisions


def _tables(
    folder: Path, game: Game, collected: Iterable[Collected], progress: Callable[[int], None]
) -> tuple[int, int]:
    of_games, of_decisions = schemas(game)
    texts = pa.array(game.action_texts)
    count = decisions = 0
    games_path, decisions_path = (folder / name for name in TABLES)
    with (
        pq.ParquetWriter(games_path, of_games, compression="zstd") as games_file,
        pq.ParquetWriter(decisions_path, of_decisions, compression="zstd") as decisions_file,
    ):
        for one in collected:
            games_file.write_table(pa.Table.from_pylist([_game_row(count, one)], of_games))
            if one.decisions.actions:
                decisions_file.write_table(_decision_rows(count, game, one, texts, of_decisions))
            count += 1
            decisions += len(one.decisions.actions)
            progress(count)
    return count, decisions


def _game_row(number: int, one: Collected) -> dict[str, Any]:
    seed = one.match.deal.seed
    return {
        "game": number,
        "players": one.match.players,
        "options": json.dumps(one.match.options),
        "seed": seed.hex() if isinstance(seed, bytes) else None if seed is None else str(seed),
        "seats": one.bots,
        "decisions": len(one.decisions.actions),
        "finished": one.finished,
        "scores": one.outcome.scores,
        "ranks": one.outcome.ranks,
        "rewards": one.outcome.rewards if one.finished else [0.0] * one.match.players,
    }


def _decision_rows(number: int, game: Game, one: Collected, texts: Any, schema: Any) -> Any:
    found = one.decisions
    count = len(found.actions)
    features = game.files.observation.N_FEATURES
    mask = np.zeros((count, game.files.state.N_ACTIONS), np.uint8)
    for row, legal in enumerate(found.legal):
        mask[row, legal] = 1
    rewards = one.outcome.rewards if one.finished else [0.0] * one.match.players
    columns = [
        pa.array(np.full(count, number), pa.int64()),
        pa.array(np.arange(count), pa.int32()),
        pa.array(found.players, pa.int8()),
        pa.FixedSizeListArray.from_arrays(pa.array(np.concatenate(found.observations), pa.int16()), features),
        pa.array(found.legal, pa.list_(pa.int32())),
        pa.array([row.tobytes() for row in np.packbits(mask, axis=1, bitorder="little")], schema.field("mask").type),
        pa.array(found.actions, pa.int32()),
        pa.DictionaryArray.from_arrays(pa.array(found.actions, pa.int32()), texts),
        pa.array([rewards[player] for player in found.players], pa.float32()),
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def card(game: Game, source: str, games: int, decisions: int) -> str:
    """The data card: content, provenance, and the meaning of each column."""
    layout = game.files.observation.LAYOUT
    rows = [f"| {piece.start}–{piece.stop - 1} | {piece.name} | {piece.kind} | {_values(piece)} |" for piece in layout]
    template = (files("pithead.lab.dataset") / "card.md").read_text("utf-8")
    return template.format(
        title=game.messages("en").text("game.title"),
        id=game.id,
        source=source,
        day=date.today().isoformat(),
        material=named(game),
        rules=game.rules_version,
        games=games,
        decisions=decisions,
        features=game.files.observation.N_FEATURES,
        actions=game.files.state.N_ACTIONS,
        reconstructed=", ".join(game.material.reconstructed) or "none",
        layout="\n".join(rows),
    )


def _values(piece: Piece) -> str:
    """What the numbers of a piece can be, with what each value of a choice stands for."""
    named = ", ".join(f"{number} {value}" for number, value in enumerate(piece.values))
    return named or f"{piece.low} … {piece.high}"
