// The seat whose area is shown.

import type { Session } from './session/session.svelte';

/** By precedence: the inspected seat, the seat being played back, the own one, the player to move. */
export function shownSeat(session: Session): number {
  return session.viewed ?? session.mover ?? session.seat ?? session.toMove ?? 0;
}
