"""Pages that tests use one after the other: a new context starts a process and compiles the client anew."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from playwright.sync_api import Browser, ConsoleMessage, Page

# A document of the server that runs nothing. To leave the server's origin would end the process of the page.
QUIET = "/icon.svg"
# What cannot be taken back: a page that was used in one of these ways is closed after its test.
LASTING = frozenset(
    "add_init_script clock context emulate_media expose_binding expose_function on once route route_from_har"
    " route_web_socket set_default_navigation_timeout set_default_timeout set_extra_http_headers".split()
)
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


class Look(NamedTuple):
    """What a context is made with and keeps."""

    theme: str
    touch: bool
    settings: str
    motion: bool
    drawn: bool = False


class KeptPage(Page):
    """A page that remembers whether anything lasting was done to it, and what it complained about."""

    look: Look
    lasting: bool
    complaints: list[str]

    def __getattribute__(self, name: str) -> Any:
        if name in LASTING:
            self.lasting = True
        return super().__getattribute__(name)


class Pages:
    """The pages of one browser that wait for their next test, all of them at one server."""

    def __init__(self, browser: Browser, server: str, patience: int) -> None:
        self.browser, self.server, self.patience = browser, server, patience
        self.waiting: defaultdict[Look, list[KeptPage]] = defaultdict(list)

    def take(self, look: Look, size: dict[str, int]) -> KeptPage:
        """A page of a person whom the server does not know yet, at an address where nothing happens."""
        page = self.waiting[look].pop() if self.waiting[look] else self._open(look)
        if page.viewport_size != size:
            page.set_viewport_size(size)  # type: ignore[arg-type]
        return page

    def give_back(self, page: KeptPage) -> None:
        """Forget all that the person did; a page that cannot is closed."""
        if page.lasting or page.is_closed() or not page.url.startswith(f"{self.server}/"):
            Page.context.fget(page).close()  # type: ignore[attr-defined]
            return
        page.goto(QUIET)
        page.mouse.move(0, 0)
        page.evaluate(FORGET)
        page.context.clear_cookies()
        page.lasting = False
        page.complaints.clear()
        self.waiting[page.look].append(page)

    def _open(self, look: Look) -> KeptPage:
        context = self.browser.new_context(
            color_scheme=look.theme,  # type: ignore[arg-type]
            has_touch=look.touch,
            reduced_motion="no-preference" if look.motion else "reduce",
            base_url=self.server,
            locale="en-GB",
            service_workers="block",  # it stands between the page and what a test puts in the network's place
        )
        context.add_init_script(
            f"localStorage.getItem('pithead.settings') || localStorage.setItem('pithead.settings', '{look.settings}')"
        )
        # What moves is seen as it is drawn.
        if not (look.drawn or look.motion):
            context.add_init_script(UNDRAWN)
        context.set_default_timeout(self.patience)
        page = context.new_page()
        page.__class__ = KeptPage
        assert isinstance(page, KeptPage)
        page.look = look
        complaints: list[str] = []
        page.complaints = complaints

        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and "registration blocked by Playwright" not in message.text:
                complaints.append(f"{message.type}: {message.text}")

        page.on("console", heard)
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        page.goto(QUIET)
        page.lasting = False
        return page
