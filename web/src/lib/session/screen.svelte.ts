// What is on the screen: now, a turn of others that is shown in its order, a moment of the past, or a plan.

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
  /** The position at the end of my last turn: what changed is told against it. */
  baseline = $state.raw<Pick<Position, 'view' | 'decisions'> | null>(null);
  /** Whose things are looked at instead of one's own. */
  viewed: number | null = $state(null);
  /** The objects of the board that are not as they were at the end of my last turn, until I act. */
  changed = $state.raw<ReadonlySet<string>>(new Set());
  /** What happened once, to be shown again. */
  recalled = $state.raw<EventData[] | null>(null);
  /** A scoring is being shown; the result waits for it. */
  showing = $state(false);

  readonly past: Past;
  readonly plan: Planning;
  protected readonly queue = new TurnQueue(() => paceOf(this.game));

  constructor(readonly id: string) {
    super();
    this.past = new Past(id, this);
    this.plan = new Planning(this, (message) => this.say(message));
  }

  /** Send something that is no decision. */
  abstract say(message: Outgoing): Promise<boolean>;

  /** The newest position, at once where it follows from what was done here, otherwise when those before it were seen. */
  protected arrive(position: Position): void {
    const before = this.latest;
    this.keep(position);
    // Once the turn has begun, what was planned for it is past.
    const begun = position.draft?.undo || position.draft?.why === 'revealed';
    if (this.plan.ahead && !this.plan.ahead.guess && begun) this.plan.stop();
    this.baseline = baselineAfter(before, position, this.baseline);
    const own = before === null || before.seat !== position.seat || before.to_move === position.seat;
    if (own) this.queue.jump(position);
    else this.queue.push(position, before.to_move);
  }

  /** The position on the screen while others' turns are shown one after the other; at last the newest. */
  get shown(): Position | null {
    return this.queue.shown;
  }

  /** Whose turn is being shown. */
  get mover(): number | null {
    return this.past.mover ?? this.queue.mover;
  }

  /** Show a turn once more, with the scoring that belonged to it. */
  again({ player, from, to, events }: { player: number | null; from: number; to: number; events: EventData[] }): void {
    this.recalled = events;
    void this.past.again(player ?? 0, from, Math.min(to, this.latest?.settled ?? 0));
  }

  /** Show the newest position at once. */
  skip(): void {
    this.queue.jump(this.latest);
  }

  /** The view on the screen: of the past, of a plan, or of now. */
  get view(): Record<string, unknown> | null {
    return this.past.moment?.view ?? (this.plan.active ? this.plan.ahead!.view : null) ?? this.shown?.view ?? null;
  }

  get phase(): string {
    return this.past.moment?.phase ?? (this.plan.active ? this.plan.ahead!.phase : null) ?? this.shown?.phase ?? '';
  }

  /** Whose turn it is in the position on the screen. */
  get toMove(): number | null {
    return this.past.moment ? this.past.moment.to_move : (this.shown?.to_move ?? null);
  }

  /** A seat of mine that is to move but not looked from: cover the screen and pass the device on. */
  get passTo(): number | null {
    const next = this.latest?.to_move ?? null;
    if (next === null || next === this.seat || this.mine.length < 2 || !this.mine.includes(next)) return null;
    return this.shown === this.latest ? next : null;
  }

  /** Whether clicks on targets have an effect now. */
  get acting(): boolean {
    return this.myTurn && this.link === 'live' && !this.past.moment && !this.info?.paused && this.latest === this.shown;
  }

  /** What can be asked of the board now: of a plan, or of the own turn. */
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

  /** All targets of now, in the order of the options. */
  get targetIds(): string[] {
    return [...this.targets.keys()];
  }
}
