// A game's component data, for pictures of objects that are no longer on the board.

import { api } from './api';
import type { Session } from './session/session.svelte';

const found = $state<Record<string, { fingerprint: string; data: Record<string, unknown> }>>({});
const asked = new Set<string>();

/** The component data of the table's game; null while loading, and for an edition with other components. */
export function materialOf(session: Session): Record<string, unknown> | null {
  const { game } = session;
  if (game && !asked.has(game)) {
    asked.add(game);
    void api.material(game).then(
      (material) => (found[game] = material),
      () => asked.delete(game),
    );
  }
  const material = found[game];
  return material && session.info?.material.endsWith(material.fingerprint) ? material.data : null;
}
