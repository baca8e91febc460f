import { expect, test } from 'vitest';
import { numberFormat, timeFormat } from '../src/lib/formats';

test('a format is made once for a language and its options', () => {
  expect(timeFormat('fr', { timeStyle: 'short' })).toBe(timeFormat('fr', { timeStyle: 'short' }));
  expect(timeFormat('fr', { timeStyle: 'short' })).not.toBe(timeFormat('de', { timeStyle: 'short' }));
  expect(numberFormat('en').format(1234)).toBe('1,234');
  expect(numberFormat('en', { signDisplay: 'exceptZero' }).format(3)).toBe('+3');
});
