// Placement of floating elements: never over the anchor, always inside the viewport.

export interface Placed {
  left: number;
  top: number;
  arrow: number;
  /** The side of the anchor. */
  side: 'below' | 'above' | 'beside';
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

const MARGIN = 6;
const within = (at: number, size: number, room: number): number => Math.max(MARGIN, Math.min(at, room - size - MARGIN));

/** Below the anchor, above it where there is no room, else on the side that has more of it. */
export function place(anchor: DOMRect, width: number, height: number, gap = 10): Placed {
  const { innerWidth, innerHeight } = window;
  const middle = anchor.left + anchor.width / 2;
  const left = within(middle - width / 2, width, innerWidth);
  const arrow = Math.max(14, Math.min(middle - left, width - 14));
  if (anchor.bottom + gap + height <= innerHeight - MARGIN)
    return { left, top: anchor.bottom + gap, arrow, side: 'below' };
  if (anchor.top - gap - height >= MARGIN) return { left, top: anchor.top - gap - height, arrow, side: 'above' };
  const right = innerWidth - anchor.right > anchor.left;
  const beside = right ? anchor.right + gap : anchor.left - gap - width;
  const top = within(anchor.top + anchor.height / 2 - height / 2, height, innerHeight);
  return { left: within(beside, width, innerWidth), top, arrow, side: 'beside' };
}

export const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** A position along the edges of an area that overlaps none of the boxes; bottom centre is preferred. */
export function placeClear(
  boxes: readonly Box[],
  width: number,
  height: number,
  area: Box,
): { left: number; top: number } {
  const columns = [(area.left + area.right - width) / 2, area.left, area.right - width];
  const rows = [area.bottom - height, area.top, (area.top + area.bottom - height) / 2];
  const places = rows.flatMap((top) => columns.map((left) => ({ left, top })));
  const free = ({ left, top }: { left: number; top: number }): boolean =>
    !boxes.some((box) => overlap(box, { left, top, right: left + width, bottom: top + height }));
  return places.find(free) ?? places[0]!;
}
