// A finished game, position by position, and what the analysis says about it.

import type { Job, ReplayPosition, TableInfo } from '../generated/protocol';
import { api, Refused } from './api';
import { Session } from './session.svelte';

export interface Alternative {
  action: string;
  value: number;
}

export interface DecisionReport {
  seq: number;
  turn: number;
  player: number;
  action: string;
  options: number;
  value: number;
  loss: number;
  luck: number;
  alternatives: Alternative[];
}

export interface Analysis {
  names: string[];
  deals: number;
  start: number[];
  turns: { turn: number; player: number; actions: string[]; chances: number[] }[];
  decisions: DecisionReport[];
  accounts: { player: number; start: number; final: number; luck: number; loss: number; residual: number }[];
  key_moments: { kind: string; seq: number; turn: number; player: number; action: string; better: string | null; size: number }[];
}

export type Mark = '★' | '?!' | '?';
const STRONG = 0.08;
const INACCURATE = 0.05;
const MISTAKE = 0.1;

/** One turn of the game, as the lists and graphs need it. */
export interface TurnLine {
  /** 1, 2, 3 … */
  number: number;
  player: number;
  /** Index of its first and of its last position. */
  from: number;
  to: number;
}

export class Replay {
  readonly session: Session;
  info = $state.raw<TableInfo | null>(null);
  refused = $state.raw<Refused | null>(null);
  positions = $state.raw<ReplayPosition[]>([]);
  complete = $state(false);
  at = $state(0);
  seat: number | null = $state(null);
  analysis = $state.raw<Analysis | null>(null);
  job = $state.raw<Job | null>(null);
  problem = $state('');

  constructor(
    readonly id: string,
    start: number,
  ) {
    this.session = new Session(id, false);
    void this.begin(start);
  }

  private async begin(start: number): Promise<void> {
    try {
      const info = await api.table(this.id);
      this.info = info;
      this.session.info = info;
      const mine = info.seats.find((seat) => seat.yours)?.seat;
      this.seat = mine ?? 0;
      this.session.seat = this.seat;
      await this.load(start);
    } catch (problem) {
      this.refused = problem as Refused;
    }
  }

  private async load(start: number): Promise<void> {
    const found: ReplayPosition[] = [];
    let last = 0;
    for await (const position of api.positions(this.id, this.seat, 0)) {
      found.push(position);
      // Not every line redraws the page.
      if (found.length === 1 || performance.now() - last > 120) {
        last = performance.now();
        this.positions = [...found];
        if (found.length === 1 || found.length === start + 1) this.go(Math.min(start, found.length - 1));
      }
    }
    this.positions = found;
    this.complete = true;
    this.go(Math.min(start, found.length - 1));
  }

  get position(): ReplayPosition | undefined {
    return this.positions[this.at];
  }

  /** Show a position; every one on the way can be shown, none is left out. */
  go(index: number): void {
    this.at = Math.max(0, Math.min(index, this.positions.length - 1));
    this.session.travel = this.positions[this.at] ?? null;
    this.session.events = this.positions.slice(0, this.at + 1).flatMap((position) => position.events);
  }

  readonly turns = $derived.by<TurnLine[]>(() => {
    const found: TurnLine[] = [];
    this.positions.forEach((position, index) => {
      if (position.player === null) return;
      const last = found.at(-1);
      if (last && last.number === position.turn) last.to = index;
      else found.push({ number: position.turn, player: position.player, from: index, to: index });
    });
    return found;
  });

  /** The turn on the screen: its index, −1 for the set-up. */
  readonly turnIndex = $derived.by(() => {
    let found = -1;
    this.turns.forEach((turn, index) => {
      if (turn.from <= this.at) found = index;
    });
    return found;
  });

  /** What happened in a turn, in the words of the log. */
  told(turn: TurnLine): string {
    const lines = this.positions.slice(turn.from, turn.to + 1).flatMap((position) => position.events);
    const own = lines.filter((event) => event.params['player'] === turn.player);
    return (own.length ? own : lines).slice(0, 3).map((event) => this.session.eventText(event)).join(' ');
  }

  /** The chances of all players after a turn (−1: before the first). */
  chances(index: number): number[] | null {
    if (!this.analysis) return null;
    if (index < 0) return this.analysis.start;
    return this.analysis.turns[index]?.chances ?? null;
  }

  /** What the analysis thinks of a turn. */
  mark(index: number): Mark | null {
    const turn = this.turns[index];
    const after = this.chances(index);
    const before = this.chances(index - 1);
    if (!turn || !after || !before || !this.analysis) return null;
    const loss = this.analysis.decisions.filter((one) => one.turn === turn.number && one.player === turn.player).reduce((sum, one) => sum + one.loss, 0);
    if (loss >= MISTAKE) return '?';
    if (loss >= INACCURATE) return '?!';
    return after[turn.player]! - before[turn.player]! >= STRONG ? '★' : null;
  }

  /** The decision of the analysis that led to the position on the screen. */
  readonly report = $derived.by(() => {
    const position = this.position;
    if (!this.analysis || !position || position.action === null) return null;
    return this.analysis.decisions.find((one) => one.seq === position.decision - 1) ?? null;
  });

  async analyse(think: number): Promise<void> {
    this.problem = '';
    try {
      this.job = await api.analyse(this.id, { think });
      if (this.job.result) this.analysis = this.job.result as unknown as Analysis;
      else {
        for await (const job of api.follow(this.job.id)) {
          this.job = job;
          if (job.result) this.analysis = job.result as unknown as Analysis;
          if (job.error) this.problem = job.error.text;
        }
      }
    } catch (problem) {
      this.problem = (problem as Refused).message;
    } finally {
      this.job = null;
    }
  }

  stop(): void {
    if (this.job) void api.cancel(this.job.id).catch(() => undefined);
  }
}
