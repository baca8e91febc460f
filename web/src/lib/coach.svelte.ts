// The coach of games against bots: one confirmation before an irreversible action with a large loss.

import type { Objection } from '../generated/protocol';
import { api } from './api';
import type { Session } from './session/session.svelte';

// The server answers within two seconds; after this timeout the decision is sent anyway.
const PATIENCE = 3000;

interface Better {
  decision: number;
  why: string;
  /** Number of drafted decisions before it. */
  after: number;
}

export class Coach {
  asking = $state(false);
  objection = $state.raw<Objection | null>(null);
  /** The better decision, once the user asked to see it: the draft is being undone up to it. */
  better = $state.raw<Better | null>(null);
  private said = '';
  private anyway: () => void = () => undefined;

  constructor(private readonly session: Session) {}

  /** Run an irreversible action, unless the coach has a new objection. */
  before(decision: number, go: () => void): void {
    const { session } = this;
    const { latest, seat } = session;
    // The same decision of the same draft is checked once.
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

  /** Dismiss the objection; the same decision is not questioned again. */
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
