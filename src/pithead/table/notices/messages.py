"""The texts of messages, in the person's language; nothing hidden is part of them."""

from dataclasses import dataclass

from pithead.engine.messages import common

MAX_NAMED = 3


@dataclass(frozen=True)
class Waiting:
    """A table that waits for the person: its title and who else plays."""

    board: str
    title: str
    others: str
    kind: str
    """`turn`, `reminder`, or `cup`: a round has begun."""


@dataclass(frozen=True)
class Message:
    """One message: for one table, or for several at once."""

    title: str
    text: str
    link: str
    stop: str
    """The address that ends these messages with one click."""
    tag: str
    """Messages with the same tag take each other's place on a screen."""
    key: str
    """The idempotency key, for receivers that know such a thing."""


def compose(waiting: list[Waiting], language: str, origin: str, path: str, stop: str, key: str) -> Message:
    """The message about these tables; `path` is where a click leads."""
    say = common(language).text
    first = waiting[0]
    if len(waiting) == 1:
        kind = first.kind
        title = say(f"notice.{kind}.title", {"game": first.title})
        text = say(f"notice.{kind}.text", {"others": first.others}) if first.others else say(f"notice.{kind}.alone")
        tag = f"turn {first.board}"
    else:
        title = say("notice.several.title", {"tables": len(waiting)})
        named = [say("notice.several.one", {"game": one.title, "others": one.others}) for one in waiting[:MAX_NAMED]]
        text = "\n".join(named + ["…"] * (len(waiting) > MAX_NAMED))
        tag = "turns"
    return Message(title, text, origin + path, origin + stop, tag, key)


def trial(language: str, origin: str, stop: str, key: str) -> Message:
    """A message that shows that a channel works."""
    say = common(language).text
    return Message(say("notice.trial.title"), say("notice.trial.text"), f"{origin}/", origin + stop, "trial", key)


def confirmation(language: str, origin: str, path: str, stop: str, channel: str) -> Message:
    """The confirmation mail of an address (double opt-in)."""
    say = common(language).text
    text = say("notice.confirm.text")
    return Message(say("notice.confirm.title"), text, origin + path, origin + stop, "confirm", f"confirm:{channel}")
