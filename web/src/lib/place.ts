// Where something that floats goes: below its anchor, above it where there is no room, always inside the window.

export interface Placed {
  left: number;
  top: number;
  arrow: number;
  below: boolean;
}

export function place(anchor: DOMRect, width: number, height: number, gap = 10): Placed {
  const margin = 6;
  const middle = anchor.left + anchor.width / 2;
  const left = Math.max(margin, Math.min(middle - width / 2, window.innerWidth - width - margin));
  const below = anchor.bottom + gap + height <= window.innerHeight - margin || anchor.top - gap - height < margin;
  const top = below ? Math.min(anchor.bottom + gap, window.innerHeight - height - margin) : anchor.top - gap - height;
  return { left, top, below, arrow: Math.max(14, Math.min(middle - left, width - 14)) };
}
