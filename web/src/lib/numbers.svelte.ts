// Number-key shortcuts: 1 to 9 for a page of choices, 0 for the next page.

import { legalTargets, type Focusable } from './keyboard';

const KEYS = 9;
let page = $state(0);

export const numbers = {
  /** The choices of the current page, on the keys 1 to 9. */
  get choices(): Focusable[] {
    const all = legalTargets();
    return all.slice(page * KEYS, (page + 1) * KEYS);
  },
  get page(): number {
    return page;
  },
  /** Go to the next page, cyclically; returns the range shown and the total. */
  turn(): { from: number; to: number; n: number } {
    const n = legalTargets().length;
    page = (page + 1) * KEYS < n ? page + 1 : 0;
    return { from: page * KEYS + 1, to: Math.min(n, (page + 1) * KEYS), n };
  },
  /** Back to the first page, for a new question. */
  reset(): void {
    page = 0;
  },
};
