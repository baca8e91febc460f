// A decision of the past once more: a new table from the position before it, against bots.

import type { SeatSetup, TableInfo } from '../generated/protocol';
import { api } from '../lib/api';
import { botName } from '../lib/setup.svelte';
import type { Replay } from './replay.svelte';

/** A table that goes on from before decision number `decision`, with me on a seat and bots on the others. */
export function tableFrom(
  replay: Replay,
  decision: number,
  seat: number,
  own: string,
  level: string,
): Promise<TableInfo> {
  const taken = [own];
  const seats: SeatSetup[] = (replay.info?.seats ?? []).map((one) => {
    if (one.seat === seat) return { kind: 'you', name: own };
    const name = botName(taken);
    taken.push(name);
    return { kind: 'bot', level, name };
  });
  return api.branch(replay.id, { decision, seats });
}
