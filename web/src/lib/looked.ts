// Whose things are on the screen.

import type { Session } from './session/session.svelte';

/** The seat whose things are shown: one looked at, one's own, or the player to move. */
export function lookedAt(session: Session): number {
  return session.viewed ?? session.seat ?? session.toMove ?? 0;
}
