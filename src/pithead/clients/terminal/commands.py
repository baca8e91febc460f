"""The command interpreter: input is an action by number or canonical text, or one of the commands below.

A line may chain several, separated by `;`. Command names are English, with localized aliases.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pithead.analysis import hint
from pithead.engine.errors import PitheadError
from pithead.engine.match import END
from pithead.engine.rulebook.page import Rulebook
from pithead.engine.rulebook.writer import of_game as rulebook_of

from . import options, rulebook, saves
from .why import NoSuchNumber, why

if TYPE_CHECKING:
    from .session import Session

LOG_LINES = 12
ADVISER = "foreman"
ADVISER_THINK = 0.5  # think factor of `hint`: the time budget of that level


class Quit(Exception):
    """Quit the program; the game is saved."""


class Ambiguous(PitheadError):
    """The prefix matches several actions."""

    code = "ambiguous"


@dataclass(frozen=True)
class Command:
    """A command: its name, aliases and handler."""

    word: str
    run: "Callable[[Session, str], None]"
    others: tuple[str, ...] = ()
    argument: str = ""


def execute(session: "Session", line: str) -> None:
    """Execute the chained commands in order; the first error aborts the rest."""
    parts = [part.strip() for part in line.split(";") if part.strip()]
    if not parts:
        _only_option(session)
        return
    # Numbers refer to the list displayed when the line was typed, even after an earlier action of the same line.
    numbers = {item.number: item.option.id for group in session.shown for item in group.items}
    for part in parts:
        _execute_one(session, part, numbers)


def _only_option(session: "Session") -> None:
    """An empty line plays a single option, and redraws the position otherwise."""
    if len(session.match.legal) == 1:
        _decide(session, session.match.legal[0])
    else:
        session.stale = True


def _execute_one(session: "Session", part: str, numbers: dict[int, int]) -> None:
    text = " ".join(part.split()).lower()
    if text.isdigit():
        if int(text) not in numbers:
            raise NoSuchNumber(number=text, most=len(numbers))
        _decide(session, numbers[int(text)])
        return
    legal = {session.match.game.action_texts[action].lower(): action for action in session.match.legal}
    if text in legal:
        _decide(session, legal[text])
        return
    word, _, argument = part.partition(" ")
    command = words_of(session).get(word.lower())
    if command:
        command.run(session, argument.strip())
        return
    begun = [action for known, action in legal.items() if known.startswith(text)]
    if len(begun) > 1:
        known = ", ".join(session.match.game.action_texts[action] for action in begun[:6])
        raise Ambiguous(what=part, known=known)
    _decide(session, begun[0] if begun else session.match.action_id(part))


def _decide(session: "Session", action: int) -> None:
    session.decide(action)


def words_of(session: "Session") -> dict[str, Command]:
    """All command names and aliases of this session."""
    found = {}
    for command in COMMANDS:
        local = session.words.text(f"term.word.{command.word}")
        for word in (command.word, *command.others, local):
            found[word.lower()] = command
    return found


def candidates(session: "Session") -> list[str]:
    """Tab-completion candidates: legal actions, then commands."""
    texts = session.match.game.action_texts
    return [texts[action] for action in session.match.legal] + sorted(words_of(session))


# -- the commands -------------------------------------------------------------------------------------------------


def _help(session: "Session", argument: str) -> None:
    say = session.words.text
    session.screen.write(say("term.help.intro"))
    rows = []
    for command in COMMANDS:
        word = say(f"term.word.{command.word}")
        usage = f"{word} {say(f'term.argument.{command.argument}')}" if command.argument else word
        rows.append((usage, say(f"term.help.{command.word}")))
    width = max(len(usage) for usage, _ in rows)
    for usage, meaning in rows:
        told = session.words.messages.labelled(usage, meaning)
        session.screen.rows([told if session.screen.plain else f"  {usage:<{width}}  {meaning}"])


def _undo(session: "Session", argument: str) -> None:
    action = session.match.undo()
    session.taken_back()
    session.screen.write(session.words.text("term.undone", text=session.match.game.action_texts[action]))


def _restart(session: "Session", argument: str) -> None:
    count = session.match.restart()
    session.taken_back()
    session.screen.write(session.words.text("term.restarted", count=count))


def _end(session: "Session", argument: str) -> None:
    _decide(session, END)


def _plans(session: "Session", argument: str) -> None:
    plans = session.match.offers().plans
    if not plans:
        session.screen.write(session.words.text("term.no_plans"))
    texts = session.match.game.action_texts
    for number, plan in enumerate(plans, 1):
        steps = "; ".join(texts[action] for action in plan.actions)
        session.screen.write(f"  {number} {session.words.plan(plan)} ({steps})")


def _do(session: "Session", argument: str) -> None:
    """Play a plan action by action."""
    plans = session.match.offers().plans
    if not argument.isdigit() or not 1 <= int(argument) <= len(plans):
        raise NoSuchNumber(number=argument or "–", most=len(plans))
    for action in plans[int(argument) - 1].actions:
        _decide(session, action)


def _hint(session: "Session", argument: str) -> None:
    """Print a strong bot's suggestion, by the player's knowledge only."""
    match = session.match
    seat = match.to_move
    assert seat is not None
    found = hint(match, seat, ADVISER_THINK, session.words.messages.language)
    option = next(option for option in match.offers().options if option.id == found.action)
    level = session.words.text(f"bots.level.{ADVISER}")
    sentence = session.words.option(option)
    reason = found.sentence(session.words.messages)
    session.screen.write(
        session.words.text("term.hint", level=level, text=option.text, sentence=sentence, reason=reason)
    )


def _log(session: "Session", argument: str) -> None:
    seat = session.match.to_move
    events = session.match.opening(seat) + session.match.events(seat)
    count = int(argument) if argument.isdigit() else LOG_LINES
    if not events:
        session.screen.write(session.words.text("term.log_empty"))
    for event in events[-count:] if count else []:
        session.screen.write(f"  {session.words.event(event)}")


def _scores(session: "Session", argument: str) -> None:
    """Print the points visible to this seat."""
    match = session.match
    view = match.view(match.to_move)
    # The list may be longer than the players: an automaton's board comes last.
    shown = (getattr(view, "players", None) or getattr(view, "boards", None) or [])[: match.players]
    points = [player if isinstance(player, int) else getattr(player, "points", None) for player in shown]
    if len(points) != match.players or None in points:
        session.screen.write(session.words.text("term.scores_hidden"))
        return
    for name, value in zip(match.names, points, strict=True):
        session.screen.rows([f"  {name:<18} {value}"])


def _book(session: "Session") -> Rulebook:
    return rulebook_of(session.match.game, session.words.messages.language)


def _rules(session: "Session", argument: str) -> None:
    book = _book(session)
    if found := book.ruling(argument):
        session.screen.rows(rulebook.ruling(found))
    elif argument.isdigit() and 1 <= int(argument) <= len(book.sections):
        session.screen.rows(rulebook.section(book, int(argument)))
    elif argument.lower() in ("all", session.words.text("term.argument.all")):
        session.screen.rows(rulebook.reference(book))
    elif argument:
        session.screen.rows(rulebook.search(book, argument))
    else:
        session.screen.write(session.words.text("game.goal"))
        for number, section in enumerate(book.sections, 1):
            session.screen.rows([f"  {number}. {section.title}"])
        rulings = ", ".join(ruling.id for ruling in book.rulings) or "–"
        session.screen.write(session.words.text("term.rules", rulings=rulings))


def _board(session: "Session", argument: str) -> None:
    session.stale = True


def _options(session: "Session", argument: str) -> None:
    """List all options with their effects, or those with a prefix."""
    groups = [group for group in session.shown if not argument or group.verb.startswith(argument.lower())]
    lines = options.plain(groups) if session.screen.plain else options.complete(groups, session.screen.width)
    session.screen.rows(lines)


def _save(session: "Session", argument: str) -> None:
    session.save()
    if argument:
        saves.write(Path(argument).expanduser(), session.match, session.seats)
    session.screen.write(session.words.text("term.kept", path=argument or str(session.file)))


def _quit(session: "Session", argument: str) -> None:
    raise Quit


COMMANDS = (
    Command("end", _end, ("confirm",)),
    Command("undo", _undo),
    Command("restart", _restart),
    Command("why", why, argument="target"),
    Command("options", _options, argument="verb"),
    Command("plans", _plans),
    Command("do", _do, argument="number"),
    Command("hint", _hint),
    Command("board", _board),
    Command("scores", _scores),
    Command("log", _log, argument="count"),
    Command("rules", _rules, argument="rule"),
    Command("save", _save, argument="file"),
    Command("quit", _quit, ("exit",)),
    Command("help", _help, ("?",)),
)
