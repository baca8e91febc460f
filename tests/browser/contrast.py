"""Which words are hard to see, by the pixels of the screen: also where the system chooses the colours."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Page

ENOUGH = 4.5
ENOUGH_IF_LARGE = 3.0
# Words that are in sight and not covered, each with its box and its size; what is switched off may be faint.
WORDS = """() => {
  const found = [];
  const cut = (node, box) => {
    for (let at = node; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const { left, top, right, bottom } = at.getBoundingClientRect();
      if (box.left < left || box.right > right || box.top < top || box.bottom > bottom) return true;
    }
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest('.sr, .live, [aria-disabled=true], .refused')) continue;
    range.selectNodeContents(text);
    const box = range.getClientRects()[0];
    if (!box || box.width < 3 || box.height < 6) continue;
    if (cut(parent, box)) continue;
    const inside = [[box.left + 1, box.top + 2], [box.right - 1, box.bottom - 2]].every(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there && (parent.contains(there) || there.contains(parent));
    });
    if (!inside) continue;
    const drawn = parent.ownerSVGElement ? Math.hypot(parent.getScreenCTM().a, parent.getScreenCTM().b) : 1;
    found.push([text.data.trim(), box.left, box.top, box.right, box.bottom,
      parseFloat(getComputedStyle(parent).fontSize) * drawn]);
  }
  return found;
}"""


def faint(page: Page) -> list[str]:
    """The words whose lightest and darkest pixels are too near to each other, with the ratio."""
    words: list[tuple[Any, ...]] = page.evaluate(WORDS)
    assert words
    pixels = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB")) / 255
    linear = np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
    light = linear @ (0.2126, 0.7152, 0.0722)
    found = []
    for word, left, top, right, bottom, size in words:
        box = light[max(0, round(top)) : round(bottom), max(0, round(left)) : round(right)]
        if box.size == 0:
            continue
        ratio = (box.max() + 0.05) / (box.min() + 0.05)
        if ratio < (ENOUGH_IF_LARGE if size >= 24 else ENOUGH):
            found.append(f"{word}: {ratio:.1f}")
    return found
