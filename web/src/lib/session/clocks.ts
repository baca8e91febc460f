import type { ClockState } from '../../generated/protocol';

/** Milliseconds a seat has left in this turn and in its bank; null without a clock. `now` is the server's. */
export function timeLeft(
  clock: ClockState | null | undefined,
  seat: number,
  now: number,
): { total: number; running: boolean } | null {
  const own = clock?.seats[seat];
  if (!clock || clock.kind === 'none' || !own) return null;
  if (clock.running === seat && clock.deadline !== null) {
    return { total: Math.max(0, clock.deadline * 1000 - now), running: true };
  }
  return { total: own.turn + own.bank, running: false };
}
