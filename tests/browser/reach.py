"""What of the choices of a question a finger reaches and an eye reads."""

from __future__ import annotations

from playwright.sync_api import Page

# Every choice of the position, on whatever tab of the phone it lies: what is wrong with the best object for it.
MEASURE = """async () => {
  const FINGER = 40, TEXT = 11;
  const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
  const problems = new Map();
  const add = (id, found) => {
    if (!problems.has(id) || found.length < problems.get(id).length) problems.set(id, found);
  };
  const reacts = 'button, a, input, select, textarea, [role=tab], [role=button][data-stop]';
  const owner = (x, y) => document.elementFromPoint(x, y);
  const shown = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility === 'visible';
  const scale = (node) => {
    const drawn = node.closest('svg') ? node.closest('svg *, svg').getScreenCTM?.() : null;
    return drawn ? Math.hypot(drawn.a, drawn.b) : 1;
  };
  const texts = (root) => {
    const found = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!text.textContent.trim() || parent.closest('.sr') || !shown(parent)) continue;
      found.push(parent);
    }
    return found;
  };
  const measure = (node) => {
    const id = node.dataset.target;
    node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = node.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (box.width === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return ['out of the window'];
    const same = (there) => there?.closest('[data-target]')?.dataset.target === id;
    const top = owner(x, y);
    if (!node.contains(top) && !same(top)) {
      return [`under ${top?.tagName}.${top?.getAttribute('class') ?? ''}`];
    }
    const found = [];
    const reach = FINGER / 2 - 1;
    for (const dx of [-reach, 0, reach]) for (const dy of [-reach, 0, reach]) {
      const there = owner(x + dx, y + dy);
      if (!there || node.contains(there) || same(there)) continue;
      const other = there.closest(reacts);
      // A tap beside something lit means it, unless another thing has its own answer, or lies nearer.
      if (other?.dataset.target && !other.matches('[data-legal], [data-planned]')) {
        const at = other.getBoundingClientRect();
        if (at.width >= FINGER || at.height >= FINGER) continue;
        if (Math.hypot(at.x + at.width / 2 - x - dx, at.y + at.height / 2 - y - dy) > Math.hypot(dx, dy)) continue;
      }
      if (other && !found.length) found.push(
        `${Math.round(box.width)}×${Math.round(box.height)}, beside it ${other.dataset.target ?? other.className}`);
    }
    const within = node.ownerSVGElement ? [...node.ownerSVGElement.querySelectorAll('text')].filter((text) => {
      const at = text.getBoundingClientRect();
      const [tx, ty] = [at.x + at.width / 2, at.y + at.height / 2];
      return shown(text) && tx > box.left && tx < box.right && ty > box.top && ty < box.bottom;
    }) : [];
    for (const text of [...texts(node), ...within]) {
      const size = parseFloat(getComputedStyle(text).fontSize) * scale(text);
      if (size < TEXT - 0.05 && found.length < 3) found.push(`text ${size.toFixed(1)} px: ${text.textContent.trim()}`);
    }
    return found;
  };
  // What follows the size of something else does so before the next picture.
  await frame();
  await frame();
  // As the question is first shown: nothing that can be chosen lies under a button of something else.
  const clip = (node) => {
    let seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let at = node.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const box = at.getBoundingClientRect();
      seen = { left: Math.max(seen.left, box.left), top: Math.max(seen.top, box.top),
        right: Math.min(seen.right, box.right), bottom: Math.min(seen.bottom, box.bottom) };
    }
    return seen;
  };
  for (const node of document.querySelectorAll('[data-legal]')) {
    const box = node.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const seen = clip(node);
    if (!shown(node) || x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) continue;
    const over = owner(x, y)?.closest('button');
    if (over && !over.dataset.target && !over.contains(node)) {
      problems.set(`${node.dataset.target} at first`, [`under ${over.ariaLabel ?? over.className}`]);
    }
  }
  const half = document.querySelector('[data-target][aria-pressed=true]');
  const tabs = [...document.querySelectorAll('nav.seg [role=tab]')].filter(shown);
  const first = tabs.find((tab) => tab.getAttribute('aria-selected') === 'true');
  for (const tab of tabs.length ? [first, ...tabs.filter((tab) => tab !== first)] : [null]) {
    if (tab && tab !== first) {
      if (![...problems.values()].some((found) => found.length)
        && [...document.querySelectorAll('[data-legal]')].every((node) => problems.has(node.dataset.target))) break;
      tab.click();
      await frame();
    }
    for (const node of document.querySelectorAll('[data-legal]')) {
      if (problems.get(node.dataset.target)?.length === 0) continue;
      if (shown(node)) add(node.dataset.target, measure(node));
      // What is picked up already asks for its place: the rest comes back when it is laid down.
      else if (!half && !problems.has(node.dataset.target)) add(node.dataset.target, ['not drawn', '', '']);
    }
  }
  if (first && first.getAttribute('aria-selected') !== 'true') first.click();
  const end = document.querySelector('#confirm[aria-disabled=false]');
  if (end) {
    const box = end.getBoundingClientRect();
    const top = owner(box.x + box.width / 2, box.y + box.height / 2);
    const fine = end.contains(top) && box.height >= FINGER;
    problems.set('confirm', fine ? [] : [`${Math.round(box.height)} px, under ${top?.className}`]);
  }
  // The question, what is lost or why not, the label of the button, the numbers of the players, who a card of Mine Out
  // is, where it is hired and what is sold there are shown whole.
  const whole = '.act .prompt > *, #confirm .word, .strip small, .face:has(em) b, .face em, .mk .row .w';
  for (const node of document.querySelectorAll(whole)) {
    const missing = [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight];
    if (shown(node) && node.clientWidth > 0 && Math.max(...missing) > 1) problems.set(node.textContent, ['cut']);
  }
  if (document.scrollingElement.scrollWidth > innerWidth) problems.set('page', ['scrolls sideways']);
  const wrong = [...problems].filter(([, found]) => found.length);
  return wrong.map(([id, found]) => `${id}: ${found.filter(Boolean).join('; ')}`);
}"""

IN_SIGHT = """() => [
  ...document.querySelectorAll('[data-legal], #confirm[aria-disabled=false], [role=tab]:has(.dot)'),
].some((node) => {
  const box = node.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return there && node.contains(there);
})"""


def out_of_reach(page: Page) -> list[str]:
    """The choices of the question that a finger or an eye would miss, and what is cut of its words."""
    found: list[str] = page.evaluate(MEASURE)
    if not page.evaluate(IN_SIGHT):
        found.append("no choice, no end of the turn, no mark of another view is in sight")
    return found
