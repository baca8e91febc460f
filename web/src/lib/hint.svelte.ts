// Requests a hint from a bot, in casual games only.

import { api, type Refused } from './api';
import type { Session } from './session/session.svelte';

export interface Hint {
  decision: number;
  /** The reason, as one sentence. */
  sentence: string;
  at: number;
}

export class HintAsk {
  busy = $state(false);
  found = $state.raw<Hint | null>(null);

  constructor(private readonly session: Session) {}

  async ask(): Promise<void> {
    const { session } = this;
    if (this.busy || !session.myTurn || !session.info?.hints || session.learning || session.seat === null) return;
    this.busy = true;
    const at = session.latest!.at;
    try {
      const job = await api.hint(session.id, { seat: session.seat, think: 1 });
      for await (const state of api.follow(job.id)) {
        const { action, sentence } = (state.result ?? {}) as { action?: number; sentence?: string };
        if (action !== undefined && session.latest?.at === at)
          this.found = { decision: action, sentence: sentence ?? '', at };
        if (state.state === 'failed' && state.error)
          session.problem = { code: state.error.code, text: state.error.text };
      }
    } catch (problem) {
      const refused = problem as Refused;
      session.problem = { code: refused.code, text: refused.message };
    } finally {
      this.busy = false;
    }
  }

  clear(): void {
    this.found = null;
  }
}
