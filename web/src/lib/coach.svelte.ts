// The coach of games against bots: asks once before something final that gives much away.

import type { Objection } from '../generated/protocol';
import { api } from './api';
import type { Session } from './session/session.svelte';

// The server answers within two seconds; after this timeout the decision is sent anyway.
const PATIENCE = 3000;

interface Better {
  decision: number;
  why: string;
  /** Decisions of the draft before it. */
  after: number;
}

export class Coach {
  asking = $state(false);
  objection = $state.raw<Objection | null>(null);
  /** The better decision, once it was asked to be shown: what is in its way is being taken back. */
  better = $state.raw<Better | null>(null);
  private said = '';
  private anyway: () => void = () => undefined;

  constructor(private readonly session: Session) {}

  /** Go on with something final, unless much speaks against it that was not said yet. */
  before(decision: number, go: () => void): void {
    const { session } = this;
    const { latest, seat } = session;
    // The same turn is asked about once.
    const question = `${latest?.settled} ${latest?.draft?.actions.join()} ${decision}`;
    if (!session.info?.coach || seat === null || this.said === question) {
      go();
      return;
    }
    if (this.asking) return;
    this.asking = true;
    void this.ask(seat, decision).then((objection) => {
      this.asking = false;
      if (session.latest?.at !== latest?.at) return;
      this.said = question;
      this.anyway = go;
      if (objection) this.objection = objection;
      else go();
    });
  }

  private async ask(seat: number, decision: number): Promise<Objection | null> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
    const answer = api.coach(this.session.id, { seat, decision }).then(
      (coached) => coached.objection,
      () => null,
    );
    return Promise.race([answer, late]);
  }

  /** Leave the turn as it is: nobody asks about it a second time. */
  close(): void {
    this.objection = null;
  }

  playAnyway(): void {
    this.close();
    this.anyway();
  }

  show(): void {
    const { objection, session } = this;
    this.close();
    if (!objection) return;
    const after = (session.latest?.draft?.actions.length ?? 0) - objection.back;
    this.better = { decision: objection.decision, why: objection.why, after };
    session.undoTo(after);
  }
}
