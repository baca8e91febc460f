import type { Views } from '../generated/views';

/** Narrow a view to its game's type: the server built it from that game's model. */
export function viewAs<G extends keyof Views>(_game: G, view: object | null | undefined): Views[G] {
  return view as Views[G];
}
