// An action chosen in the dock only filters what glows; it is forgotten with the question.

import type { OptionData } from '../../generated/protocol';
import type { Session } from '../../lib/session/session.svelte';
import { question } from './model';

export const ACTIONS = ['buy', 'engine', 'settle', 'engineer'] as const;
export type Action = (typeof ACTIONS)[number];

class Filter {
  private picked = $state.raw<{ action: Action; session: Session; at: unknown } | null>(null);

  of(session: Session): Action | null {
    const { picked } = this;
    // Another table may be as far as this one was.
    return picked?.session === session && picked.at === question(session) ? picked.action : null;
  }

  toggle(session: Session, action: Action): void {
    this.picked = this.of(session) === action ? null : { action, session, at: question(session) };
  }

  passes(session: Session, option: OptionData): boolean {
    const action = this.of(session);
    return action === null || option.kind === action;
  }
}

export const filter = new Filter();
