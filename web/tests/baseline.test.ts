import { expect, test } from 'vitest';
import type { Position } from '../src/generated/protocol';
import { baselineAfter } from '../src/lib/session/baseline';

const ME = 0;
const at = (turn: number, to_move: number, decisions: number): Position =>
  ({ turn, to_move, decisions, seat: ME, view: {} }) as Position;

test('the end of my turn is what others are compared with', () => {
  const after = at(5, 1, 21);
  expect(baselineAfter(at(4, ME, 20), after, null)).toBe(after);
});

test('it stays while others move, and while I try something out', () => {
  const kept = at(5, 1, 21);
  expect(baselineAfter(at(5, 1, 21), at(6, 2, 24), kept)).toBe(kept);
  expect(baselineAfter(at(7, ME, 24), at(7, ME, 25), kept)).toBe(kept);
});

test('where others have moved in the same breath it is not known', () => {
  const kept = at(2, 1, 9);
  expect(baselineAfter(at(4, ME, 20), at(6, 2, 24), kept)).toBeNull();
  expect(baselineAfter(at(4, ME, 20), at(7, ME, 27), kept)).toBeNull();
});
