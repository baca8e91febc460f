"""Interactive prompts for what the command line left out: the game, the player count, the bots' level."""

from pithead.bots import LEVELS
from pithead.engine import registry
from pithead.engine.messages import common

from .screen import Screen
from .seats import OPPONENT, YOU


def choose(screen: Screen, language: str) -> tuple[str, str]:
    """The id of a game and its seats."""
    messages = common(language)
    games = [registry.load(name) for name in registry.names()]
    screen.write(messages.text("term.choose.welcome"), "bold")
    for number, game in enumerate(games, 1):
        words = game.messages(language)
        screen.write(f"  {number} {words.labelled(words.text('game.title'), words.text('game.tagline'))}")
    game = games[_number(screen, messages.text("term.choose.game"), list(range(1, len(games) + 1)), 1) - 1]
    counts = list(game.variants[0].players)
    players = _number(screen, messages.text("term.choose.players"), counts, counts[0])
    for number, level in enumerate(LEVELS, 1):
        screen.write(f"  {number} {messages.text(f'bots.level.{level}')}")
    usual = LEVELS.index(OPPONENT) + 1
    level = LEVELS[_number(screen, messages.text("term.choose.level"), list(range(1, len(LEVELS) + 1)), usual) - 1]
    return game.id, ",".join([YOU] + [level] * (players - 1))


def _number(screen: Screen, question: str, allowed: list[int], usual: int) -> int:
    """Prompt for one of the allowed numbers; an empty answer is the default."""
    while True:
        answer = screen.ask(f"{question} ({', '.join(map(str, allowed))}) [{usual}]> ").strip()
        if not answer:
            return usual
        if answer.isdigit() and int(answer) in allowed:
            return int(answer)
