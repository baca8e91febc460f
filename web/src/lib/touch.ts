// Enlarged touch targets: a tap near a small legal target counts as a tap on it.

import { centre, type Focusable } from './keyboard';

// Half the side of the square touch area around a target's centre.
const REACH = 20;
// Elements that handle taps themselves.
const CONTROL = 'a, input, select, textarea, dialog, [role=tab], button:not([data-target])';

const isSmall = (node: Element): boolean => {
  const { width, height } = node.getBoundingClientRect();
  return width < 2 * REACH && height < 2 * REACH;
};

/** The nearest legal target whose touch area contains a point. */
function litNear(x: number, y: number): Focusable | null {
  let best: Focusable | null = null;
  let least = Infinity;
  for (const node of document.querySelectorAll<Focusable>('[data-legal], [data-planned]')) {
    const middle = centre(node);
    if (Math.abs(x - middle.x) > REACH || Math.abs(y - middle.y) > REACH) continue;
    // Skip targets whose centre is covered.
    if (!node.contains(document.elementFromPoint(middle.x, middle.y))) continue;
    const distance = Math.hypot(x - middle.x, y - middle.y);
    if (distance < least) [best, least] = [node, distance];
  }
  return best;
}

/** Capture-phase handler that redirects a tap to a nearby legal target. */
export function leadTap(event: MouseEvent): void {
  if (!event.isTrusted || (event as PointerEvent).pointerType !== 'touch') return;
  const { clientX: x, clientY: y } = event;
  const there = event.target as Element;
  const hit = there.closest<Focusable>('[data-target]');
  if (there.closest(CONTROL) || hit?.matches('[data-legal], [data-planned]')) return;
  const meant = litNear(x, y);
  if (!meant) return;
  // A small object with only a tooltip keeps taps that are closer to its own centre.
  if (hit?.hasAttribute('data-stop') && isSmall(hit)) {
    const [own, lit] = [centre(hit), centre(meant)];
    if (Math.hypot(x - own.x, y - own.y) <= Math.hypot(x - lit.x, y - lit.y)) return;
  }
  event.preventDefault();
  event.stopPropagation();
  meant.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}
