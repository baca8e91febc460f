// A finished game, position by position, and what the analysis says about it.

import type { Job, ReplayPosition, TableInfo } from '../generated/protocol';
import { api, type Refused } from '../lib/api';
import { roman } from '../lib/roman';
import { Session } from '../lib/session/session.svelte';
import { t } from '../lib/words.svelte';
import { capital, decisionText } from './moment';
import { keyMoments, verdicts, type Report, type Said, type TurnVerdict } from './report';

/** One turn of the game, as the lists and graphs need it. */
export interface TurnLine {
  /** 1, 2, 3 … as the server counts. */
  number: number;
  player: number;
  /** Index of its first and of its last position. */
  from: number;
  to: number;
}

/** A part of the game that has a name: a shift, a round. */
export interface Section {
  label: string;
  /** Turns before it. */
  from: number;
}

export class Replay {
  readonly session: Session;
  info = $state.raw<TableInfo | null>(null);
  refused = $state.raw<Refused | null>(null);
  positions = $state.raw<ReplayPosition[]>([]);
  complete = $state(false);
  at = $state(0);
  /** Whose things are shown; null follows the player who moved. */
  follow: number | null = $state(null);
  report = $state.raw<Report | null>(null);
  job = $state.raw<Job | null>(null);
  problem = $state('');

