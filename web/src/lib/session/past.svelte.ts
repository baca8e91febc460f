// A moment of the past on the screen instead of now.

import type { ReplayPosition } from '../../generated/protocol';
import { api, type Refused } from '../api';
import type { Told } from './told.svelte';

export class Past {
  moment = $state.raw<ReplayPosition | null>(null);

  constructor(
    private readonly id: string,
    private readonly told: Told,
  ) {}

  /** Show the board as it was after a decision, or when the turn of somebody else with that decision was over. */
  async visit(decision: number): Promise<void> {
    try {
      for await (const position of api.positions(this.id, this.told.seat, decision)) {
        this.moment = position;
        return;
      }
    } catch (problem) {
      const refused = problem as Refused;
      this.told.problem = { code: refused.code, text: refused.message };
    }
  }

  leave(): void {
    this.moment = null;
  }
}
