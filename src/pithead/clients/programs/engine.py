"""Runs a program as a subprocess that decides for a seat, over NDJSON on its stdin and stdout.

It receives `game` once, `position` whenever it is to move, `refused` with the reason if its answer was illegal, and
`over`. It answers `{"action": …}` with a canonical text or a number, or `{"undo": true}`.
"""

import json
import queue
import shlex
import subprocess
import threading
from typing import Any

from pithead.engine.errors import PitheadError

from .errors import Later, Unreachable
from .position import PROTOCOL, Position, Standing
from .seat import Seat

REFUSALS = 5  # consecutive refusals before the program is aborted
MAX_LINE = 1_000_000
STOPPING = 5.0  # grace period in seconds before it is killed


class EngineFailed(PitheadError):
    """The program failed: it does not start, exited, timed out, or its output cannot be parsed."""

    code = "engine_failed"


class Engine:
    """The subprocess of a program."""

    def __init__(self, command: str, limit: float) -> None:
        self.command = command
        self._limit = limit
        self._answers: queue.Queue[str | None] = queue.Queue()
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except (OSError, ValueError, IndexError) as problem:
            raise EngineFailed(command=command, why="not_started", problem=str(problem)) from None
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop the program: close its stdin, and kill it after the grace period."""
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.close()
            self._process.wait(STOPPING)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._listening.join()
        self._process.stdout.close()

    def play(self, seat: Seat) -> Standing:
        """Play a seat to the end of the game with the program's answers."""
        position = seat.wait()
        about = {"game": position.game, "players": position.players, "seat": position.seat, "options": seat.options}
        self.tell({"type": "game", "protocol": PROTOCOL, **about, "language": seat.words.messages.language})
        while position.result is None:
            self._decide(seat, position)
            position = seat.wait()
        self.tell({"type": "over", **position.result.model_dump(), "happened": position.happened})
        return position.result

    def _decide(self, seat: Seat, position: Position) -> None:
        self.tell(position.model_dump())
        for _ in range(REFUSALS):
            answer = self.ask()
            try:
                if answer.get("undo"):
                    seat.undo()
                else:
                    seat.play(_action(self.command, answer))
                return
            except (EngineFailed, Later, Unreachable):
                raise  # not for what the program has answered
            except PitheadError as refusal:
                self.tell({"type": "refused", "code": refusal.code, "why": seat.words.error(refusal)})
        raise EngineFailed(command=self.command, why="refused_too_often", times=REFUSALS)

    def tell(self, message: dict[str, Any]) -> None:
        """Write a message as one line to the program's stdin."""
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def ask(self) -> dict[str, Any]:
        """Read the program's next message, with a timeout."""
        try:
            line = self._answers.get(timeout=self._limit)
        except queue.Empty:
            raise EngineFailed(command=self.command, why="silent", seconds=f"{self._limit:g}") from None
        if line is None:
            raise self._ended()
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise EngineFailed(command=self.command, why="not_json", line=line.strip()[:200])
        return answer

    def _listen(self) -> None:
        assert self._process.stdout
        while line := self._process.stdout.readline(MAX_LINE):
            self._answers.put(line)
        self._answers.put(None)

    def _ended(self) -> EngineFailed:
        try:
            code = self._process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            code = 0
        return EngineFailed(command=self.command, why="ended", exit=code)


def _action(command: str, answer: dict[str, Any]) -> int | str:
    action = answer.get("action")
    if isinstance(action, bool) or not isinstance(action, (int, str)):
        raise EngineFailed(command=command, why="no_action", line=json.dumps(answer)[:200])
    return action
