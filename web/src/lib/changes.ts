// Positions that come as changes to the one before.

import type { Change, ChangesFrame, PositionFrame } from '../generated/protocol';

type Tree = Record<string | number, unknown> | unknown[];

/** The value with one part replaced; what the way does not touch stays the same object. */
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

/** The whole position after some changes; null if they belong to another position than the last one. */
export function wholePosition(last: PositionFrame | null, frame: ChangesFrame): PositionFrame | null {
  if (last?.n !== frame.base) return null;
  const { changes, ...table } = frame.position;
  const before: unknown = { ...last.position, ...table };
  const position = changes.reduce((value, { path, value: part }) => replaced(value, path, part), before);
  return { n: frame.n, type: 'position', seq: frame.seq, position: position as PositionFrame['position'] };
}
