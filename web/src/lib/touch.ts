// A finger is wider than a cube of coal: beside something small that can be chosen it means that.

import { centre, type Focusable } from './keyboard';

// Half of the square that every choice answers for, around its middle.
const REACH = 20;
// What has its own answer to a tap.
const CONTROL = 'a, input, select, textarea, dialog, [role=tab], button:not([data-target])';

const isSmall = (node: Element): boolean => {
  const { width, height } = node.getBoundingClientRect();
  return width < 2 * REACH && height < 2 * REACH;
};

/** The lit object whose square a point lies in; the nearest of several. */
function litNear(x: number, y: number): Focusable | null {
  let best: Focusable | null = null;
  let least = Infinity;
  for (const node of document.querySelectorAll<Focusable>('[data-legal], [data-planned]')) {
    const middle = centre(node);
    if (Math.abs(x - middle.x) > REACH || Math.abs(y - middle.y) > REACH) continue;
    // What is covered at its middle cannot be meant.
    if (!node.contains(document.elementFromPoint(middle.x, middle.y))) continue;
    const distance = Math.hypot(x - middle.x, y - middle.y);
    if (distance < least) [best, least] = [node, distance];
  }
  return best;
}

/** A tap on a board, before any object hears of it. */
export function leadTap(event: MouseEvent): void {
  if (!event.isTrusted || (event as PointerEvent).pointerType !== 'touch') return;
  const { clientX: x, clientY: y } = event;
  const there = event.target as Element;
  const hit = there.closest<Focusable>('[data-target]');
  if (there.closest(CONTROL) || hit?.matches('[data-legal], [data-planned]')) return;
  const meant = litNear(x, y);
  if (!meant) return;
  // A small object that only explains itself keeps the taps that are nearer to its own middle.
  if (hit?.hasAttribute('data-stop') && isSmall(hit)) {
    const [own, lit] = [centre(hit), centre(meant)];
    if (Math.hypot(x - own.x, y - own.y) <= Math.hypot(x - lit.x, y - lit.y)) return;
  }
  event.preventDefault();
  event.stopPropagation();
  meant.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}
