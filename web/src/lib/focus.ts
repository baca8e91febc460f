// Focus management: after a change the focus moves to the current question, and is restored when its element is gone.

import { inSight, legalTargets, type Focusable } from './keyboard';
import { floats } from './ui.svelte';

/** What is to be answered: the first choice, those in sight before others, the end of the turn, or what is waited for. */
function question(): Focusable | null {
  const lit = legalTargets();
  return (
    lit.find(inSight) ?? lit[0] ?? document.querySelector<Focusable>('#confirm[aria-disabled=false], .act .prompt')
  );
}

export function focusQuestion(): void {
  const node = question();
  node?.focus({ preventScroll: true });
  // A programmatic focus opens no tooltip, which would cover the board at every new question.
  floats.hide();
  node?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
}

export function focusBar(): void {
  document.querySelector<Focusable>('.act button:not([aria-disabled=true]), .act .prompt')?.focus();
}

// On a new page nothing has had the focus yet.
let placed = false;
document.addEventListener('focusin', () => (placed = true), { once: true });

/** Whether the focus is nowhere: what had it is gone, hidden or disabled. */
function isLost(here: Element | null): boolean {
  return !here || here === document.body || here.getClientRects().length === 0 || here.matches(':disabled');
}

/** After a change of the table. `stepped`: a decision was taken here, so what was pressed has been answered. */
export function keepFocus(stepped: boolean): void {
  const here = document.activeElement;
  if (document.querySelector('dialog[open], .cover, .choose')) return;
  // A page that was loaded begins with the board, which bears the name of the question; no choice is outlined yet.
  if (!placed && here === document.body) {
    document.querySelector<Focusable>('#content')?.focus({ preventScroll: true });
    return;
  }
  const answered = stepped && here?.matches('[data-target]:not([data-legal], [data-planned], [aria-pressed=true])');
  // Who waits with the sentence, or has just ended a turn, goes on with the next question.
  const waited = here?.matches('#content, .act .prompt, #confirm') && legalTargets().length > 0;
  if (isLost(here) || answered || (stepped && waited) || (waited && here?.matches('.prompt'))) focusQuestion();
}
