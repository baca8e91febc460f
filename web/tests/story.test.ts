import { expect, test } from 'vitest';
import { keptStory, sinceLastTurn, storyOf } from '../src/lib/story';

const began = { name: 'round', params: {}, decision: -1 };
const paused = { type: 'line', line: 'paused', decision: 0, seat: null, name: '', params: {}, time: 0 };

test('what the table says last stands at the end, and repeats nothing', () => {
  const story = storyOf([], [began] as never, [paused] as never);
  expect(story.map(({ events, notices }) => [events.length, notices.length])).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test('a turn in which nothing has changed stays the same object, so that its lines are not written anew', () => {
  const turns = [0, 3].map((first, i) => ({ turn: i + 1, player: i, first, time: i ? null : 1 }));
  const dug = { name: 'dug', params: {}, decision: 0 };
  const sold = { name: 'sold', params: {}, decision: 3 };
  const before = storyOf(turns as never, [dug] as never, []);
  const after = keptStory(before, storyOf(turns as never, [dug, sold] as never, []));
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  expect(after[1]?.events).toEqual([sold]);
});

test('of the turns of others only those are told in which something happened', () => {
  const turns = [0, 1, 2, 3].map((first) => ({ turn: first + 1, player: first % 3, first, time: 1 }));
  const sold = { name: 'sold', params: { player: 2 }, decision: 2 };
  const since = sinceLastTurn(storyOf(turns as never, [sold] as never, []), 0, 3);
  expect(since.map(({ player }) => player)).toEqual([2]);
});
