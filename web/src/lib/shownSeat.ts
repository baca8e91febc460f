// Whose things are on the screen.

import type { Session } from './session/session.svelte';

/** The seat whose things are shown: one looked at, whoever's turn is being shown, one's own, or the player to move. */
export function shownSeat(session: Session): number {
  return session.viewed ?? session.mover ?? session.seat ?? session.toMove ?? 0;
}
