// Time travel: shows a past position instead of the current one.

import type { ReplayPosition } from '../../generated/protocol';
import { api, type Refused } from '../api';
import { readingTime } from '../settings.svelte';
import type { Received } from './received.svelte';

// How long the board before and after a turn is shown.
const [BEFORE, AFTER] = [900, 1800];

export class Past {
  moment = $state.raw<ReplayPosition | null>(null);
  /** The seat whose turn is being replayed. */
  mover: number | null = $state(null);

  /** A generation counter that cancels outdated animations and requests. */
  private shown = 0;

  constructor(
    private readonly id: string,
    private readonly received: Received,
  ) {}

  /** Show the position after a decision; for another player's decision, after its turn. */
  async visit(decision: number): Promise<void> {
    this.mover = null;
    await this.go(decision, ++this.shown);
  }

  /** Replay a turn: the position before it, the one after it, then the current one. */
  async again(player: number, from: number, to: number): Promise<void> {
    const mine = ++this.shown;
    this.mover = player;
    for (const [decision, time] of [
      [from, BEFORE],
      [to, AFTER],
    ] as const) {
      await this.go(decision, mine);
      await new Promise((done) => setTimeout(done, readingTime(time)));
      if (mine !== this.shown) return;
    }
    // Without animations the position stays until the user leaves it.
    if (readingTime(1) > 0) this.leave();
  }

  private async go(decision: number, mine: number): Promise<void> {
    try {
      for await (const position of api.positions(this.id, this.received.seat, decision)) {
        if (mine === this.shown) this.moment = position;
        return;
      }
    } catch (problem) {
      const refused = problem as Refused;
      this.received.problem = { code: refused.code, text: refused.message };
    }
  }

  leave(): void {
    this.close();
    this.mover = null;
    this.moment = null;
  }

  /** Nothing more is asked for. */
  close(): void {
    this.shown += 1;
  }
}
