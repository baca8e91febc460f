// Names and numbers of Coal Baron's view as the drawings need them.

import type { VehicleName } from '../../art/icons';
import type { OrderView, PlayerView, SpaceView, TileView, View } from '../../generated/view-coal-baron';
import type { EventData } from '../../generated/protocol';
import type { Session } from '../../lib/session/session.svelte';
import { viewAs } from '../../lib/views';
import { t } from '../../lib/words.svelte';

/** Depth of the seam of a colour: 1 … 4, which is also the number of pips. */
export const DEPTH: Record<string, number> = { Y: 1, B: 2, G: 3, K: 4 };
export const COLOURS = ['Y', 'B', 'G', 'K'] as const;

export const VEHICLE_ART: Record<string, VehicleName> = {
  handcart: 'hand',
  horse_cart: 'horse',
  truck: 'lorry',
  locomotive: 'loco',
};

export const depth = (colour: string): number => DEPTH[colour] ?? 1;
export const vehicleArt = (vehicle: string): VehicleName => VEHICLE_ART[vehicle] ?? 'hand';

export function viewOf(session: Session): View {
  return viewAs('coal-baron', session.view);
}

export function playerOf(session: Session, seat: number): PlayerView | undefined {
  return viewOf(session).players[seat];
}

export function orderLabel(session: Session, order: OrderView): string {
  return t('coal.order_label', { vehicle: session.words.name(order.vehicle), points: order.points });
}

/** The coal that a card still lacks. */
export function orderNeeds(session: Session, order: OrderView): string {
  const colours = order.squares
    .filter((square) => !square.cubes.length)
    .map((square) => session.words.name(square.colour));
  return t('coal.order_needs', { colours: colours.join(', ') || '–' });
}

export function tileLabel(session: Session, tile: TileView): string {
  return t('coal.tile_label', {
    n: tile.carts,
    colour: session.words.name(tile.colour),
    side: session.words.name(tile.side),
  });
}

export function spacesOf(view: View, ...kinds: string[]): SpaceView[] {
  return view.spaces.filter((space) => kinds.includes(space.kind));
}

/** What was done in the unconfirmed turn: one entry per decision, told by its events. */
export function steps(session: Session): { count: number; event: EventData }[] {
  const settled = session.latest?.settled ?? 0;
  const draft = session.latest?.draft?.actions.length ?? 0;
  const found: { count: number; event: EventData }[] = [];
  for (let step = 0; step < draft; step += 1) {
    const told = session.events.filter((event) => event.decision === settled + step);
    const event =
      told.find((one) => ['cage_moved', 'loaded', 'filled', 'stored', 'swapped', 'placed'].includes(one.name)) ??
      told[0];
    if (event) found.push({ count: step, event });
  }
  return found;
}

export const MINING_PHASES = ['mine', 'first_cube', 'second_cube'];
