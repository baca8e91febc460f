"""The inside of a child process: calls the functions that the server sends, one after another.

Requests and answers are pickles behind their length. They use copies of the standard pipes that no grandchild inherits;
whatever a library prints goes to standard error.
"""

import os
import pickle
import signal
import struct
import sys
import threading
import time
import traceback
from enum import IntEnum
from typing import Any, BinaryIO

from pithead.engine.errors import PitheadError
from pithead.table.garbage import collect_rarely

LENGTH = struct.Struct("<I")


class Answer(IntEnum):
    """What a message from a child process is."""

    READY = 0
    VALUE = 1
    ERROR = 2
    PROGRESS = 3


def pack(message: Any) -> bytes:
    """A message as it goes through a pipe."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def main(nice: int) -> None:
    """Carry out calls until the server closes the pipe."""
    source, target = _own_pipes()
    # The parent alone handles interruptions, and a killed parent cannot end its children: they notice.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(nice)
    collect_rarely()
    sys.path[:] = _read(source)
    _send(target, Answer.READY, None)
    while True:
        try:
            data = _read_bytes(source)
        except EOFError:
            return
        _send(target, *_answer(data, target))


def _answer(data: bytes, target: BinaryIO) -> tuple[Answer, Any]:
    try:
        function, arguments, reports = pickle.loads(data)
        if reports:
            return Answer.VALUE, function(*arguments, lambda value: _send(target, Answer.PROGRESS, value))
        return Answer.VALUE, function(*arguments)
    except Exception as problem:
        return Answer.ERROR, picklable(problem)


def picklable(problem: Exception) -> Exception:
    """An exception that can cross to the server, with its traceback where it is none of the expected ones."""
    if not isinstance(problem, PitheadError):
        problem.add_note("".join(traceback.format_exception(problem)))
    try:
        pickle.loads(pickle.dumps(problem))
    except Exception:
        return RuntimeError("".join(traceback.format_exception(problem)))
    return problem


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, target


def _read(source: BinaryIO) -> Any:
    return pickle.loads(_read_bytes(source))


def _read_bytes(source: BinaryIO) -> bytes:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return source.read(LENGTH.unpack(head)[0])


def _send(target: BinaryIO, kind: Answer, value: Any) -> None:
    target.write(pack((kind, value)))
    target.flush()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)
