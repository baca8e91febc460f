// The baseline for highlighting the others' changes: the position at the end of my last turn.

import type { Position } from '../../generated/protocol';

type Baseline = Pick<Position, 'view' | 'decisions'> | null;
type Moment = Pick<Position, 'view' | 'decisions' | 'to_move' | 'turn' | 'seat'>;

/** The baseline after a position frame; null where it already includes others' moves: then it comes from the replay. */
export function baselineAfter(before: Moment | null, position: Moment, kept: Baseline): Baseline {
  const ended = before !== null && before.to_move === position.seat && before.turn !== position.turn;
  if (!ended) return kept;
  return position.decisions === before.decisions + 1 ? position : null;
}
