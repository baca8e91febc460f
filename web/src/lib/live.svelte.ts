// What screen readers are told: one polite region, and one that interrupts.

import { untrack } from 'svelte';

export const live = $state({ polite: '', assertive: '' });

let waiting: string[] = [];

/** What is said in the same moment, the question and what happened before it, is heard together. */
export function announce(text: string): void {
  waiting.push(text);
  if (waiting.length > 1) return;
  queueMicrotask(() => {
    const said = waiting.join(' ');
    waiting = [];
    // The same sentence twice is still news.
    live.polite = live.polite === said ? `${said}\u00a0` : said;
  });
}

export function interrupt(text: string): void {
  untrack(() => (live.assertive = live.assertive === text ? `${text}\u00a0` : text));
}
