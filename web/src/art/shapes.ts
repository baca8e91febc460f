// Shapes and colours of players and coal, as numbers for the drawings: never colour alone.

export const PLAYER_COLOURS = ['', '#e8552d', '#3d8be6', '#22b08a', '#e59bd6', '#f6efdd', '#e9d437'] as const;
export const COAL_COLOURS = ['', '#f0c33c', '#a4622f', '#9da9b3', '#22272c'] as const;
export const INK = '#14181c';

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

export const COAL_DARK = ['', '#b98410', '#6f3d17', '#6d7983', '#0a0d10'] as const;
export const COAL_LIGHT = ['', '#ffe08a', '#c98752', '#c9d3da', '#465059'] as const;

/** The colour of pips on a coal of this depth. */
export function pipColour(coal: number): string {
  return coal === 2 || coal === 4 ? '#fff6e0' : '#1d1a12';
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
