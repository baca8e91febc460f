"""Record a random game as a playthrough file: `scripts/playthrough.py GAME PLAYERS SEED FILE [OPTION=VALUE …]`.

`scripts/playthrough.py GAME` records a whole set for a draft: every number of players, every variant, every end.
"""

import random
import sys
from pathlib import Path
from typing import Any

import pithead
from pithead.engine.game import Game
from pithead.engine.match import Match

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "playthroughs"
NAMES = ("Emma", "Hugo", "Jules", "Lina", "Max", "Nora")
TRIES = 500  # random games in search of an end


def played(name: str, players: int, seed: str, options: dict[str, Any]) -> Match:
    """A game that is played at random."""
    match = pithead.new(name, players=players, seed=seed, options=options, names=NAMES[:players])
    choose = random.Random(seed)
    while not match.over:
        match.play(choose.choice(match.legal))
    return match


def keep(match: Match, file: Path) -> None:
    """Write the record."""
    assert match.result
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(match.record().text, "utf-8")
    print(f"{file}: {len(match.turns)} turns, {match.result.reason}, {match.result.outcome.scores}")


def record_draft(game: Game) -> None:
    """Record a draft anew: the plain game for every number of players, each variant once, and every end."""
    folder = FOLDER / game.folder.name
    for old in folder.glob("*.txt"):
        old.unlink()
    plain, *variants = game.variants
    ends = {reason for reason in game.files.notation.END_REASONS if reason}
    for players, variant in [(n, plain) for n in plain.players] + [(one.players[0], one) for one in variants]:
        match = played(game.id, players, "1", variant.options)
        keep(match, folder / f"{players}-{'players' if variant is plain else variant.name}.txt")
        ends.discard(match.result.reason if match.result else "")
    for attempt in range(2, TRIES):
        if not ends:
            return
        variant = game.variants[attempt % len(game.variants)]
        match = played(game.id, variant.players[attempt % len(variant.players)], str(attempt), variant.options)
        if match.result and match.result.reason in ends:
            ends.remove(match.result.reason)
            keep(match, folder / f"{match.players}-{match.result.reason}.txt")
    if ends:
        print(f"{game.id}: no random game ended by {', '.join(sorted(ends))}: play one and keep its record in {folder}")


def main(name: str, *arguments: str) -> None:
    """Play at random and write the record, or those of a draft."""
    if arguments:
        players, seed, file, *options = arguments
        keep(played(name, int(players), seed, dict(option.split("=", 1) for option in options)), Path(file))
    else:
        record_draft(pithead.load(name))


if __name__ == "__main__":
    main(*sys.argv[1:])
