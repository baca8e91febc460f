import { expect, test } from 'vitest';
import { luckPoints, momentPoints, verdicts, wholePercents, type DecisionReport } from '../src/analysis/report';

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

test('a stroke of luck has one figure, in the key moments as in the list of luck', () => {
  const said = {
    action: '',
    kind: '',
    params: {},
    turn: 1,
    player: 0,
    options: 1,
    loss: 0,
    news: null,
    alternatives: [],
  };
  const drew = (seq: number, lucks: number[]): DecisionReport => ({ ...said, seq, value: 0.5, luck: lucks[0]!, lucks });
  const stroke = drew(1, [0.3149, -0.1576, -0.1573]);
  const decisions = [drew(0, [0.0149, -0.0149, 0]), stroke];
  const turns = [{ turn: 1, player: 0, actions: [], chances: [0.66, 0.17, 0.17] }];
  const report = { names: [], teams: [], deals: 1, start: [0.33, 0.33, 0.34], turns, decisions, accounts: [] };
  const moment = verdicts(report).get(1)!;
  expect(moment).toMatchObject({ mark: 'luck', main: stroke });
  expect(momentPoints(moment)).toBe(luckPoints(stroke)[0]);
});
