"""What an accessibility checker complains about, in both themes."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Whatever moves has come to rest; what pulses for ever is looked at as it is.
RUN = """async ([within, contrast]) => {
  document.documentElement.toggleAttribute('data-drawn', true);
  const part = within ? document.querySelector(within) : document;
  const moves = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moves.map((one) => one.finished));
  const rules = {'color-contrast': {enabled: contrast}};
  // Nothing that is looked at depends on the text of style sheets, and there are no frames.
  const options = {resultTypes: ['violations'], preload: false, iframes: false};
  const found = (await axe.run(part, {...options, rules})).violations;
  const end = (found) => { document.documentElement.toggleAttribute('data-drawn', false); return found; };
  if (!contrast) return end(found);
  // Only contrast depends on the theme.
  const root = document.documentElement, theme = root.dataset.theme;
  root.dataset.theme = theme === 'light' ? 'dark' : 'light';
  const other = await axe.run(part, {...options, runOnly: ['color-contrast']});
  const there = root.dataset.theme;
  root.dataset.theme = theme;
  return end([...found, ...other.violations.map((one) => ({...one, id: `${one.id} (${there})`}))]);
}"""


def complaints(page: Page, axe: str, within: str = "", contrast: bool = True) -> list[str]:
    """Every complaint with the element that it is about, in the theme of the page and in the other one.

    Where a dialog covers a page that was looked at before, `within` is what is new. Colours are those of every window.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate(RUN, [within, contrast])
    return [
        f"{problem['id']}: {node['target']} {node['html'][:160]} {node['failureSummary'][:200]}"
        for problem in found
        for node in problem["nodes"]
    ]
