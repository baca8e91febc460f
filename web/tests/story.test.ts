import { expect, test } from 'vitest';
import { storyOf } from '../src/lib/story';

const began = { name: 'round', params: {}, decision: -1 };
const paused = { type: 'line', line: 'paused', decision: 0, seat: null, name: '', params: {}, time: 0 };

test('what the table says last stands at the end, and repeats nothing', () => {
  const story = storyOf([], [began] as never, [paused] as never);
  expect(story.map(({ events, notices }) => [events.length, notices.length])).toEqual([
    [1, 0],
    [0, 1],
  ]);
});
