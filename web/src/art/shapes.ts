// Shapes and colours of players and coal, as numbers for the drawings: never colour alone.

export const PLAYER_COLOURS = [
  '',
  'var(--p1)',
  'var(--p2)',
  'var(--p3)',
  'var(--p4)',
  'var(--p5)',
  'var(--p6)',
] as const;
export const COAL_COLOURS = ['', 'var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)'] as const;
export const INK = 'var(--pp-ink)';

/** Corners of a player's shape around the origin with radius 1; circles and squares are drawn by their own elements. */
const CORNERS: Record<number, readonly (readonly [number, number])[]> = {
  1: [
    [0, -1.05],
    [1.02, 0.78],
    [-1.02, 0.78],
  ],
  4: [
    [0, -1.15],
    [0.95, 0],
    [0, 1.15],
    [-0.95, 0],
  ],
  5: [
    [-0.36, -1],
    [0.36, -1],
    [0.36, -0.36],
    [1, -0.36],
    [1, 0.36],
    [0.36, 0.36],
    [0.36, 1],
    [-0.36, 1],
    [-0.36, 0.36],
    [-1, 0.36],
    [-1, -0.36],
    [-0.36, -0.36],
  ],
  6: Array.from({ length: 10 }, (_, i) => {
    const radius = i % 2 === 0 ? 1.15 : 0.5;
    const angle = (i * Math.PI) / 5;
    return [Math.sin(angle) * radius, -Math.cos(angle) * radius] as const;
  }),
};

export function corners(token: number, cx: number, cy: number, r: number): string {
  return (CORNERS[token] ?? []).map(([x, y]) => `${round(cx + x * r)},${round(cy + y * r)}`).join(' ');
}

/** Where the pips of a coal cube lie, as parts of its size around the centre; the number of pips is the depth of the seam. */
export const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[0, 0]],
  2: [
    [-0.5, -0.5],
    [0.5, 0.5],
  ],
  3: [
    [-0.55, -0.5],
    [0.55, -0.5],
    [0, 0.52],
  ],
  4: [
    [-0.55, -0.55],
    [0.55, -0.55],
    [-0.55, 0.55],
    [0.55, 0.55],
  ],
};

export const COAL_DARK = ['', 'var(--c1-dark)', 'var(--c2-dark)', 'var(--c3-dark)', 'var(--c4-dark)'] as const;
export const COAL_LIGHT = ['', 'var(--c1-light)', 'var(--c2-light)', 'var(--c3-light)', 'var(--c4-light)'] as const;

/** The colour of pips on a coal of this depth. */
export function pipColour(coal: number): string {
  return coal === 2 || coal === 4 ? 'var(--stone-99)' : 'var(--sand-22)';
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
