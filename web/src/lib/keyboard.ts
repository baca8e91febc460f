// Spatial navigation: arrow keys move to the nearest object of the region in that direction, legal targets first.

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export type Focusable = HTMLElement | SVGElement;

const visible = (node: Element): boolean =>
  node.getClientRects().length > 0 && ((node as Focusable).tabIndex >= 0 || node.hasAttribute('data-stop'));

// Zones whose roving tab stop must be recomputed.
const changed = new Set<Element>();

/** Roving tabindex: a zone of the board (an SVG with `role=group`) is one tab stop, preferably a legal target. */
export function rove(zone: Element): void {
  if (changed.has(zone)) return;
  changed.add(zone);
  // Batched: all objects of a zone change in the same tick.
  queueMicrotask(() => {
    changed.delete(zone);
    const all = [...zone.querySelectorAll<Focusable>('[data-target]')];
    const stops = all.filter((node) => node.hasAttribute('data-stop'));
    const open = stops.filter((node) => node.hasAttribute('data-legal') || node.hasAttribute('data-planned'));
    const isLast = (node: Focusable): boolean => node.tabIndex === 0;
    const here = stops.find((node) => node === document.activeElement);
    const stop = here ?? open.find(isLast) ?? open[0] ?? stops.find(isLast) ?? stops[0];
    for (const node of all) node.setAttribute('tabindex', node === stop ? '0' : '-1');
  });
}

/** All legal targets, in reading order. */
export function legalTargets(root: ParentNode = document): Focusable[] {
  return [...root.querySelectorAll<Focusable>('[data-legal]')].filter(visible);
}

/** Whether the centre of a target is in the viewport and not covered. */
export function inSight(node: Focusable): boolean {
  const { x, y } = centre(node);
  return node.contains(document.elementFromPoint(x, y));
}

/** Scroll the first legal target into view, unless one is visible already; a primary button is shown entirely. */
export function showChoice(root: ParentNode, behavior: ScrollBehavior): void {
  const lit = legalTargets(root);
  const gold = lit.find((node) => node.matches('.pri'));
  if (gold) gold.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior });
  else if (!lit.some(inSight)) lit[0]?.scrollIntoView({ block: 'center', inline: 'nearest', behavior });
}

export function walk(event: KeyboardEvent): void {
  const direction = DIRECTIONS[event.key];
  const here = document.activeElement;
  if (!direction || !here || event.altKey || event.metaKey) return;
  if (here.closest('input, select, textarea, [role=radiogroup], [role=tablist]')) return;
  const region = here.closest('[data-region]');
  if (!region) return;
  const all = [...region.querySelectorAll<Focusable>('[data-target]')].filter(visible);
  const legal = all.filter((node) => node.hasAttribute('data-legal') || node.hasAttribute('data-planned'));
  const next =
    nearest(here, event.ctrlKey || legal.length === 0 ? all : legal, direction) ?? nearest(here, all, direction);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function nearest(from: Element, nodes: Focusable[], [dx, dy]: readonly [number, number]): Focusable | null {
  const start = centre(from);
  let best: Focusable | null = null;
  let least = Infinity;
  for (const node of nodes) {
    if (node === from) continue;
    const end = centre(node);
    const along = (end.x - start.x) * dx + (end.y - start.y) * dy;
    if (along <= 2) continue;
    const across = Math.abs((end.x - start.x) * dy) + Math.abs((end.y - start.y) * dx);
    const cost = along + across * 2.5;
    if (cost < least) [best, least] = [node, cost];
  }
  return best;
}

export function centre(node: Element): { x: number; y: number } {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Whether the focused element handles the key itself, so that it is no shortcut of the table. */
export function isTyping(event: KeyboardEvent): boolean {
  const node = event.target as HTMLElement;
  return /^(INPUT|SELECT|TEXTAREA)$/.test(node.tagName) || node.isContentEditable || node.closest('dialog') !== null;
}
