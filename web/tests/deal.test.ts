import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableInfo } from '../src/generated/protocol';
import { api } from '../src/lib/api';
import { checkDeal, openNonce, sitDown } from '../src/lib/deal';

// The module asks who we are as soon as it is loaded.
vi.mock('../src/lib/api', () => ({ api: { open: () => undefined } }));

const hashOf = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
const SECRET = 'ab'.repeat(32);
const HUGOS = '11'.repeat(16);
/** What this browser has opened. */
let ours: string;

const table = (deal: Partial<TableInfo['deal']>): TableInfo =>
  ({
    id: 't',
    seats: [
      { seat: 0, yours: true },
      { seat: 1, yours: false },
    ],
    deal,
  }) as unknown as TableInfo;

/** Sit down and open our nonce at a table whose server keeps to the rules; then tell how the game ended. */
async function played(end: (honest: TableInfo['deal']) => Partial<TableInfo['deal']>): Promise<TableInfo> {
  const fixed = hashOf(SECRET);
  let commitments: (string | null)[] = [];
  const waiting = await sitDown(({ commitment }) => {
    commitments = [commitment!, hashOf(HUGOS)];
    return Promise.resolve(table({ commitment: fixed, commitments, opening: false, nonces: [] }));
  });
  await openNonce(table({ ...waiting.deal, opening: true }));
  const honest = { commitment: fixed, commitments, opening: false, nonces: [ours, HUGOS], secret: SECRET };
  return table(end(honest as TableInfo['deal']));
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(api, 'open').mockImplementation((_, { nonce }) => {
    ours = nonce;
    return Promise.resolve(table({ opening: false }));
  });
});
afterEach(() => vi.restoreAllMocks());

test('cards from what was fixed before the start and from all nonces are fair', async () => {
  expect(await checkDeal(await played((deal) => deal))).toEqual({ verdict: 'fair', there: 2, people: 2 });
});

test('a deal without the nonce of somebody else is told as such', async () => {
  const end = await played((deal) => ({ ...deal, nonces: [ours] }));
  expect(await checkDeal(end)).toEqual({ verdict: 'partly', there: 1, people: 2 });
});

test('a deal without our nonce is told as such', async () => {
  const end = await played((deal) => ({ ...deal, nonces: [HUGOS] }));
  expect(await checkDeal(end)).toMatchObject({ verdict: 'missing' });
});

test.each<[string, (deal: TableInfo['deal']) => Partial<TableInfo['deal']>]>([
  ['another secret', (deal) => ({ ...deal, secret: 'cd'.repeat(32) })],
  [
    'another secret with its commitment',
    (deal) => ({ ...deal, secret: 'cd'.repeat(32), commitment: hashOf('cd'.repeat(32)) }),
  ],
  ['a nonce that nobody had committed to', (deal) => ({ ...deal, nonces: [ours, '22'.repeat(16)] })],
  ['a nonce too many', (deal) => ({ ...deal, nonces: [ours, HUGOS, '22'.repeat(16)] })],
])('a server that cheats is found out: %s', async (_, cheat) => {
  expect(await checkDeal(await played(cheat))).toMatchObject({ verdict: 'wrong' });
});

test('a server that changes its secret after we sat down learns nothing from us', async () => {
  const sat = await sitDown(({ commitment }) =>
    Promise.resolve(table({ commitment: hashOf(SECRET), commitments: [commitment!, null], opening: false })),
  );
  await openNonce(table({ ...sat.deal, commitment: hashOf('cd'.repeat(32)), opening: true }));
  expect(api.open).not.toHaveBeenCalled();
});

test('a browser that kept nothing gives no verdict', async () => {
  const end = await played((deal) => deal);
  localStorage.clear();
  expect(await checkDeal(end)).toBeNull();
});
