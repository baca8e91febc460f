import { settings } from '../settings.svelte';

/** Colours by seat; the own seat swaps with the user's preferred colour, on this screen only. */
export function tokenOf(seat: number, own: number | undefined): number {
  const plain = (seat % 6) + 1;
  if (!settings.ownToken || own === undefined) return plain;
  if (seat === own) return settings.ownToken;
  return plain === settings.ownToken ? (own % 6) + 1 : plain;
}
