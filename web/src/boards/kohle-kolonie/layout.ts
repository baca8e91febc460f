// Where things lie on the map: corners, villages and stations from the material, names and mines where they fit between them.

import type { View } from '../../generated/view-kohle-kolonie';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  w: number;
  h: number;
}

export interface FieldPlace extends Box {
  corners: Point[];
  lines: string[];
}

export interface Layout {
  /** The part of the map that is in play. */
  frame: { x: number; y: number; w: number; h: number };
  fields: FieldPlace[];
  villages: Point[];
  stations: Point[];
  towns: { name: string; x: number; y: number; end: boolean }[];
}

// The material counts 0 … 100 in both directions; the map is wider than high.
const [ACROSS, DOWN] = [10, 6.2];
export const MINE = 34;
export const PITCH = 40;
const [LINE, PLATE, LETTER] = [16, 25, 7.4];
const [VILLAGE, STATION] = [22, 19];
const RIM = 6;
const STEP = 8;
// A name that leaves its field is not as bad as one that covers a station.
const OUTSIDE = 0.4;
// More room than this round a name makes no place better.
const CLEAR = 12;

/** Mines of a field in rows: three side by side, more in two rows. */
export function mineRows(count: number): number[] {
  return count > 3 ? [Math.ceil(count / 2), Math.floor(count / 2)] : [count];
}

/** A long name in two lines of about the same length. */
function nameLines(name: string): string[] {
  if (name.length <= 13) return [name];
  const spaces = [...name.matchAll(/ /g)].map((found) => found.index);
  const [at] = spaces.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2));
  return at === undefined ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

const known = new Map<string, Layout>();

/** The layout of a table: its map never changes. */
export function layoutOf(table: string, view: View): Layout {
  let found = known.get(table);
  if (!found) known.set(table, (found = makeLayout(view)));
  return found;
}

function makeLayout(view: View): Layout {
  const { printed } = view;
  const point = (x: number, y: number): Point => ({ x: x * ACROSS, y: y * DOWN });
  const villages = view.villages.map((_, i) => point(printed.villages.x[i]!, printed.villages.y[i]!));
  const stations = view.stations.map((_, i) => point(printed.stations.x[i]!, printed.stations.y[i]!));
  const outlines = printed.fields.outline.map((numbers) =>
    Array.from({ length: numbers.length / 2 }, (_, i) => point(numbers[2 * i]!, numbers[2 * i + 1]!)),
  );
  const towns = townNames(printed.fields.city, outlines);

  const obstacles: (Point & { r: number })[] = [
    ...villages.map((at) => ({ ...at, r: VILLAGE })),
    ...stations.map((at) => ({ ...at, r: STATION })),
    ...towns.flatMap(({ name, x, y, end }) =>
      Array.from({ length: 6 }, (_, i) => ({ x: x + ((end ? -1 : 1) * i * name.length * 15) / 6, y: y - 8, r: 10 })),
    ),
  ];
  // The rails between a station and its villages, as a row of small obstacles.
  printed.stations.villages.forEach((ends, i) => {
    for (const end of ends) {
      const village = villages[view.villages.findIndex((one) => one.id === end)];
      const station = stations[i]!;
      if (!village) continue;
      for (const part of [0.2, 0.4, 0.6, 0.8]) {
        obstacles.push({
          x: station.x + (village.x - station.x) * part,
          y: station.y + (village.y - station.y) * part,
          r: 6,
        });
      }
    }
  });

  const fields = view.fields.map((field, i): FieldPlace => {
    const lines = nameLines(field.name);
    const count = view.mines.filter((mine) => mine.field === field.id).length;
    const rows = mineRows(count);
    const w = Math.max(...lines.map((line) => line.length * LETTER), rows[0]! * PITCH, 74);
    const h = 2 + lines.length * LINE + rows.length * (MINE + 4) + (field.consolidates === null ? 0 : PLATE);
    return { ...fit(outlines[i]!, w, h, obstacles), w, h, corners: outlines[i]!, lines };
  });
  return { frame: frameOf(view, outlines, villages, stations), fields, villages, stations, towns };
}

