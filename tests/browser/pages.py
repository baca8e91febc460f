"""Pages that tests use one after the other: a new context starts a process and compiles the client anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from playwright.sync_api import Browser, ConsoleMessage, Page

# A document of the server that runs nothing. To leave the server's origin would end the process of the page.
QUIET = "/icon.svg"
# A page of the client where nothing happens: to go on from there takes half as long as to load a document.
RESTING = "/en/nowhere"
# What cannot be taken back: a page that was used in one of these ways is closed after its test.
LASTING = frozenset(
    "clock context once route_from_har route_web_socket set_default_navigation_timeout set_default_timeout"
    " set_extra_http_headers".split()
)
# What is taken back after the test.
UNDONE = frozenset("add_init_script expose_binding expose_function on route".split())
# Whoever does this to a page wants to see the client begin.
PREPARED = LASTING | UNDONE | {"emulate_media"}
# Tests read the document, not its picture, and to draw that takes a quarter of the time: a page that is seen through is
# laid out, clicked and focused like any other. Dialogs are drawn nonetheless.
UNDRAWN = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root:not([data-drawn]) { opacity: 0 }');
  document.adoptedStyleSheets = [sheet];
})()"""
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}"""
# The same for a client that goes on running: its settings follow the storage, and what it said is taken away.
FORGET_RUNNING = f"""async (settings) => {{
  await ({FORGET})();
  localStorage.setItem('pithead.settings', settings);
  window.dispatchEvent(new StorageEvent('storage', {{ key: 'pithead.settings' }}));
  for (const line of document.querySelectorAll('.live > *')) line.remove();
}}"""
FOLLOW = """(path) => {
  document.querySelector('.app')?.setAttribute('data-left', '');
  const link = Object.assign(document.createElement('a'), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}"""


def visit(page: Page, path: str) -> None:
    """Go there: by a link inside the client, if the page runs it already."""
    if page.url.endswith(QUIET):
        Page.goto(page, path)
        return
    page.evaluate(FOLLOW, path)
    page.locator(".app[data-left]").wait_for(state="detached")


class Look(NamedTuple):
    """What a page looks like to its person, and the settings that it has kept."""

    theme: str
    settings: str
    motion: bool
    drawn: bool = False


class KeptPage(Page):
    """A page that remembers what was done to it, and what it complained about."""

    touch: bool
    look: Look | None
    scripts: list[Any]
    """What gives it its look."""
    undo: list[Callable[[], None]]
    lasting: bool
    loaded: bool
    """Whether a test has loaded a document itself, and may have changed what runs in it."""
    complaints: list[str]

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name in PREPARED and self.url.endswith(RESTING):
            Page.goto(self, QUIET)
        if name in LASTING:
            self.lasting = True
        elif name == "goto":
            self.loaded = True
        elif name == "emulate_media":
            self.look = None
        elif name in UNDONE:

            @wraps(found)
            def remembered(*given: Any, **more: Any) -> Any:
                made = found(*given, **more)
                self.undo.append(made.close if made else lambda: self.remove_listener(*given))
                return made

            return remembered
        return found

    @property
    def running(self) -> bool:
        """Whether it runs a client that only `visit` has led from page to page."""
        return not self.loaded and not self.undo and self.look is not None and not self.url.endswith(QUIET)

    def dress(self, look: Look) -> None:
        """Take on another look, from the next document on."""
        self.emulate_media(
            color_scheme=look.theme,  # type: ignore[arg-type]
            reduced_motion="no-preference" if look.motion else "reduce",
            forced_colors="null",
        )
        for script in self.scripts:
            script.close()
        kept = (
            f"localStorage.getItem('pithead.settings') || localStorage.setItem('pithead.settings', '{look.settings}')"
        )
        wanted = [kept] if look.drawn else [kept, UNDRAWN]
        self.scripts = [Page.add_init_script(self, script) for script in wanted]
        self.look = look


class Pages:
    """The pages of one browser that wait for their next test, all of them at one server."""

    def __init__(self, browser: Browser, server: str, patience: int) -> None:
        self.browser, self.server, self.patience = browser, server, patience
        # With touch and without.
        self.waiting: dict[bool, list[KeptPage]] = {False: [], True: []}

    def take(self, look: Look, size: dict[str, int], touch: bool = False) -> KeptPage:
        """A page of a person whom the server does not know yet, at an address where nothing happens."""
        waiting = self.waiting[touch]
        # Whoever has to load a document anyway takes a page that runs no client yet.
        alike = [page for page in waiting if page.look == look] or sorted(waiting, key=lambda page: not page.running)
        page = alike[-1] if alike else self._open(touch)
        if page in waiting:
            waiting.remove(page)
        if page.look != look:
            if page.running:
                self._unload(page)
            page.dress(look)
        if page.viewport_size != size:
            page.set_viewport_size(size)  # type: ignore[arg-type]
        page.complaints.clear()  # of what came late no test knows
        return page

    def give_back(self, page: KeptPage) -> None:
        """Forget all that the person did; a page that cannot is closed."""
        context = Page.context.fget(page)  # type: ignore[attr-defined]
        if page.lasting or page.is_closed() or not page.url.startswith(f"{self.server}/"):
            context.close()
            return
        page.mouse.move(0, 0)
        running = page.running
        if running and page.look:
            visit(page, RESTING)
            page.locator("h1 ~ .btns").wait_for(state="attached")
            page.keyboard.press("Escape")  # what gets the focus next is outlined, as on a page that is new
            page.evaluate(FORGET_RUNNING, page.look.settings)
        else:
            self._unload(page)
        context.clear_cookies()
        if running:
            # What the client asks for by itself makes no second person beside the first request of the next test.
            page.evaluate("() => fetch('/api/me').then(() => true)")
        page.lasting = False
        page.complaints.clear()
        self.waiting[page.touch].append(page)

    def _unload(self, page: KeptPage) -> None:
        page.goto(QUIET)
        for undo in reversed(page.undo):
            undo()
        page.undo.clear()
        page.evaluate(FORGET)
        page.loaded = False

    def _open(self, touch: bool) -> KeptPage:
        context = self.browser.new_context(
            has_touch=touch,
            base_url=self.server,
            locale="en-GB",
            service_workers="block",  # it stands between the page and what a test puts in the network's place
        )
        context.set_default_timeout(self.patience)
        page = context.new_page()
        complaints: list[str] = []

        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and "registration blocked by Playwright" not in message.text:
                complaints.append(f"{message.type}: {message.text} ({message.location['url']})")

        page.on("console", heard)
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        page.goto(QUIET)
        page.__class__ = KeptPage
        assert isinstance(page, KeptPage)
        page.touch, page.look, page.scripts, page.undo = touch, None, [], []
        page.lasting, page.loaded, page.complaints = False, False, complaints
        return page
