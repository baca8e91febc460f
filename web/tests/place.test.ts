import { beforeEach, expect, test } from 'vitest';
import { overlap, place, placeClear } from '../src/lib/place';

const box = (left: number, top: number, width: number, height: number): DOMRect =>
  new DOMRect(left, top, width, height);
const around = ({ left, top }: { left: number; top: number }, width: number, height: number): DOMRect =>
  box(left, top, width, height);

beforeEach(() => Object.assign(window, { innerWidth: 1000, innerHeight: 600 }));

test('a card lies below its anchor, and above it near the lower edge', () => {
  expect(place(box(400, 100, 50, 20), 200, 100)).toMatchObject({ side: 'below', left: 325, top: 130, arrow: 100 });
  expect(place(box(400, 550, 50, 20), 200, 100)).toMatchObject({ side: 'above', top: 440 });
});

test('it stays inside the window, and its arrow points at the anchor', () => {
  const { left, arrow } = place(box(0, 100, 50, 20), 200, 100);
  expect(left).toBe(6);
  expect(left + arrow).toBe(25);
  expect(place(box(960, 100, 40, 20), 200, 100).left).toBe(1000 - 200 - 6);
});

test('where there is room neither below nor above it lies beside its anchor', () => {
  expect(place(box(700, 40, 60, 520), 200, 300)).toMatchObject({ side: 'beside', left: 700 - 10 - 200 });
  expect(place(box(100, 40, 60, 520), 200, 300)).toMatchObject({ side: 'beside', left: 170 });
});

test('no card covers its anchor, wherever that is and however large the card', () => {
  for (let x = 0; x <= 940; x += 94) {
    for (let y = 0; y <= 570; y += 57) {
      const anchor = box(x, y, 60, 30);
      for (const [width, height] of [
        [230, 90],
        [320, 280],
      ] as const) {
        expect(overlap(anchor, around(place(anchor, width, height), width, height))).toBe(false);
      }
    }
  }
});

test('a note lies along the edges of its area where it covers none of the boxes', () => {
  const area = box(0, 0, 1000, 600);
  expect(placeClear([], 200, 100, area)).toEqual({ left: 400, top: 500 });
  const boxes = [box(300, 480, 400, 120), box(0, 480, 100, 120)];
  const found = placeClear(boxes, 200, 100, area);
  expect(found).toEqual({ left: 800, top: 500 });
  expect(boxes.some((one) => overlap(one, around(found, 200, 100)))).toBe(false);
});
