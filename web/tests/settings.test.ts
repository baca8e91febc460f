import { expect, test } from 'vitest';
import { set, settings } from '../src/lib/settings.svelte';

const KEY = 'pithead.settings';
const elsewhere = (changes: object): void => {
  localStorage.setItem(KEY, JSON.stringify({ ...JSON.parse(localStorage.getItem(KEY) ?? '{}'), ...changes }));
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
};

test('what another window has changed is not taken back by this one', () => {
  set({ name: 'Ada', sound: false });
  elsewhere({ sound: true });
  expect(settings.sound).toBe(true);
  set({ name: 'Hugo' });
  expect(JSON.parse(localStorage.getItem(KEY)!)).toMatchObject({ name: 'Hugo', sound: true });
});

test('what another window has forgotten is forgotten here', () => {
  set({ name: 'Ada' });
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(settings.name).toBe('');
});
