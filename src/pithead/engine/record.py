"""Records of play: text that a person can read and write, and that replays for ever.

Headers `name: value`, then one numbered line per turn. The end of a line is the END of the turn; an unfinished turn
ends in `…`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from . import registry
from .errors import BadRecord, Illegal, PitheadError, UnknownGame, Unparseable
from .fair import SCHEMES, Deal
from .game import Game
from .match import END, Match

MAX_BYTES = 2_000_000
UNFINISHED = "…"
BUILTIN = "builtin"
FINGERPRINT = "sha256:"
_TURN = re.compile(r"([0-9]{1,9})\.\s+(.*)$")
_HEADERS = {
    "game",
    "rules",
    "players",
    "options",
    "material",
    "seed",
    "commitment",
    "secret",
    "nonces",
    "deal",
    "result",
    "ended",
    "conceded",
    "date",
}


def named(game: Game) -> str:
    """How records and tables name the components of a game."""
    return f"{FINGERPRINT}{game.material.fingerprint}"


@dataclass(frozen=True)
class Line:
    """One turn as written: line number in the file, player, decisions, whether it was finished."""

    number: int
    name: str
    actions: tuple[str, ...]
    finished: bool


@dataclass
class Record:
    """A game as text."""

    headers: dict[str, str]
    lines: list[Line] = field(default_factory=list)
    where: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, match: Match, stopped: bool = False) -> "Record":
        """The record of a match.

        The secret of one that runs stays out. Of one that people stopped it is told; what its last player only drafted
        is not.
        """
        headers = {
            "game": match.game.id,
            "rules": str(match.rules_version),
            "players": ", ".join(match.names),
        }
        if match.options:
            headers["options"] = ", ".join(f"{name}={_shown(value)}" for name, value in match.options.items())
        headers["material"] = named(match.game)
        headers |= _deal_headers(match, stopped)
        texts = match.game.action_texts
        lines = [
            Line(
                number=0,
                name=match.names[turn.player],
                actions=tuple(texts[action] for action in turn.actions),
                finished=turn.ended or (match.over and turn is match.turns[-1]),  # a game may end within a turn
            )
            for turn in match.turns
        ]
        drafted = len(match.actions) - match.settled
        if drafted and stopped:
            last = lines.pop()
            if len(last.actions) > drafted:
                lines.append(replace(last, actions=last.actions[:-drafted]))
        if match.result:
            headers["result"] = _result_text(match)
        return cls(headers, lines)

    @property
    def text(self) -> str:
        """The record as it is written to a file."""
        out = [f"{name}: {value}" for name, value in self.headers.items() if name != "result"]
        out.append("")
        for number, line in enumerate(self.lines, 1):
            moves = "; ".join(line.actions)
            if not line.finished:
                moves = f"{moves}; {UNFINISHED}" if moves else UNFINISHED
            out.append(f"{number}. {line.name}: {moves}".rstrip())
        if "result" in self.headers:
            out.append(f"result: {self.headers['result']}")
        return "\n".join(out) + "\n"

    def _repr_html_(self) -> str | None:
        return self.replay()._repr_html_()

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return _listed(self.headers.get("players", ""))

    @property
    def conceded(self) -> list[int]:
        """The seats of those who gave up: they share the last place, whatever their points."""
        names, gave_up = self.names, _listed(self.headers.get("conceded", ""))
        if strangers := [name for name in gave_up if name not in names]:
            raise self._bad("conceded", "unknown_player", name=strangers[0])
        return [names.index(name) for name in gave_up]

    def deal(self) -> Deal:
        """The deal that the headers describe."""
        if "secret" in self.headers:
            try:
                secret = bytes.fromhex(self.headers["secret"])
                nonces = tuple(bytes.fromhex(part) for part in self.headers.get("nonces", "").replace(",", " ").split())
            except ValueError:
                raise self._bad("secret", "not_hexadecimal") from None
            # Records from before the header were dealt with plain SHA-256.
            named = self.headers.get("deal", "sha256")
            scheme = next((known for known in SCHEMES if known == named), None)
            if scheme is None:
                raise self._bad("deal", "unknown_deal", scheme=named[:60], known=", ".join(SCHEMES))
            return Deal(secret=secret, nonces=nonces, scheme=scheme)
        if "seed" not in self.headers:
            reason = "still_secret" if "commitment" in self.headers else "no_seed"
            raise self._bad("commitment", reason)
        seed = self.headers["seed"]
        if seed.startswith("hex:"):
            try:
                return Deal(seed=bytes.fromhex(seed[4:]))
            except ValueError:
                raise self._bad("seed", "not_hexadecimal") from None
        return Deal(seed=seed)

    def game(self, edition: Path | None = None) -> Game:
        """The game that was played, with the components that the record names."""
        title = self.headers.get("game", "")
        try:
            builtin = registry.load(title)
        except UnknownGame as problem:
            raise self._bad("game", "unknown_game", **problem.params) from None
        wanted = self.headers.get("material", BUILTIN)
        if wanted == BUILTIN:  # records of old name no edition: the components of their rules version
            wanted = named(registry.as_of(title, self.headers.get("rules", "1")))
        if edition is None:
            game = registry.find(title, wanted.removeprefix(FINGERPRINT)) or builtin
        else:
            game = registry.load(title, edition)
        if named(game) != wanted:
            raise self._bad("material", "other_material", wanted=wanted, have=named(game))
        return game

    def start(self, edition: Path | None = None) -> Match:
        """The match before its first decision."""
        game = self.game(edition)
        names = self.names
        version = self.headers.get("rules", "1")
        if version not in map(str, range(1, game.rules_version + 1)):
            raise self._bad("rules", "unknown_rules", version=version, newest=game.rules_version)
        options = {}
        for part in filter(None, (part.strip() for part in self.headers.get("options", "").split(","))):
            name, equals, value = part.partition("=")
            if not equals:
                raise self._bad("options", "option_without_value", option=part)
            options[name.strip()] = value.strip()
        try:
            return Match(game, len(names), self.deal(), options, names, int(version))
        except BadRecord:
            raise
        except PitheadError as problem:
            place = "players" if problem.code == "bad_players" else "options"
            raise self._bad(place, "headers", detail=problem) from None

    def steps(self, match: Match) -> Iterator[Match]:
        """Replay into a started match, yielding it after every decision, END included."""
        for line in self.lines:
            if match.over:
                raise BadRecord(line=line.number, why="after_the_end")
            mover = match.names[match.to_move or 0]
            if line.name != mover:
                raise BadRecord(line=line.number, why="wrong_player", name=line.name, mover=mover)
            for text in line.actions:
                yield self._step(match, line, text)
            if not line.finished:
                if line is not self.lines[-1]:
                    raise BadRecord(line=line.number, why="unfinished_turn")
            elif not match.over:
                yield self._step(match, line, match.game.action_texts[END])

    def _step(self, match: Match, line: Line, text: str) -> Match:
        try:
            match.play(text)
        except Unparseable:
            raise BadRecord(line=line.number, why="no_such_action", action=text) from None
        except Illegal as problem:
            detail = problem if problem.params["refusal"] else ""
            raise BadRecord(line=line.number, why="illegal", action=text, detail=detail) from None
        except PitheadError as problem:
            raise BadRecord(line=line.number, why="headers", detail=problem) from None
        return match

    def replay(self, edition: Path | None = None) -> Match:
        """The match at the end of the record."""
        match = self.start(edition)
        for _ in self.steps(match):
            pass
        return match

    def verify(self, edition: Path | None = None) -> Match:
        """Replay strictly: the written result and the published commitment must hold as well."""
        match = self.replay(edition)
        _ = self.conceded  # names players of this game
        written = self.headers.get("result")
        if written is not None and not match.over:
            raise self._bad("result", "result_too_early")
        if written is not None and written != _result_text(match):
            raise self._bad("result", "wrong_result", written=written, true=_result_text(match))
        commitment = self.headers.get("commitment")
        if commitment is not None and commitment != match.deal.commitment:
            raise self._bad("commitment", "wrong_commitment")
        return match

    def _bad(self, header: str, why: str, **params: object) -> BadRecord:
        return BadRecord(line=self.where.get(header, 1), why=why, **params)


def parse(text: str) -> Record:
    """Read a record; mistakes name the line."""
    if not isinstance(text, str):
        raise BadRecord(line=1, why="not_understood", text=repr(text)[:60])
    try:
        size = len(text.encode())
    except UnicodeEncodeError as problem:
        # Half of a character, which no file can hold.
        at, half = text.count("\n", 0, problem.start) + 1, ascii(text[problem.start])[1:-1]
        raise BadRecord(line=at, why="not_understood", text=half) from None
    if size > MAX_BYTES:
        raise BadRecord(line=1, why="too_long")
    record = Record({})
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        turn = _TURN.match(line)
        if turn:
            if int(turn[1]) != len(record.lines) + 1:
                raise BadRecord(line=number, why="wrong_number", number=turn[1], expected=len(record.lines) + 1)
            record.lines.append(_turn_line(number, turn[2]))
            continue
        name, colon, value = line.partition(":")
        name = name.strip().lower()
        if not colon or name not in _HEADERS:
            raise BadRecord(line=number, why="not_understood", text=line[:60])
        if name in record.headers:
            raise BadRecord(line=number, why="twice", name=name)
        record.headers[name] = value.strip()
        record.where[name] = number
    if "game" not in record.headers:
        raise BadRecord(line=1, why="no_game")
    return record


def _turn_line(number: int, text: str) -> Line:
    name, colon, moves = text.partition(":")
    if not colon:
        raise BadRecord(line=number, why="not_understood", text=text[:60])
    actions = [part.strip() for part in moves.split(";") if part.strip()]
    finished = not (actions and actions[-1] in (UNFINISHED, "..."))
    return Line(number, name.strip(), tuple(actions if finished else actions[:-1]), finished)


def _deal_headers(match: Match, stopped: bool) -> dict[str, str]:
    deal = match.deal
    if deal.secret is None:
        seed = deal.seed
        return {"seed": f"hex:{seed.hex()}" if isinstance(seed, bytes) else str(seed)}
    headers = {"commitment": str(deal.commitment)}
    if match.over or stopped or not deal.hidden:
        headers |= {
            "secret": deal.secret.hex(),
            "nonces": ", ".join(nonce.hex() for nonce in deal.nonces),
            "deal": deal.scheme,
        }
    return headers


def _result_text(match: Match) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(match.names, match.standing.scores, strict=True))


def _listed(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(",") if name.strip())


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
