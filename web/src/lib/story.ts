// Groups the log by turns, each with a summary.

import type { EventData, LineFrame, TurnData } from '../generated/protocol';

export interface TurnStory {
  /** 0 for what happened before the first turn. */
  turn: number;
  player: number | null;
  /** The decisions of the turn, a half-open range. */
  from: number;
  to: number;
  /** Seconds of the epoch; null while the turn is a draft. */
  time: number | null;
  events: EventData[];
  /** System notices before the turn. */
  notices: LineFrame[];
}

/** Build the turns in order; events and notices belong to the turn of their decision. */
export function storyOf(
  turns: readonly TurnData[],
  events: readonly EventData[],
  notices: readonly LineFrame[],
): TurnStory[] {
  const all: TurnStory[] = turns.map(({ turn, player, first, time }, i) => ({
    turn,
    player,
    from: first,
    to: turns[i + 1]?.first ?? Infinity,
    time,
    events: [],
    notices: [],
  }));
  const before: TurnStory = {
    turn: 0,
    player: null,
    from: -1,
    to: all[0]?.from ?? Infinity,
    time: null,
    events: [],
    notices: [],
  };
  const place = (decision: number): TurnStory => all.findLast((one) => one.from <= decision) ?? before;
  for (const event of events) place(event.decision).events.push(event);
  // A notice precedes the decisions after it.
  const after: TurnStory = { ...before, turn: Infinity, from: Infinity, events: [], notices: [] };
  for (const notice of notices) {
    (all.find((one) => one.from >= notice.decision) ?? after).notices.push(notice);
  }
  return [...(before.events.length ? [before] : []), ...all, ...(after.notices.length ? [after] : [])];
}

const same = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((part, i) => part === other[i]);

/** Structural sharing: unchanged turns keep their object identity, so that they are not rendered again. */
export function keptStory(before: readonly TurnStory[], now: readonly TurnStory[]): TurnStory[] {
  const known = new Map(before.map((one) => [one.turn, one]));
  return now.map((one) => {
    const old = known.get(one.turn);
    const kept =
      old &&
      old.player === one.player &&
      old.from === one.from &&
      old.to === one.to &&
      old.time === one.time &&
      same(old.events, one.events) &&
      same(old.notices, one.notices);
    return kept ? old : one;
  });
}

/** Others' non-empty turns since the last finished turn of a seat. */
export function sinceLastTurn(story: readonly TurnStory[], seat: number, settled: number): TurnStory[] {
  const own = story.findLastIndex((one) => one.player === seat && one.to <= settled);
  const since = story
    .slice(own + 1)
    .filter(({ player, events }) => player !== null && player !== seat && events.length);
  return own < 0 ? [] : since;
}

/** The summary of a turn: the most significant events by the board's ranking, or the first. */
export function headlines({ player, events }: TurnStory, telling: readonly string[] = []): EventData[] {
  const own = events.filter((event) => event.params['player'] === player);
  const weight = (event: EventData): number => telling.indexOf(event.name);
  const told = own.filter((event) => weight(event) >= 0).sort((one, other) => weight(one) - weight(other));
  const best = told.filter((event, i) => told.findIndex((one) => one.name === event.name) === i).slice(0, 2);
  if (best.length) return best.sort((one, other) => events.indexOf(one) - events.indexOf(other));
  return (own.length ? own : events).slice(0, 1);
}
