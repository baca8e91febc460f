import { expect, test } from 'vitest';
import { numberFormat, sentences, timeFormat } from '../src/lib/formats';
import { number } from '../src/lib/words.svelte';

test('a format is made once for a language and its options', () => {
  expect(timeFormat('fr', { timeStyle: 'short' })).toBe(timeFormat('fr', { timeStyle: 'short' }));
  expect(timeFormat('fr', { timeStyle: 'short' })).not.toBe(timeFormat('de', { timeStyle: 'short' }));
  expect(numberFormat('en').format(1234)).toBe('1,234');
  expect(numberFormat('en', { signDisplay: 'exceptZero' }).format(3)).toBe('+3');
});

test('no sentence gets a second stop', () => {
  expect(sentences(['Shelter', '', 'It cannot go here.', 'You hold none', undefined])).toBe(
    'Shelter. It cannot go here. You hold none',
  );
  expect(sentences([])).toBe('');
});

test('a number below zero has the sign of typography', () => {
  expect(number(-5)).toBe('−5');
});
