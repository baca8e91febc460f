"""A link reaches others: by the share sheet, by the clipboard, and where there is none."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .accessible import complaints
from .conftest import PHONE, ROOT, NewPage
from .pages import visit
from .player import new_table

pytestmark = pytest.mark.slow
# A home network has no secure connection, and so no clipboard; phones have a sheet for sharing.
AT_HOME = """
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
  Object.defineProperty(navigator, 'share', { value: async (shared) => { window.shared = shared; } });
  document.addEventListener('copy', ({ target }) => { window.copied = target.value; });
"""

READ = """async () => {
  const { decodeQR } = await import('/qr/decode.js');
  const drawn = document.querySelector('.qr');
  const canvas = new OffscreenCanvas(300, 300).getContext('2d');
  canvas.fillStyle = getComputedStyle(drawn.querySelector('rect')).fill;
  canvas.fillRect(0, 0, 300, 300);
  canvas.scale(300 / drawn.viewBox.baseVal.width, 300 / drawn.viewBox.baseVal.height);
  canvas.fillStyle = getComputedStyle(drawn.querySelector('path')).fill;
  canvas.fill(new Path2D(drawn.querySelector('path').getAttribute('d')));
  return decodeQR(canvas.getImageData(0, 0, 300, 300));
}"""


def test_a_link_is_copied_without_a_clipboard_and_shared_by_the_sheet_of_the_phone(new_page: NewPage) -> None:
    page = new_page(size=PHONE, touch=True)
    page.add_init_script(AT_HOME)
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "invite"}]
    page.goto(f"/en/table/{new_table(page, 'example', seats, start=False)}")
    link = page.locator("code")
    expect(link).to_contain_text("/join/")
    # This server listens on the machine itself only: nobody would get there.
    expect(page.get_by_text("This address is known to this computer only")).to_be_visible()
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == link.inner_text()
    page.get_by_role("button", name="Share").tap()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared.url") == link.inner_text()
    # In a dialog only what lies in it can be selected.
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("button", name="Copy a link to go on at another device").tap()
    expect(page.get_by_role("status").filter(has_text="The link is copied")).to_be_visible()
    assert page.evaluate("window.copied") != link.inner_text()


def test_a_code_for_the_camera_leads_to_the_seat(new_page: NewPage, axe: str) -> None:
    page = new_page(size=PHONE, touch=True)
    reader = ROOT / "web" / "node_modules" / "qr"
    page.route("**/qr/*.js", lambda route: route.fulfill(path=reader / route.request.url.rsplit("/", 1)[-1]))
    page.goto(
        f"/en/table/{new_table(page, 'example', [{'kind': 'you', 'name': 'Ada'}, {'kind': 'invite'}], start=False)}"
    )
    expect(page.locator("code")).to_contain_text("/join/")
    expect(page.locator(".qr")).to_have_count(0)
    button = page.get_by_role("button", name="QR code")
    button.tap()
    link = page.locator("code").inner_text()
    expect(page.get_by_role("img", name=f"QR code of {link}")).to_be_visible()
    # As a camera would read it.
    assert page.evaluate(READ) == link
    assert complaints(page, axe) == []
    button.tap()
    expect(page.locator(".qr")).to_have_count(0)


def test_a_lobby_of_four_is_scrolled_on_a_phone_and_nothing_lies_on_top_of_it(new_page: NewPage) -> None:
    page = new_page(size={"width": 390, "height": 664}, touch=True)
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "invite"}, {"kind": "open"}, {"kind": "open"}]
    visit(page, f"/en/table/{new_table(page, 'coal-baron', seats, start=False)}")
    expect(page.locator("code")).to_have_count(3)
    bottom, top = page.evaluate(
        "() => [document.querySelector('.lobby .in').getBoundingClientRect().bottom,"
        " document.querySelector('.panel.chat').getBoundingClientRect().top]"
    )
    assert bottom <= top
