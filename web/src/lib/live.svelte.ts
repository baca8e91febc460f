// The ARIA live region: lines are appended, so that none replaces one that was not announced yet.

import { untrack } from 'svelte';

export interface Line {
  id: number;
  text: string;
}

// Lines are kept for review for a while, then removed: some screen readers re-read a growing region from its start.
const KEPT = 30;

export const live = $state({ lines: [] as Line[] });

let count = 0;
let waiting: { text: string; last: boolean }[] = [];

/** Announcements of the same tick are batched in a fixed order: events first, then the question (`last`). */
export function announce(text: string, { last = false }: { last?: boolean } = {}): void {
  waiting.push({ text, last });
  if (waiting.length > 1) return;
  queueMicrotask(() => {
    const said = [...waiting.filter((one) => !one.last), ...waiting.filter((one) => one.last)];
    waiting = [];
    untrack(() => {
      live.lines = [...live.lines, ...said.map((one) => ({ id: ++count, text: one.text }))].slice(-KEPT);
    });
  });
}

/** The number of lines announced so far. */
export function saidSoFar(): number {
  return count;
}
