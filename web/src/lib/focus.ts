// Focus management: after a change the focus moves to the current question, and is restored when its element is gone.

import { inSight, legalTargets, type Focusable } from './keyboard';
import { floats } from './ui.svelte';

/** The element to focus: a legal target, preferably in the viewport, else the confirm button, else the prompt. */
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

// Whether anything has had the focus since the page was loaded.
let placed = false;
document.addEventListener('focusin', () => (placed = true), { once: true });

/** Whether the focus is lost: its element is removed, hidden or disabled. */
function isLost(here: Element | null): boolean {
  return !here || here === document.body || here.getClientRects().length === 0 || here.matches(':disabled');
}

/** Restore the focus after an update. `stepped`: the update answers an action of this client. */
export function keepFocus(stepped: boolean): void {
  const here = document.activeElement;
  if (document.querySelector('dialog[open], .cover, .choose')) return;
  // After a page load focus the board, which is labelled with the question, without a focus ring on a choice yet.
  if (!placed && here === document.body) {
    document.querySelector<Focusable>('#content')?.focus({ preventScroll: true });
    return;
  }
  const answered = stepped && here?.matches('[data-target]:not([data-legal], [data-planned], [aria-pressed=true])');
  // From the prompt, or after the end of a turn, move on to the next question.
  const waited = here?.matches('#content, .act .prompt, #confirm') && legalTargets().length > 0;
  if (isLost(here) || answered || (stepped && waited) || (waited && here?.matches('.prompt'))) focusQuestion();
}
