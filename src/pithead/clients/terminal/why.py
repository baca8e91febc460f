"""The command `why`: the reason and ruling behind a refusal, and the effects of a legal option."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pithead.engine.errors import PitheadError
from pithead.engine.offers import Option, Refusal
from pithead.engine.rulebook.writer import of_game

from . import rulebook

if TYPE_CHECKING:
    from .session import Session


class NoSuchNumber(PitheadError):
    """No option or plan has that number."""

    code = "no_such_number"


def why(session: "Session", argument: str) -> None:
    """Print refusals with reason and ruling, selected by target, number or text."""
    offers = session.match.offers()
    if not argument:
        if not offers.refusals:
            session.screen.write(session.words.text("term.why.nothing"))
        _tell_refusals(session, offers.refusals)
        return
    wanted = argument.lower()
    if wanted.isdigit():
        item = next((i for group in session.shown for i in group.items if i.number == int(wanted)), None)
        if item is None:
            raise NoSuchNumber(number=wanted, most=sum(len(group.items) for group in session.shown))
        _tell_possible(session, [item.option])
        return
    refused = _matching(session, offers.refusals, wanted)
    _tell_refusals(session, refused)
    possible = [option for option in offers.options if _option_matches(session, option, wanted)]
    if possible:
        _tell_possible(session, possible)
    if not refused and not possible:
        known = wanted in session.match.game.action_ids
        message = "term.why.not_now" if known else "term.why.unknown"
        session.screen.write(
            session.words.text(message, what=argument, prompt=session.words.text(f"prompt.{session.match.phase}"))
        )


def _matching(session: "Session", refusals: tuple[Refusal, ...], wanted: str) -> list[Refusal]:
    """Refusals whose target or action matches by name: exact matches, else substrings."""

    def spellings(refusal: Refusal) -> set[str]:
        texts = session.match.game.action_texts
        text = texts[refusal.action] if 0 <= refusal.action < len(texts) else ""
        name = session.words.target(refusal.target)
        return {word.lower() for word in (refusal.target, refusal.target.partition(":")[2], text, name) if word}

    exact = [refusal for refusal in refusals if wanted in spellings(refusal)]
    return exact or [refusal for refusal in refusals if any(wanted in word for word in spellings(refusal))]


def _option_matches(session: "Session", option: Option, wanted: str) -> bool:
    names = {session.words.target(target).lower() for target in option.targets} | set(option.targets)
    return wanted in {option.text.lower(), *names, *(target.partition(":")[2] for target in option.targets)}


def _tell_refusals(session: "Session", refusals: Sequence[Refusal]) -> None:
    """Print each distinct reason, then each distinct ruling."""
    texts = session.match.game.action_texts
    told = [
        session.words.messages.labelled(
            texts[refusal.action] if 0 <= refusal.action < len(texts) else refusal.target,
            session.words.refusal(refusal),
        )
        for refusal in refusals
    ]
    for line in dict.fromkeys(told):
        session.screen.write(line, "yellow")
    book = of_game(session.match.game, session.words.messages.language)
    for rule in dict.fromkeys(refusal.rule for refusal in refusals if refusal.rule):
        if found := book.ruling(rule):
            session.screen.rows(rulebook.ruling(found))


def _tell_possible(session: "Session", possible: list[Option]) -> None:
    for option in possible:
        details = session.words.consequences(option)
        sentence = session.words.option(option)
        shown = f"{sentence} ({details})" if details else sentence
        session.screen.write(session.words.text("term.why.possible", text=option.text, sentence=shown))