/** Towns write their name at the upper or lower edge of the map, at its side where they reach it. */
function townNames(cities: string[], outlines: Point[][]): Layout['towns'] {
  return [...new Set(cities)].map((name) => {
    const all = outlines.filter((_, i) => cities[i] === name).flat();
    const top = all.filter((at) => at.y < 1);
    const edge = top.length ? top : all.filter((at) => at.y > 99 * DOWN);
    const xs = (edge.length ? edge : all).map((at) => at.x);
    const end = Math.max(...xs) > 99 * ACROSS;
    return { name, x: end ? 100 * ACROSS - 12 : Math.min(...xs) + 12, y: top.length ? 22 : 100 * DOWN - 10, end };
  });
}

/** Without the town that is closed, as far as no village or station in play is cut off. */
function frameOf(view: View, outlines: Point[][], villages: Point[], stations: Point[]): Layout['frame'] {
  const inPlay = [
    ...outlines.filter((_, i) => view.fields[i]!.in_play).flat(),
    ...villages.filter((_, i) => view.villages[i]!.in_play),
    ...stations.filter((_, i) => view.stations[i]!.in_play),
  ];
  const margin = 26;
  const x = Math.max(-RIM, Math.min(...inPlay.map((at) => at.x)) - margin);
  const y = Math.max(-RIM, Math.min(...inPlay.map((at) => at.y)) - margin);
  const right = Math.min(100 * ACROSS + RIM, Math.max(...inPlay.map((at) => at.x)) + margin);
  const bottom = Math.min(100 * DOWN + RIM, Math.max(...inPlay.map((at) => at.y)) + margin);
  return { x, y, w: right - x, h: bottom - y };
}

/** The middle of the box that keeps most clear of the border and of everything that lies in the field. */
function fit(corners: Point[], w: number, h: number, obstacles: (Point & { r: number })[]): Point {
  const [xs, ys] = [corners.map((at) => at.x), corners.map((at) => at.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const middle = { x: mean(xs), y: mean(ys) };
  const field = { x: (left + right) / 2, y: (top + bottom) / 2, w: right - left + w, h: bottom - top + h };
  const near = obstacles.filter((one) => distance(one, field) - one.r < CLEAR);
  const places: (Point & { away: number })[] = [];
  for (let x = left; x <= right; x += STEP)
    for (let y = top; y <= bottom; y += STEP)
      places.push({ x, y, away: 0.03 * Math.hypot(x - middle.x, y - middle.y) });
  // From the middle outwards: the first good place rules out all that lie too far away to be better.
  places.sort((a, b) => a.away - b.away);
  let best: Point = middle;
  let most = -Infinity;
  for (const { x, y, away } of places) {
    if (CLEAR - away <= most) break;
    // What is known most cheaply comes first: it rules out most of the others.
    let score = Math.min(CLEAR, x - w / 2, y - h / 2, 100 * ACROSS - x - w / 2, 100 * DOWN - y - h / 2) - away;
    for (let i = 0; i < near.length && score > most; i++)
      score = Math.min(score, distance(near[i]!, { x, y, w, h }) - near[i]!.r - away);
    for (let i = 0; i < 9 && score > most; i++) {
      const border = depth({ x: x + (((i % 3) - 1) * w) / 2, y: y + ((Math.floor(i / 3) - 1) * h) / 2 }, corners);
      score = Math.min(score, (border < 0 ? border * OUTSIDE : border) - away);
    }
    if (score > most) [best, most] = [{ x, y }, score];
  }
  return best;
}

const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function distance(at: Point, box: Box): number {
  return Math.hypot(Math.max(0, Math.abs(at.x - box.x) - box.w / 2), Math.max(0, Math.abs(at.y - box.y) - box.h / 2));
}

/** How deep a point lies inside a polygon; outside it is negative. */
function depth(at: Point, corners: Point[]): number {
  let inside = false;
  let nearest = Infinity;
  let a = corners[corners.length - 1]!;
  for (const b of corners) {
    if (a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
    const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
    const part =
      length === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / length));
    nearest = Math.min(nearest, Math.hypot(at.x - a.x - part * (b.x - a.x), at.y - a.y - part * (b.y - a.y)));
    a = b;
  }
  return inside ? nearest : -nearest;
}
