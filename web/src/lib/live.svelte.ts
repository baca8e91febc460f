// The live region for screen readers: lines are appended, so that none replaces one that was not read yet.

import { untrack } from 'svelte';

export interface Line {
  id: number;
  text: string;
}

// Lines stay long enough to be found again; a region that only grows would be read from its start.
const KEPT = 30;

export const live = $state({ lines: [] as Line[] });

let count = 0;
let waiting: { text: string; last: boolean }[] = [];

/** What is said in the same moment comes in one order: what happened, then the question (`last`). */
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

/** How many lines there were so far. */
export function saidSoFar(): number {
  return count;
}
