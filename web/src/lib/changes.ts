// Delta frames: positions that arrive as patches of the previous one.

import type { Change, ChangesFrame, PositionFrame } from '../generated/protocol';

type Tree = Record<string | number, unknown> | unknown[];

/** An immutable update at a path: whatever the path does not touch keeps its identity (structural sharing). */
function replaced(value: unknown, [step, ...way]: Change['path'], part: unknown): unknown {
  if (step === undefined) return part;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Tree;
  (copy as Record<string | number, unknown>)[step] = replaced(
    (copy as Record<string | number, unknown>)[step],
    way,
    part,
  );
  return copy;
}

/** Apply a delta frame; null if its base is not the last position (a resync is needed). */
export function wholePosition(last: PositionFrame | null, frame: ChangesFrame): PositionFrame | null {
  if (last?.n !== frame.base) return null;
  const { changes, ...table } = frame.position;
  const before: unknown = { ...last.position, ...table };
  const position = changes.reduce((value, { path, value: part }) => replaced(value, path, part), before);
  return { n: frame.n, type: 'position', seq: frame.seq, position: position as PositionFrame['position'] };
}
