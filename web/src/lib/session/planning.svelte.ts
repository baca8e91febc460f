// Premoves: a plan for the own next turn on a position predicted by the server, which also stores the plan.

import type { PlanFrame } from '../../generated/protocol';
import type { Outgoing } from '../connection';
import type { Received } from './received.svelte';

export class Planning {
  ahead = $state.raw<PlanFrame | null>(null);

  constructor(
    private readonly received: Received,
    private readonly say: (message: Outgoing) => Promise<boolean>,
  ) {}

  /** Whether the board shows the planning position instead of the current one. */
  get active(): boolean {
    return this.ahead !== null && this.ahead.guess && this.ahead.view !== null && !this.received.myTurn;
  }

  /** Request the predicted position and show it. */
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

  /** Append to the still legal part of the plan. */
  add(decisions: readonly number[]): void {
    this.plan([...this.legal, ...decisions]);
  }

  takeBack(): void {
    this.plan(this.legal.slice(0, -1));
  }

  /** Take the planned decisions and clear the plan: it is valid for one turn. */
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
