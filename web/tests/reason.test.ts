import { expect, test } from 'vitest';
import { Texts } from '../src/lib/messages';
import { reasonText } from '../src/lib/reason';

const words = new Texts('en', {
  'analysis.why.better': 'The better move {gains}.',
  'analysis.why.better_later': 'Later.',
  'analysis.why.other': 'The other one, though, {gains}.',
  'analysis.why.other_only': 'The other one {gains}.',
  'analysis.why.and': '{first} and {second}',
  'gain.points': '{n, plural, =0 {scores more} one {scores # point more} other {scores # points more}}',
  'gain.carts': 'gives you more carts',
});
const points = { term: 'points', amount: 3 };
const carts = { term: 'carts', amount: 0 };

test('a reason is said in sentences', () => {
  expect(reasonText(words, { gains: [points, carts], lacks: [], later: false })).toBe(
    'The better move scores 3 points more and gives you more carts.',
  );
  expect(reasonText(words, { gains: [carts], lacks: [points], later: false })).toBe(
    'The better move gives you more carts. The other one, though, scores 3 points more.',
  );
  expect(reasonText(words, { gains: [], lacks: [carts], later: true })).toBe(
    'The other one gives you more carts. Later.',
  );
  expect(reasonText(words, { gains: [], lacks: [], later: false })).toBe('');
});
