"""Copies of a game: backends, editions and the disk cache never mix."""

import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from enum import IntEnum
from pathlib import Path
from types import ModuleType

import pytest

import pithead
from pithead.kit import cache
from pithead.kit.cache import CompileFailed

from .shapes_of import FOLDER, shapes


@pytest.mark.slow
def test_editions_do_not_share_machine_code() -> None:
    """Two copies with the same record layout and other constants."""
    assert shapes("compiled", factor=2).module("rules").twice(10) == 20
    assert shapes("compiled", factor=3).module("rules").twice(10) == 30
    assert shapes("interpreted", factor=3).module("rules").twice(10) == 30


@pytest.mark.slow
def test_editing_a_callee_in_another_file_is_noticed(tmp_path: Path) -> None:
    """The folder is named after everything that is compiled in, not only after the caller."""
    script = (
        "import sys; from pathlib import Path; from tests.kit.shapes_of import shapes;"
        "i = shapes('compiled', folder=Path(sys.argv[1])); print(i.module('rules').twice(10), i.cache.name)"
    )
    folder = tmp_path / "shapes"
    shutil.copytree(FOLDER, folder)
    callee = (folder / "callee.py").read_text()

    def run() -> list[str]:
        result = subprocess.run(
            [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=True, cwd=Path.cwd()
        )
        return result.stdout.split()

    before = run()
    (folder / "callee.py").write_text(callee.replace("value * FACTOR", "value * FACTOR + 1"))
    after = run()
    assert (before[0], after[0]) == ("20", "21")
    assert before[1] != after[1]


@pytest.mark.parametrize("name", ["view.py", "view/__init__.py"])
def test_a_rule_in_a_file_that_only_reads_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "shapes"
    shutil.copytree(FOLDER, folder)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("from pithead.kit import rule\n\n@rule\ndef look():\n    return 1\n")
    with pytest.raises(TypeError, match="only reads"):
        shapes("interpreted", folder=folder).module("view")


@pytest.mark.parametrize(
    "name", ["board", "material", "notation", "offers", "plans", "refusals", "view", "view/__init__", "view/map"]
)
def test_editing_a_file_that_only_reads_recompiles_nothing(tmp_path: Path, name: str) -> None:
    game = tmp_path / "shapes"
    shutil.copytree(FOLDER, game)
    before = cache.folder_of(game, "edition")
    (game / f"{name}.py").parent.mkdir(exist_ok=True)
    (game / f"{name}.py").write_text("WORDS = 1\n", "utf-8")
    assert cache.folder_of(game, "edition") == before
    (game / "callee.py").write_text("# edited\n", "utf-8")
    assert cache.folder_of(game, "edition") != before


def test_absolute_and_relative_imports_stay_inside_a_copy() -> None:
    one, other = shapes("interpreted", factor=5), shapes("checked", factor=5)
    assert one.module("rules").State is one.module("state").State
    assert one.module("state").State is not other.module("state").State


def test_nobody_gets_a_file_that_another_thread_is_still_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = shapes("interpreted", factor=7)
    name, begun, finish = f"{copy.alias}.slow", threading.Event(), threading.Event()

    def load(full: str) -> ModuleType:
        sys.modules[full] = found = ModuleType(full)
        begun.set()
        finish.wait(10)
        found.whole = True  # type: ignore[attr-defined]
        return found

    monkeypatch.setattr("pithead.kit.loader.importlib.import_module", load)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(copy.module, "slow")
        begun.wait(10)
        second = threads.submit(copy.module, "slow")
        assert not wait([second], timeout=0.05).done, "it is half made"
        finish.set()
        assert first.result().whole
        assert second.result().whole
    del sys.modules[name]


def writing(folder: Path, source: Path) -> str:
    """What a compiler leaves behind."""
    return f"open({str(cache.bundle(folder / 'game', source))!r}, 'w')"


def test_two_processes_never_compile_the_same_game_at_once(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("")
    started = tmp_path / "started"
    command = [sys.executable, "-c", f"open({str(started)!r}, 'a').write('x'); {writing(tmp_path, source)}"]
    threads = [threading.Thread(target=cache.warm, args=(tmp_path / "game", command, [source])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert started.read_text() == "x"


def test_progress_is_told_while_compiling(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("")
    script = f"print('[1, 2, \"a\"]'); print('[2, 2, \"b\"]'); {writing(tmp_path, source)}"
    command = [sys.executable, "-c", script]
    told: list[tuple[int, int, str]] = []
    assert cache.warm(tmp_path / "game", command, [source], lambda *step: told.append(step))
    assert told == [(1, 2, "a"), (2, 2, "b")]
    assert not cache.warm(tmp_path / "game", command, [source])


def test_a_failed_compilation_says_why_and_is_tried_again(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("")
    command = [sys.executable, "-c", "raise SystemExit('no room left')"]
    with pytest.raises(CompileFailed, match="no room left"):
        cache.warm(tmp_path / "game", command, [source])
    assert cache.warm(tmp_path / "game", [sys.executable, "-c", writing(tmp_path, source)], [source])


def test_old_compiled_games_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITHEAD_CACHE", str(tmp_path))
    import os

    for name, age in (("old-game", 40), ("new-game", 1)):
        (tmp_path / name).mkdir()
        bundle = tmp_path / name / "drivers-x.bundle"
        bundle.touch()
        os.utime(bundle, (time.time() - age * 86_400,) * 2)
    cache.prune()
    assert [path.name for path in tmp_path.iterdir()] == ["new-game"]


def test_without_numba_games_still_play() -> None:
    """A platform without a wheel: every game runs on the interpreter, and asking for more is refused in words."""
    script = (
        "import sys\n"
        "class Block:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('numba', 'numpy', 'llvmlite'): raise ImportError(name)\n"
        "sys.meta_path.insert(0, Block())\n"
        "import importlib.metadata as m\n"
        "known = m.version\n"
        "def version(name):\n"
        "    if name == 'numba': raise m.PackageNotFoundError(name)\n"
        "    return known(name)\n"
        "m.version = version\n"
        "import pithead\n"
        "match = pithead.new('example', players=2, seed=1)\n"
        "while not match.over: match.play(match.legal[0])\n"
        "try: match.game.rules('compiled')\n"
        "except pithead.PitheadError as problem: print(match.result.reason, problem.code)\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["rounds", "cannot_compile"]


def test_interpreted_rules_find_plain_numbers_and_readers_the_names() -> None:
    """A member of an enumeration is several times slower than the integer that it stands for."""
    game = pithead.load("example")
    state = game.rules().new(2, game.numbers(game.resolve(None)), [0] * 8)
    assert type(state.phase) is int
    assert isinstance(game.module("offers").Phase.ACT, IntEnum)


def test_a_member_of_an_enumeration_is_read_without_a_call() -> None:
    """Python 3.11 would call a function for it, half a microsecond every time in interpreted rules."""
    act = pithead.load("example").module("state").Act
    assert vars(act)["END"] is act.END
    assert act(0) is act.END
