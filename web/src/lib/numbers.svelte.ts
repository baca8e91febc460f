// The numbers of the choices: nine keys, and 0 for the next nine.

import { legalTargets, type Focusable } from './keyboard';

const KEYS = 9;
let page = $state(0);

export const numbers = {
  /** The choices that the keys 1 to 9 stand for. */
  get choices(): Focusable[] {
    const all = legalTargets();
    return all.slice(page * KEYS, (page + 1) * KEYS);
  },
  get page(): number {
    return page;
  },
  /** The next nine, after the last the first again: from and to which of how many. */
  turn(): { from: number; to: number; n: number } {
    const n = legalTargets().length;
    page = (page + 1) * KEYS < n ? page + 1 : 0;
    return { from: page * KEYS + 1, to: Math.min(n, (page + 1) * KEYS), n };
  },
  /** Another question. */
  reset(): void {
    page = 0;
  },
};
