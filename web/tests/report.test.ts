import { expect, test } from 'vitest';
import { wholePercents } from '../src/analysis/report';

test.each([
  [
    [0.004, 0.004, -0.008],
    [1, 0, -1],
  ],
  [
    [0.125, -0.125],
    [13, -13],
  ],
  [
    [0.333, 0.333, -0.666],
    [33, 33, -66],
  ],
  [
    [0.026, -0.013, -0.013],
    [2, -1, -1],
  ],
  [
    [0, 0],
    [0, 0],
  ],
])('%j is shown as %j, which sums to zero', (shares, shown) => {
  expect(wholePercents(shares)).toEqual(shown);
});
