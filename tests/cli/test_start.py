"""A fast start: what may be imported for the first legal list, and how long it may take."""

import json
import resource
import subprocess
import sys

import pytest

import pithead

FIRST_LIST = "import pithead; match = pithead.new({game!r}, players={players}, seed=1); assert match.legal"
# Packages beside the standard library that the first legal list of a game may need.
ALLOWED = {"pithead", "filelock", "platformdirs"}
# Slow parts of the standard library that it must do without.
TOO_SLOW = {"asyncio", "concurrent", "http", "multiprocessing", "sqlite3", "unittest", "xml"}
LIMIT = 0.3


def first_list(game: str) -> str:
    return FIRST_LIST.format(game=game, players=pithead.load(game).variants[0].players[0])


@pytest.mark.slow
@pytest.mark.parametrize("game", pithead.names())
def test_the_first_legal_list_imports_no_more_than_this(game: str) -> None:
    source = (
        f"import sys; before = set(sys.modules); {first_list(game)}\n"
        "import json; print(json.dumps(sorted({name.split('.')[0] for name in set(sys.modules) - before})))"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    imported = set(json.loads(done.stdout))
    assert {name for name in imported - set(sys.stdlib_module_names) if not name.startswith("_")} <= ALLOWED
    assert imported & TOO_SLOW == set()


def test_the_version_needs_no_numba_and_no_server() -> None:
    source = "import sys; from pithead.cli import run; run(['--version']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    imported = {name.split(".")[0] for name in done.stdout.split()}
    assert imported & {"numpy", "numba", "fastapi", "sqlalchemy", "uvicorn"} == set()


@pytest.mark.slow
def test_a_server_starts_without_what_only_messages_to_people_need() -> None:
    """Cryptography, an HTTP client, a mail client, a second database: 13 MB that most servers never use."""
    source = "import sys, pithead.table.http.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    imported = set(done.stdout.split())
    unused = {"cryptography", "httpcore", "aiosmtplib", "py_vapid", "pywebpush", "webauthn", "openskill", "numba"}
    assert {name.split(".")[0] for name in imported} & unused == set()
    assert "sqlalchemy.dialects.postgresql" not in imported


def test_python_runs_the_package_like_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "pithead", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"pithead {pithead.__version__}\n"


def test_looking_for_compiled_rules_imports_no_compiler() -> None:
    """Importing Numba holds everything up for half a second; waiting for the child that compiles needs none of it."""
    pithead.load("example").warm()
    source = "import sys, pithead; game = pithead.load('example'); assert not game.warm(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert {name.split(".")[0] for name in done.stdout.split()} & {"numba", "numpy", "llvmlite"} == set()


@pytest.mark.slow
@pytest.mark.parametrize("game", pithead.names())
def test_the_first_legal_list_is_there_within_0_3_seconds(game: str) -> None:
    # Whatever else the machine does only adds to it: the best of five counts, and a good one ends them.
    assert any(_seconds(first_list(game)) < LIMIT for _ in range(5))


def _seconds(source: str) -> float:
    """Time on the processor: what else the machine does while tests run is not ours; `pithead bench` has the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", source], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
