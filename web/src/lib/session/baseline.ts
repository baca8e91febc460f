// The position at the end of my last turn, against which is told what the others did.

import type { Position } from '../../generated/protocol';

type Baseline = Pick<Position, 'view' | 'decisions'> | null;
type Moment = Pick<Position, 'view' | 'decisions' | 'to_move' | 'turn' | 'seat'>;

/** What is kept when a position arrives; nothing where others have moved by then as well: the replay knows the rest. */
export function baselineAfter(before: Moment | null, position: Moment, kept: Baseline): Baseline {
  const ended = before !== null && before.to_move === position.seat && before.turn !== position.turn;
  if (!ended) return kept;
  return position.decisions === before.decisions + 1 ? position : null;
}
