// Decisions on their way to the table: one after the other, each on the position that the one before it led to.

import type { RefusalData } from '../../generated/protocol';
import type { Outgoing } from '../connection';
import type { Received } from './received.svelte';

/** What the server says of a decision that it did not take. */
interface Rejected {
  code: string;
  text: string;
  params: Record<string, unknown>;
}

export class Acting {
  busy = $state(false);
  /** The decision that was clicked last and is not answered yet. */
  chosen: number | null = $state(null);

  private tail: Promise<void> = Promise.resolve();
  private waitingFor: { seq: number; done: () => void } | null = null;

  constructor(
    private readonly received: Received,
    /** Sends, and gives the place in the log. */
    private readonly send: (message: Outgoing) => Promise<number>,
    private readonly reason: (refusal: RefusalData) => string,
  ) {}

  /** Send something about the own turn once all before it is answered. */
  act(make: (seat: number, expect: number) => Outgoing, decision: number | null = null): void {
    this.received.problem = null;
    this.chosen = decision ?? this.chosen;
    this.busy = true;
    const mine = (this.tail = this.tail.then(() => this.answered(make)));
    void mine.then(() => {
      if (mine !== this.tail) return;
      this.busy = false;
      this.chosen = null;
    });
  }

  /** The table has come to this place in its log. */
  reached(seq: number): void {
    if (!this.waitingFor || seq < this.waitingFor.seq) return;
    this.waitingFor.done();
    this.waitingFor = null;
  }

  private async answered(make: (seat: number, expect: number) => Outgoing): Promise<void> {
    const { latest, seat } = this.received;
    if (!latest || seat === null) return;
    try {
      const seq = await this.send(make(seat, latest.at));
      // The answer may come before the position, or after it.
      if ((this.received.latest?.at ?? 0) < seq) await new Promise<void>((done) => (this.waitingFor = { seq, done }));
    } catch (problem) {
      this.explain(problem as Rejected);
    }
  }

  private explain({ code, text, params }: Rejected): void {
    const refusal = params?.['refusal'] as RefusalData | null | undefined;
    this.received.problem = refusal ? { code, text: this.reason(refusal), target: refusal.target } : { code, text };
  }
}
