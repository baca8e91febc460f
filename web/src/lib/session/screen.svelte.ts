// What the screen shows: the current position, playback of others' turns, a past position, or a plan.

import type { EventData, OptionData, PlanData, Position, RefusalData } from '../../generated/protocol';
import type { Outgoing } from '../connection';
import { paceOf } from '../settings.svelte';
import { baselineAfter } from './baseline';
import { Past } from './past.svelte';
import { Planning } from './planning.svelte';
import { TurnQueue } from './queue.svelte';
import { Wording } from './wording.svelte';
import { NOTHING, targetsOf, type Target } from './targets';

/** The decision that ends a turn, in every game. */
export const END = 0;

export abstract class Screen extends Wording {
  /** The baseline for highlighted changes: the position at the end of my last turn. */
  baseline = $state.raw<Pick<Position, 'view' | 'decisions'> | null>(null);
  /** The seat whose area is inspected instead of the own one. */
  viewed: number | null = $state(null);
  /** The board objects changed since the baseline, until I act. */
  changed = $state.raw<ReadonlySet<string>>(new Set());
  /** Past events to replay. */
  recalled = $state.raw<EventData[] | null>(null);
  /** A scoring animation is running; the result dialog waits for it. */
  showing = $state(false);

  readonly past: Past;
  readonly plan: Planning;
  protected readonly queue = new TurnQueue(() => paceOf(this.game));

  constructor(readonly id: string) {
    super();
    this.past = new Past(id, this);
    this.plan = new Planning(this, (message) => this.say(message));
  }

  /** Send a message other than a decision. */
  abstract say(message: Outgoing): Promise<boolean>;

  /** Show a new position: immediately if it follows from an action here, otherwise queued for playback. */
  protected arrive(position: Position): void {
    const before = this.latest;
    this.keep(position);
    // The plan expires when the turn begins.
    const begun = position.draft?.undo || position.draft?.why === 'revealed';
    if (this.plan.ahead && !this.plan.ahead.guess && begun) this.plan.stop();
    this.baseline = baselineAfter(before, position, this.baseline);
    const own = before === null || before.seat !== position.seat || before.to_move === position.seat;
    if (own) this.queue.jump(position);
    else this.queue.push(position, before.to_move);
  }

  /** The position of the playback; when it is done, the newest. */
  get shown(): Position | null {
    return this.queue.shown;
  }

  /** The seat whose turn is being played back. */
  get mover(): number | null {
    return this.past.mover ?? this.queue.mover;
  }

  /** Replay a turn, with its scoring animation. */
  again({ player, from, to, events }: { player: number | null; from: number; to: number; events: EventData[] }): void {
    this.recalled = events;
    void this.past.again(player ?? 0, from, Math.min(to, this.latest?.settled ?? 0));
  }

  /** Skip the playback: show the newest position. */
  skip(): void {
    this.queue.jump(this.latest);
  }

  /** The view shown: of a past position, of a plan, or the current one. */
  get view(): Record<string, unknown> | null {
    return this.past.moment?.view ?? (this.plan.active ? this.plan.ahead!.view : null) ?? this.shown?.view ?? null;
  }

  get phase(): string {
    return this.past.moment?.phase ?? (this.plan.active ? this.plan.ahead!.phase : null) ?? this.shown?.phase ?? '';
  }

  /** The player to move in the position shown. */
  get toMove(): number | null {
    return this.past.moment ? this.past.moment.to_move : (this.shown?.to_move ?? null);
  }

  /** Hotseat: a seat of mine that is to move but is not the viewing seat; cover the screen and pass the device on. */
  get passTo(): number | null {
    const next = this.latest?.to_move ?? null;
    if (next === null || next === this.seat || this.mine.length < 2 || !this.mine.includes(next)) return null;
    return this.shown === this.latest ? next : null;
  }

  /** Whether targets are interactive. */
  get acting(): boolean {
    return this.myTurn && this.link === 'live' && !this.past.moment && !this.info?.paused && this.latest === this.shown;
  }

  /** The active options, refusals and plans: of a plan, or of the own turn. */
  private get offers(): Target {
    if (this.plan.active) return this.plan.ahead!;
    return this.acting ? this.latest! : NOTHING;
  }

  get options(): OptionData[] {
    return this.offers.options;
  }

  get refusals(): RefusalData[] {
    return this.offers.refusals;
  }

  get plans(): PlanData[] {
    return this.offers.plans;
  }

  get end(): OptionData | undefined {
    return this.options.find((option) => option.id === END);
  }

  private readonly targets = $derived(targetsOf(this.offers));

  target(id: string): Target {
    return this.targets.get(id) ?? NOTHING;
  }

  /** All active targets, in the order of the options. */
  get targetIds(): string[] {
    return [...this.targets.keys()];
  }
}
