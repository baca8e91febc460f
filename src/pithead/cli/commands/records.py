"""`pithead replay` and `pithead verify`: show and check records of play."""

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from pithead.cli.arguments import file_argument, language_option, material_option, read_text, readable_edition
from pithead.cli.texts import language, say
from pithead.engine import record as records
from pithead.engine.match import Match

PLACE = 40


def register(app: typer.Typer) -> None:
    """Register the subcommands."""

    @app.command(help=say("cli.help.replay"))
    def replay(
        file: Annotated[Path, file_argument()],
        states: Annotated[bool, typer.Option("--states", help=say("cli.help.states"))] = False,
        material: Annotated[Path | None, material_option()] = None,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        record = records.parse(read_text(file))
        if states:
            _print_states(record, readable_edition(material))
        else:
            _print_story(record, readable_edition(material))

    @app.command(help=say("cli.help.verify"))
    def verify(
        file: Annotated[Path, file_argument()],
        material: Annotated[Path | None, material_option()] = None,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        match = records.parse(read_text(file)).verify(readable_edition(material))
        print(
            say(
                "cli.verified" if match.over else "cli.verified_unfinished",
                game=match.game.messages(language()).text("game.title"),
                turns=len(match.turns),
                decisions=len(match.actions),
                hash=fingerprint(match),
            )
        )
        if match.deal.secret is not None:
            print(say("cli.verified_deal", commitment=match.deal.commitment))


def fingerprint(match: Match) -> str:
    """A short hash of the position, identical on every machine."""
    return hashlib.sha256(match.rules.encode(match.state)).hexdigest()[:16]


def _print_states(record: records.Record, material: Path | None) -> None:
    """Print NDJSON: the initial state, then one state per decision."""
    match = record.start(material)
    print(json.dumps(_step(match), ensure_ascii=False))
    for _ in record.steps(match):
        print(json.dumps(_step(match), ensure_ascii=False))


def _step(match: Match) -> dict[str, Any]:
    last = match.actions[-1] if match.actions else None
    return {
        "step": len(match.actions),
        "turn": len(match.turns),
        "player": match.turns[-1].player if match.turns else None,
        "action": None if last is None else match.game.action_texts[last],
        "to_move": match.to_move,
        "phase": match.phase,
        "progress": match.facts.progress,
        "scores": match.standing.scores,
        "hash": fingerprint(match),
        "state": plain(match.state),
    }


def plain(value: Any) -> Any:
    """Convert a state record to JSON-serializable types."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, (int, float)):
        return value
    return {name: plain(getattr(value, name)) for name in type(value).__slots__}


def _print_story(record: records.Record, material: Path | None) -> None:
    """Print every turn in record notation, followed by its events as sentences."""
    from pithead.clients.terminal.words import Words

    match = record.start(material)
    words = Words(match.game.messages(language()), match.game.types, match.names)
    print(words.messages.labelled(words.text("game.title"), ", ".join(match.names)))
    for name in ("rules", "options", "material", "seed", "commitment", "date"):
        if name in record.headers:
            print(f"{name}: {record.headers[name]}")
    for event in match.opening(None):
        print(f"   {words.event(event)}")
    told = 0
    turn = 0
    for _ in record.steps(match):
        if match.settled < len(match.actions):
            continue
        for event in match.events(None, told):
            while turn < len(match.turns) and match.turns[turn].first <= event.seq:
                turn += 1
                print(f"\n{turn}. {match.names[match.turns[turn - 1].player]}")
            print(f"   {words.event(event)}")
        told = len(match.actions)
    print()
    if match.over:
        print("\n".join(words.final(match)))
    else:
        print(say("cli.replay.unfinished", turns=len(match.turns)))
