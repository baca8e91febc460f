import { expect, test } from 'vitest';
import { Texts } from '../src/lib/messages';

const english = new Texts('en', {
  'event.take': '{player} takes {what}.',
  'event.carts': '{n, plural, =0 {no cart} one {# cart} other {# carts}}',
  'event.won': '{how, select, alone {{name} wins} other {{n, plural, one {one shares} other {# share}} the win}}',
  'name.order': 'order {id}',
  'name.coal': 'black coal',
  'name.yes': 'yes',
});
const french = new Texts('fr', { 'event.carts': '{n, plural, one {# wagonnet} other {# wagonnets}}' });

test('ids of things are called by their names, with their number', () => {
  expect(english.text('event.take', { player: 'Ada', what: 'order:9' })).toBe('Ada takes order 9.');
  expect(english.text('event.take', { player: 'Ada', what: 'coal' })).toBe('Ada takes black coal.');
});

test('several things are listed, and what has no name is shown as it is', () => {
  expect(english.text('event.take', { player: 'Ada', what: ['coal', 'x', 2, true] })).toBe(
    'Ada takes black coal, x, 2, yes.',
  );
});

test('plural forms follow the language: zero is many in English and one in French', () => {
  expect([0, 1, 2].map((n) => english.text('event.carts', { n }))).toEqual(['no cart', '1 cart', '2 carts']);
  expect([0, 1, 2].map((n) => french.text('event.carts', { n }))).toEqual(['0 wagonnet', '1 wagonnet', '2 wagonnets']);
});

test('choices nest', () => {
  expect(english.text('event.won', { how: 'alone', name: 'Ada' })).toBe('Ada wins');
  expect(english.text('event.won', { how: 'tie', n: 1 })).toBe('one shares the win');
  expect(english.text('event.won', { how: 'tie', n: 3 })).toBe('3 share the win');
});

test('a missing text shows its id, a missing parameter its name', () => {
  expect(english.text('event.unknown')).toBe('event.unknown');
  expect(english.text('event.take', { player: 'Ada' })).toBe('Ada takes {what}.');
});

test('a text with a brace too many says so instead of being shown', () => {
  const broken = new Texts('en', { a: 'one }', b: '{n, plural, one {#}}', c: '{' });
  for (const id of ['a', 'b', 'c']) expect(() => broken.text(id)).toThrow();
});
