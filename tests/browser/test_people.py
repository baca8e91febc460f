"""What people do around a game: choose opponents, invite, give up, come back too late, play once more."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import NewPage
from .player import new_table

pytestmark = pytest.mark.slow

CONCEDE = """([table, seat]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  const say = (message) => socket.send(JSON.stringify({ key: message.type, seat, ...message }));
  socket.onopen = () => say({ type: 'subscribe' });
  socket.onmessage = ({ data }) => {
    const { type } = JSON.parse(data);
    if (type === 'welcome') say({ type: 'concede' });
    if (type === 'ack' || type === 'error') { socket.close(); done(); }
  };
})"""


def test_opponents_are_chosen_before_the_table_starts(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/en/")
    page.get_by_role("button", name=re.compile("Lamp Room")).click()
    page.get_by_label("Your name").fill("Ada")
    second = page.get_by_role("radiogroup", name="Bot level, Seat 2")
    for level in ("Trapper", "Foreman"):
        second.get_by_role("radio", name=level).click()
        expect(second.get_by_role("radio", name=level)).to_be_checked()
    page.get_by_role("button", name=re.compile("take another colour")).click()
    assert page.url.endswith("/en/"), "nothing but the start button starts the table"
    page.get_by_role("button", name="Start table").click()
    page.locator(".app[data-state]").wait_for()
    expect(page.locator("article", has_text="Foreman bot")).to_have_count(1)


def test_whoever_sits_down_keeps_a_number_back_and_sees_the_deal_checked(new_page: NewPage) -> None:
    """From the bench to a seat: commit, open at the start, play from the own seat, check at the end."""
    ada, hugo = new_page(), new_page()
    table = new_table(
        ada, "example", [{"kind": "you", "name": "Ada"}, {"kind": "closed"}, {"kind": "open"}], start=False
    )
    ada.goto(f"/en/table/{table}")
    hugo.goto(f"/en/table/{table}")
    hugo.get_by_label("Your name").fill("Hugo")
    hugo.get_by_role("button", name="Sit down").click()
    hugo.get_by_text("The owner starts").wait_for()
    kept = hugo.evaluate("JSON.parse(localStorage.getItem('pithead.deals'))")
    ada.get_by_role("button", name="Start table").click()
    expect(hugo.get_by_text("The owner starts")).to_have_count(0)
    dealt = hugo.evaluate("(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json())", table)
    assert dealt["deal"]["nonces"] == [one["nonce"] for one in kept.values()]
    assert [seat["yours"] for seat in dealt["seats"]] == [False, True]
    for page, seat in ((ada, 0), (hugo, 1)):
        page.evaluate(CONCEDE, [table, seat])
    expect(hugo.get_by_role("dialog")).to_contain_text("Deal checked")
