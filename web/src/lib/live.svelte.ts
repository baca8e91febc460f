// What screen readers are told: one polite region, and one that interrupts.

import { untrack } from 'svelte';

export const live = $state({ polite: '', assertive: '' });

export function announce(text: string): void {
  // The same sentence twice is still news.
  untrack(() => (live.polite = live.polite === text ? `${text}\u00a0` : text));
}

export function interrupt(text: string): void {
  untrack(() => (live.assertive = live.assertive === text ? `${text}\u00a0` : text));
}
