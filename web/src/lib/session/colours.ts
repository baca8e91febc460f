import { settings } from '../settings.svelte';

/** Seats have the colours in order; the own seat has the colour that its user likes best, on this screen. */
export function tokenOf(seat: number, own: number | undefined): number {
  const plain = (seat % 6) + 1;
  if (!settings.ownToken || own === undefined) return plain;
  if (seat === own) return settings.ownToken;
  return plain === settings.ownToken ? (own % 6) + 1 : plain;
}
