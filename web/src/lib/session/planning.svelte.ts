// A plan for the own next turn, made while others think: the server guesses the position, and keeps what was planned.

import type { PlanFrame } from '../../generated/protocol';
import type { Outgoing } from '../connection';
import type { Received } from './received.svelte';

export class Planning {
  ahead = $state.raw<PlanFrame | null>(null);

  constructor(
    private readonly received: Received,
    private readonly say: (message: Outgoing) => Promise<boolean>,
  ) {}

  /** Whether the board shows a plan for the next turn instead of the position. */
  get active(): boolean {
    return this.ahead !== null && this.ahead.guess && this.ahead.view !== null && !this.received.myTurn;
  }

  /** Look at the board as it may be when my turn comes. */
  start(): void {
    this.plan([]);
  }

  stop(): void {
    this.ahead = null;
  }

  plan(decisions: number[]): void {
    if (this.received.seat === null) return;
    void this.say({ type: 'plan', seat: this.received.seat, decisions });
    if (decisions.length === 0 && this.ahead && !this.ahead.guess) this.ahead = null;
  }

  /** Go on from what can still be played of the plan. */
  add(decisions: readonly number[]): void {
    this.plan([...this.legal, ...decisions]);
  }

  takeBack(): void {
    this.plan(this.legal.slice(0, -1));
  }

  /** The planned decisions, which are then past: a plan is for one turn. */
  use(): number[] {
    const steps = this.legal;
    this.ahead = null;
    void this.say({ type: 'plan', seat: this.received.seat!, decisions: null });
    return steps;
  }

  private get legal(): number[] {
    return this.ahead?.decisions.slice(0, this.ahead.legal) ?? [];
  }
}
