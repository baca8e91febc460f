// Sends decisions sequentially: each `expect`s the position that the previous one led to.

import type { RefusalData } from '../../generated/protocol';
import type { Outgoing } from '../connection';
import type { Received } from './received.svelte';

/** The server's refusal of a decision. */
interface Rejected {
  code: string;
  text: string;
  params: Record<string, unknown>;
}

export class Acting {
  busy = $state(false);
  /** The pending decision: clicked, but not acknowledged. */
  chosen: number | null = $state(null);

  private tail: Promise<void> = Promise.resolve();
  private waitingFor: { seq: number; done: () => void } | null = null;

  constructor(
    private readonly received: Received,
    /** Sends a message; resolves with its `seq` in the log. */
    private readonly send: (message: Outgoing) => Promise<number>,
    private readonly reason: (refusal: RefusalData) => string,
  ) {}

  /** Send a message about the own turn once all earlier ones are acknowledged. */
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

  /** The received position has reached this `seq`. */
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
      // The acknowledgement may arrive before or after the position frame.
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
