// Form state of the new-table dialog on the home page.

import type { ClockSetup, GameInfo, NewTable, SeatSetup, TableInfo } from '../generated/protocol';
import { api } from './api';
import { sitDown } from './deal';
import { set, settings } from './settings.svelte';
import { t } from './words.svelte';

export type SeatKind = SeatSetup['kind'];

export interface SeatDraft {
  kind: SeatKind;
  name: string;
  level: string;
}

export const CLOCKS: { id: string; clock: ClockSetup }[] = [
  { id: 'none', clock: { kind: 'none' } },
  { id: 'live-5', clock: { kind: 'live', turn: 15, bank: 300 } },
  { id: 'live-15', clock: { kind: 'live', turn: 30, bank: 900 } },
  { id: 'live-30', clock: { kind: 'live', turn: 60, bank: 1800 } },
  { id: 'days-1', clock: { kind: 'correspondence', turn: 86_400, bank: 0 } },
  { id: 'days-3', clock: { kind: 'correspondence', turn: 3 * 86_400, bank: 0 } },
];

/** The default clock of rated games. */
export const RATED_CLOCK = 'live-15';

/** Describe a clock. */
export function clockWords({ kind, turn, bank }: ClockSetup): string {
  if (kind === 'live') return t('setup.clock.live', { bank: Math.round((bank ?? 0) / 60), turn: turn ?? 0 });
  return kind === 'correspondence'
    ? t('setup.clock.days', { n: Math.round((turn ?? 0) / 86_400) })
    : t('setup.clock.none');
}

const BOT_NAMES = ['Hugo', 'Emma', 'Jules', 'Nour', 'Timo', 'Lotte', 'Ada'];

/** A unique name for a bot at a table. */
export function botName(taken: readonly string[]): string {
  return BOT_NAMES.find((name) => !taken.includes(name)) ?? `Bot ${taken.length + 1}`;
}

export class Setup {
  seats: SeatDraft[] = $state([]);
  options: Record<string, boolean | number | string> = $state({});
  variant = $state('standard');
  /** The shipped edition; '' is the game's default. */
  edition = $state('');
  clock = $state('none');
  visibility: 'private' | 'public' = $state('private');
  hints = $state(true);
  /** Whether the game is rated: requires a clock, and disables hints. */
  rated = $state(false);
  /** The coach's threshold in per cent of a win; 0: off. */
  coach = $state(0);

  constructor(readonly game: GameInfo) {
    const most = Math.max(...game.players);
    const wished = settings.lastPlayers[game.id] ?? 3;
    const count = game.players.includes(wished) ? wished : Math.min(...game.players);
    this.seats.push({ kind: 'you', name: settings.name, level: settings.lastLevel });
    for (let seat = 1; seat < most; seat += 1) {
      const taken = this.seats.map((one) => one.name);
      this.seats.push({ kind: seat < count ? 'bot' : 'closed', name: botName(taken), level: settings.lastLevel });
    }
    this.useVariant('standard');
  }

  get players(): number {
    return this.seats.filter((seat) => seat.kind !== 'closed').length;
  }

  /** Seats that others have to join first. */
  get waiting(): number {
    return this.seats.filter((seat) => seat.kind === 'invite' || seat.kind === 'open').length;
  }

  /** Whether one person plays against bots: then there may be a coach. */
  get forOne(): boolean {
    return forOne(this.seats);
  }

  /** Whether a local player's name is missing. */
  get nameless(): boolean {
    return this.seats.some((seat) => seat.kind === 'you' && !seat.name.trim());
  }

  get playersFit(): boolean {
    return this.game.players.includes(this.players);
  }

  useVariant(name: string): void {
    this.variant = name;
    const variant = this.game.variants.find((one) => one.name === name);
    this.options = Object.fromEntries(this.game.options.map((option) => [option.name, option.default]));
    Object.assign(this.options, variant?.options ?? {});
    if (variant && !variant.players.includes(this.players)) this.usePlayers(variant.players[0] ?? this.players);
  }

  setOption(name: string, value: boolean | number | string): void {
    this.options[name] = value;
    const same = (options: Record<string, unknown>): boolean =>
      this.game.options.every((option) => this.options[option.name] === (options[option.name] ?? option.default));
    this.variant = this.game.variants.find((variant) => same(variant.options))?.name ?? '';
  }

  /** Set the player count by opening or closing seats at the end. */
  usePlayers(count: number): void {
    for (const seat of this.seats) if (this.players < count && seat.kind === 'closed') seat.kind = 'bot';
    for (const seat of this.seats.toReversed()) if (this.players > count && seat.kind !== 'you') seat.kind = 'closed';
  }

  setRated(rated: boolean): void {
    this.rated = rated;
    if (rated && this.clock === 'none') this.clock = RATED_CLOCK;
  }

  setKind(index: number, kind: SeatKind): void {
    const seat = this.seats[index]!;
    if (kind === 'you') for (const other of this.seats) if (other.kind === 'you') other.kind = 'bot';
    seat.kind = kind;
    if (kind === 'you') seat.name = settings.name;
    if (kind === 'bot' && !seat.name) seat.name = botName(this.seats.map((one) => one.name));
  }

  async create(): Promise<TableInfo> {
    const you = this.seats.find((seat) => seat.kind === 'you');
    const bots = this.seats.filter((seat) => seat.kind === 'bot');
    set({
      lastGame: this.game.id,
      lastPlayers: { ...settings.lastPlayers, [this.game.id]: this.players },
      ...(you ? { name: you.name.trim() } : {}),
      ...(bots[0] ? { lastLevel: bots[0].level } : {}),
    });
    const table: NewTable = {
      game: this.game.id,
      seats: this.seats.map((seat, index) => asSetup(seat, `${index + 1}`)),
      options: this.options,
      ...(this.edition ? { edition: this.edition } : {}),
      clock: CLOCKS.find((one) => one.id === this.clock)!.clock,
      visibility: this.visibility,
      hints: this.hints && !this.rated,
      coach: this.forOne && !this.rated ? this.coach : 0,
      rated: this.rated,
      start: this.waiting === 0,
    };
    return sitDown((pledge) => api.create({ ...table, ...pledge }));
  }
}

export const COACH = [0, 20, 10, 5];

/** Whether all seats but one are bots or empty. */
export function forOne(seats: readonly { kind: string }[]): boolean {
  return seats.filter(({ kind }) => kind !== 'bot' && kind !== 'closed').length === 1;
}

export const coachWords = (percent: number): string =>
  percent ? t('setup.coach.from', { n: percent }) : t('setup.coach.off');

function asSetup(seat: SeatDraft, nameless: string): SeatSetup {
  if (seat.kind === 'bot') return { kind: 'bot', level: seat.level, name: seat.name };
  if (seat.kind === 'you' || seat.kind === 'hotseat') return { kind: seat.kind, name: seat.name.trim() || nameless };
  return { kind: seat.kind };
}
