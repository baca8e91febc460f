import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Position } from '../src/generated/protocol';
import { TURN_SHOWN, TurnQueue } from '../src/lib/session/queue.svelte';
import { set } from '../src/lib/settings.svelte';

const position = (at: number): Position => ({ at }) as Position;
let queue: TurnQueue;

beforeEach(() => {
  vi.useFakeTimers();
  set({ speed: 1 });
  queue = new TurnQueue();
});
afterEach(() => vi.useRealTimers());

test('turns of others are shown one after the other', () => {
  for (const at of [1, 2, 3]) queue.push(position(at));
  expect(queue.shown?.at).toBe(1);
  vi.advanceTimersByTime(TURN_SHOWN - 1);
  expect(queue.shown?.at).toBe(1);
  vi.advanceTimersByTime(1);
  expect(queue.shown?.at).toBe(2);
  vi.advanceTimersByTime(TURN_SHOWN);
  expect(queue.shown?.at).toBe(3);
});

test('at half the speed they stay twice as long', () => {
  set({ speed: 0.5 });
  for (const at of [1, 2]) queue.push(position(at));
  vi.advanceTimersByTime(2 * TURN_SHOWN - 1);
  expect(queue.shown?.at).toBe(1);
  vi.advanceTimersByTime(1);
  expect(queue.shown?.at).toBe(2);
});

test('a long absence is shown four times as fast', () => {
  for (let at = 1; at <= 12; at += 1) queue.push(position(at));
  vi.advanceTimersByTime(TURN_SHOWN);
  // The first was on the screen before the others came.
  expect(queue.shown?.at).toBe(2);
  vi.advanceTimersByTime(TURN_SHOWN);
  expect(queue.shown?.at).toBe(6);
});

test('a jump shows the position at once and forgets what waited', () => {
  for (const at of [1, 2, 3]) queue.push(position(at));
  queue.jump(position(4));
  expect(queue.shown?.at).toBe(4);
  vi.advanceTimersByTime(10 * TURN_SHOWN);
  expect(queue.shown?.at).toBe(4);
});

test('without motion nothing waits', () => {
  set({ speed: 'instant' });
  for (const at of [1, 2, 3]) queue.push(position(at));
  expect(queue.shown?.at).toBe(3);
});
