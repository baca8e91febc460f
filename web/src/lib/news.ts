// The events between the previous and the current position on the screen.

import { untrack } from 'svelte';
import type { EventData } from '../generated/protocol';
import type { Session } from './session/session.svelte';

/** Stateful: returns the events since the last call's position; none on the first call or in a replay. */
export function newsOf(of: () => Session): () => EventData[] {
  let seen: number | null = null;
  return () => {
    const session = of();
    const decisions = session.shown?.decisions;
    return untrack(() => {
      if (decisions === undefined) return [];
      const from = seen;
      seen = decisions;
      if (from === null || decisions <= from || session.past.moment) return [];
      return session.events.filter((event) => event.decision >= from && event.decision < decisions);
    });
  };
}
