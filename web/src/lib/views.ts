import type { Views } from '../generated/views';

/** A view as the board of its game reads it: the server made it from that game's model. */
export function viewAs<G extends keyof Views>(_game: G, view: object | null | undefined): Views[G] {
  return view as Views[G];
}
