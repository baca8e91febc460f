// Ending a turn asks for confirmation while there are other options and something would be lost.

import { announce } from './live.svelte';
import { END } from './session/screen.svelte';
import type { Session } from './session/session.svelte';
import { notes } from './target.svelte';
import { t } from './words.svelte';

export class Ending {
  /** The position in which confirmation was requested. */
  private asked: number | null = $state(null);

  constructor(private readonly session: Session) {}

  /** What would be lost by ending now; empty where there is no other option. */
  get lost(): string[] {
    const { end } = this.session;
    return end && this.goesOn ? notes(this.session, end) : [];
  }

  /** Whether ending now would be premature: other options exist, and it loses something or is a pass. */
  get early(): boolean {
    return this.goesOn && (this.lost.length > 0 || (this.session.latest?.draft?.actions.length ?? 0) === 0);
  }

  /** Whether the next press confirms. */
  get sure(): boolean {
    return this.asked !== null && this.asked === this.session.latest?.at;
  }

  press(): void {
    if (this.lost.length === 0 || this.sure || this.session.plan.active) {
      this.asked = null;
      this.session.confirm();
    } else if (this.session.acting && !this.session.busy) {
      this.asked = this.session.latest!.at;
      announce(`${this.lost.join(' ')} ${t('bar.sure', { end: this.session.optionText(this.session.end!) })}`);
    }
  }

  takeBack(): void {
    this.asked = null;
  }

  private get goesOn(): boolean {
    return this.session.options.some((option) => option.id !== END);
  }
}