  // Positions as each seat saw them, once asked for.
  private readonly seen = new Map<number | null, ReplayPosition[]>();
  private wished: number | null = null;

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
      this.session.seat = this.own;
      await this.load(this.own, start);
    } catch (problem) {
      this.refused = problem as Refused;
    }
  }

  /** The seat whose eyes are mine; a visitor sees what everybody saw. */
  get own(): number | null {
    return this.info?.seats.find((one) => one.yours)?.seat ?? null;
  }

  private async load(seat: number | null, start: number): Promise<void> {
    const found: ReplayPosition[] = [];
    let last = 0;
    this.wished = start;
    for await (const position of api.positions(this.id, seat, 0)) {
      found.push(position);
      // Not every line redraws the page.
      if (found.length > 1 && performance.now() - last < 120) continue;
      last = performance.now();
      this.positions = [...found];
      this.go(this.wished ?? this.at, false);
    }
    this.positions = found;
    this.complete = true;
    this.seen.set(seat, found);
    this.go(this.wished ?? this.at, false);
  }

  /** Look with the eyes of another seat: what was hidden from it is hidden here. */
  async look(seat: number | null): Promise<void> {
    this.follow = seat;
    this.show();
    const eyes = seat ?? this.own;
    if (eyes === this.session.seat || !this.complete) return;
    let found = this.seen.get(eyes);
    if (!found) {
      found = [];
      try {
        for await (const position of api.positions(this.id, eyes, 0)) found.push(position);
      } catch (problem) {
        this.problem = (problem as Refused).message || t('problem.offline');
        return;
      }
      this.seen.set(eyes, found);
    }
    if (this.follow !== seat) return;
    this.session.seat = eyes;
    this.positions = found;
    this.show();
  }

  get position(): ReplayPosition | undefined {
    return this.positions[this.at];
  }

  get last(): number {
    return Math.max(0, this.positions.length - 1);
  }

  /** Show a position. One that has not arrived yet is shown as soon as it has. */
  go(index: number, asked = true): void {
    const wish = Math.max(0, index);
    this.at = Math.min(wish, this.last);
    if (asked || this.at === wish) this.wished = this.at < wish && !this.complete ? wish : null;
    this.show();
  }

  private show(): void {
    const position = this.positions[this.at] ?? null;
    this.session.past.moment = position;
    this.session.viewed = this.follow ?? position?.player ?? this.session.seat;
  }

  /** To the end of a turn by its place in the list; −1 is the set-up. */
  goTurn(index: number): void {
    this.go(index < 0 ? 0 : (this.turns[Math.min(index, this.turns.length - 1)]?.to ?? 0));
  }

  /** One turn on or back; from inside a turn first to its end or beginning. */
  step(by: 1 | -1): void {
    const turn = this.turns[this.turnIndex];
    if (by > 0) this.goTurn(turn && this.at < turn.to ? this.turnIndex : this.turnIndex + 1);
    else this.goTurn(this.turnIndex - 1);
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

  // The turn of every position.
  private readonly turnAt = $derived.by(() => {
    const found: number[] = this.positions.map(() => -1);
    this.turns.forEach((turn, index) => found.fill(index, turn.from, turn.to + 1));
    return found;
  });

  /** The turn on the screen: its index, −1 for the set-up. */
  readonly turnIndex = $derived(this.turnAt[this.at] ?? -1);
  readonly turn = $derived<TurnLine | null>(this.turns[this.turnIndex] ?? null);

  /** What happened in each turn, in the words of the log. */
  readonly told = $derived.by<string[]>(() =>
    this.turns.map((turn) => {
      const events = this.positions.slice(turn.from, turn.to + 1).flatMap((position) => position.events);
      const own = events.filter((event) => event.params['player'] === turn.player);
      const name = this.session.name(turn.player);
      return (own.length ? own : events)
        .slice(0, 3)
        .map((event) => capital(without(this.session.eventText(event), name)))
        .join(' ');
    }),
  );

  /** Shifts or rounds, where the game has them. */
  readonly sections = $derived.by<Section[]>(() => {
    const found: (Section & { key: number })[] = [];
    this.turns.forEach((turn, index) => {
      const view = this.positions[turn.from]?.view ?? {};
      const shift = view['shift'];
      const key = typeof shift === 'number' ? shift : view['round'];
      if (typeof key !== 'number' || found.at(-1)?.key === key) return;
      const label =
        typeof shift === 'number' ? t('coal.shift_n', { n: roman(shift) }) : t('analysis.round', { n: key });
      found.push({ key, label, from: index });
    });
    return found;
  });

  // -- analysis --------------------------------------------------------------------------------------------------------

  readonly verdicts = $derived<Map<number, TurnVerdict>>(this.report ? verdicts(this.report) : new Map());
  readonly moments = $derived(keyMoments(this.verdicts.values()));

  verdict(index: number): TurnVerdict | null {
    return this.verdicts.get(this.turns[index]?.number ?? -1) ?? null;
  }

  /** The chances of all players after a turn (−1: before the first). */
  chances(index: number): number[] | null {
    if (!this.report) return null;
    return index < 0 ? this.report.start : (this.verdict(index)?.after ?? null);
  }

  /** The decision on the screen: the last one played, at the end of a turn the one that mattered most. */
  readonly decision = $derived.by(() => {
    const turn = this.turn;
    if (!this.report || !turn) return null;
    if (this.at === turn.to) return this.verdict(this.turnIndex)?.main ?? null;
    const seq = (this.position?.decision ?? 0) - 1;
    return this.report.decisions.find((one) => one.seq === seq) ?? null;
  });

  /** A decision in the words of the game. */
  words(said: Said): string {
    return decisionText(this.session, said);
  }

  async analyse(think: number): Promise<void> {
    this.problem = '';
    try {
      this.job = await api.analyse(this.id, { think });
      this.take(this.job);
      if (!this.job.result) for await (const job of api.follow(this.job.id)) this.take((this.job = job));
    } catch (problem) {
      this.problem = (problem as Refused).message || t('problem.offline');
    } finally {
      this.job = null;
    }
  }

  private take(job: Job): void {
    if (job.result) this.report = job.result as unknown as Report;
    if (job.error) this.problem = job.error.text;
  }

  stop(): void {
    if (this.job) void api.cancel(this.job.id).catch(() => undefined);
  }
}

/** A sentence without the player it begins with: the emblem beside it says who. */
function without(sentence: string, name: string): string {
  return sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
}
