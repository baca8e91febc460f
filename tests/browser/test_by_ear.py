"""What screen readers are told, and whether a game can be played by it."""

from __future__ import annotations

import re

import pytest

from .conftest import NewPage
from .player import Player, against_bots, new_table, open_turns, state

pytestmark = pytest.mark.slow

RULES = re.compile(r"(\s+[A-Z]+\d+)+$")
# Collects what is added to the live regions: that is what a screen reader reads out.
HEAR = """
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes)
      if (node.nodeType === 1 && node.matches('.live[aria-live=polite] > p')) window.heard.push(node.textContent);
  }).observe(document, {subtree: true, childList: true});
"""


def test_every_turn_is_told_and_none_takes_the_place_of_another(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(HEAR)
    page.goto(f"/en/table/{new_table(page, 'example', against_bots('Ada', 3))}")
    page.locator(".app[data-state=act]").wait_for()
    before = page.locator("ol.log li").count()
    prompts = [page.locator("footer .prompt b").inner_text()]
    player = Player(page, 1)
    while (now := state(page))["state"] != "over":
        if now["state"] == "act":
            player.decide(now)
            prompts.append(page.locator("footer .prompt b").inner_text())
        else:
            player.wait(now)
    open_turns(page)
    # Behind a line stand the rules that it comes from.
    told = [RULES.sub("", line.strip()) for line in page.locator("ol.log li").all_inner_texts()][before:]
    heard = page.evaluate("window.heard")
    assert any("Ada" in line for line in told)
    assert any("Hugo" in line for line in told)
    unheard = [line for line in told if not any(line in said for said in heard)]
    assert not unheard, heard
    assert "It is your turn." in heard
    assert not [said for said in heard if re.search(r"\w\.\w|_", said)], "words, no ids"
    assert heard.index("It is your turn.") < heard.index(prompts[0]), "the question comes last"
    # What is old already is not told again.
    page.reload()
    page.locator(".app[data-state]").wait_for()
    page.locator("ol.log li").first.wait_for()
    assert [line for line in told if any(line in said for said in page.evaluate("window.heard"))] == []
