// What the table's analysis of a game says, and what is made of it here: marks of turns and key moments.

import type { IconName } from '../art/icons';
import type { Params } from '../lib/messages';
import type { Reason } from '../lib/reason';

export interface Said {
  /** In the notation of the record. */
  action: string;
  /** The mover's chance of winning after it. */
  value: number;
  /** The sentence `action.<kind>` of the game. */
  kind: string;
  params: Params;
}

export interface DecisionReport extends Said {
  /** Decisions before this one. */
  seq: number;
  turn: number;
  player: number;
  options: number;
  loss: number;
  luck: number;
  /** What was revealed then brought every player, by what the mover knew; empty where nothing was. */
  lucks: number[];
  /** The event `event.<name>` that brought notable luck. */
  news: { name: string; params: Record<string, unknown> } | null;
  /** Best first, without the one that was played. */
  alternatives: Said[];
  /** What the first of them has over a decision that lost notably; analyses of older versions have none. */
  why?: Reason | null;
}

export interface Account {
  player: number;
  start: number;
  final: number;
  luck: number;
  loss: number;
  residual: number;
}

export interface Report {
  /** What judged the positions, and by which rules; analyses of older versions do not say. */
  evaluation?: string;
  rules?: number;
  names: string[];
  teams: number[];
  deals: number;
  start: number[];
  turns: { turn: number; player: number; actions: string[]; chances: number[] }[];
  decisions: DecisionReport[];
  accounts: Account[];
}

// How hard the analysis thinks: the first look, and the closer one.
export const FIRST_LOOK = 0.5;
export const CLOSER_LOOK = 1;

export type Mark = 'strong' | 'inaccuracy' | 'mistake' | 'luck';

export const MARK_COLOURS: Record<Mark, string> = {
  strong: 'var(--leaf-77)',
  inaccuracy: 'var(--amber-90)',
  mistake: 'var(--clay-74)',
  luck: 'var(--sky-81)',
};
/** As chess annotates a move; what has no sign there has an icon. */
export const MARK_SIGNS: Record<Mark, { icon: IconName } | { sign: string }> = {
  strong: { icon: 'star' },
  inaccuracy: { sign: '?!' },
  mistake: { sign: '?' },
  luck: { icon: 'clover' },
};

// Parts of a win.
const STRONG = 0.08;
const LUCKY = 0.08;
const INACCURACY = 0.05;
const MISTAKE = 0.1;
const KEY_MOMENTS = 6;
// A quiet game still has its turning points.
const LEAST_MOMENTS = 4;
const SWING = 0.04;

/** What the analysis found in one turn. */
export interface TurnVerdict {
  turn: number;
  player: number;
  mark: Mark | null;
  /** How much it mattered, signed for the mover. */
  size: number;
  /** The decision that mattered most. */
  main: DecisionReport;
  before: number[];
  after: number[];
}

/** All turns by their number. */
export function verdicts(report: Report): Map<number, TurnVerdict> {
  const found = new Map<number, TurnVerdict>();
  let before = report.start;
  for (const { turn, player, chances } of report.turns) {
    const own = report.decisions.filter((one) => one.turn === turn);
    if (own.length) {
      found.set(turn, {
        turn,
        player,
        ...judged(own, before[player] ?? 0, chances[player] ?? 0),
        before,
        after: chances,
      });
    }
    before = chances;
  }
  return found;
}

function judged(own: DecisionReport[], before: number, after: number): Pick<TurnVerdict, 'mark' | 'size' | 'main'> {
  const change = after - before;
  const worst = own.reduce((a, b) => (b.loss > a.loss ? b : a));
  const luckiest = own.reduce((a, b) => (Math.abs(b.luck) > Math.abs(a.luck) ? b : a));
  const gain = (index: number): number => own[index]!.value - (own[index - 1]?.value ?? before);
  const bestStep = own.reduce(
    (best, one, index) => (one.options > 1 && (own[best]!.options <= 1 || gain(index) > gain(best)) ? index : best),
    0,
  );
  const chosen = own[bestStep]!;
  const luck = own.reduce((sum, one) => sum + one.luck, 0);
  // One decision, not the sum: over a turn of many small ones the errors of the estimates would add up to a blunder,
  // and luck is told with the event that brought it.
  if (worst.loss >= INACCURACY)
    return { mark: worst.loss >= MISTAKE ? 'mistake' : 'inaccuracy', size: -worst.loss, main: worst };
  if (Math.abs(luckiest.luck) >= LUCKY) return { mark: 'luck', size: luckiest.luck, main: luckiest };
  // What luck brought is nobody's merit.
  if (change - luck >= STRONG) return { mark: 'strong', size: change - luck, main: chosen };
  return { mark: null, size: change, main: worst.loss > 0.01 ? worst : chosen };
}

/** The turns that mattered most, in the order of play. */
export function keyMoments(all: Iterable<TurnVerdict>, most = KEY_MOMENTS): TurnVerdict[] {
  const sorted = [...all].sort((a, b) => Math.abs(b.size) - Math.abs(a.size));
  const marked = sorted.filter((one) => one.mark !== null).slice(0, most);
  const swings = sorted.filter((one) => one.mark === null && Math.abs(one.size) >= SWING);
  const least = Math.min(most, LEAST_MOMENTS);
  return [...marked, ...swings.slice(0, Math.max(0, least - marked.length))].sort((a, b) => a.turn - b.turn);
}

/** Shares in whole percent that add up as the shares do: what one wins by luck is what the others lose. */
export function wholePercents(shares: number[]): number[] {
  const exact = shares.map((share) => share * 100);
  const whole = exact.map((value) => Math.sign(value) * Math.round(Math.abs(value)));
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  const step = Math.sign(Math.round(sum(exact)) - sum(whole));
  // Where rounding has added or lost something, those give way that it had moved the furthest.
  const moved = [...whole.keys()].sort((a, b) => step * (exact[b]! - whole[b]! - exact[a]! + whole[a]!));
  const missing = Math.abs(Math.round(sum(exact)) - sum(whole));
  for (const index of moved.slice(0, missing)) whole[index]! += step;
  return whole.map((value) => value || 0);
}

/** What the luck of a decision brought every player: wherever it is told, in these figures. */
export const luckPoints = ({ lucks }: DecisionReport): number[] => wholePercents(lucks);

/** How much a turn mattered, in whole percent. */
export function momentPoints({ mark, main, player, size }: TurnVerdict): number {
  return mark === 'luck' ? (luckPoints(main)[player] ?? 0) : Math.round(size * 100) || 0;
}
