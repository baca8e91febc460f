// What floats over the page: one tooltip, one chooser.

import type { Snippet } from 'svelte';
import type { OptionData, PlanData } from '../generated/protocol';
import { sentences } from './formats';

export interface Tip {
  title?: string;
  lines: string[];
  /** A closed target: the reason is the message. */
  refused?: boolean;
  /** The ruling behind the reason; a link in a tooltip that was asked for by a click, which may then be in the way. */
  rule?: string;
  asked?: boolean;
}

export interface Choice {
  title: string;
  options: OptionData[];
  plans: PlanData[];
}

/** A card at twice its size, with what it says in words. */
export interface Zoomed {
  title: string;
  lines: string[];
  card: Snippet;
}

interface Floating<T> {
  content: T;
  anchor: Element;
}

class Floats {
  tip = $state.raw<Floating<Tip> | null>(null);
  choice = $state.raw<Floating<Choice> | null>(null);
  zoomed = $state.raw<Floating<Zoomed> | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Show a tooltip after a moment, or at once. */
  show(anchor: Element, content: Tip | null, delay: number): void {
    clearTimeout(this.timer);
    if (!content) return;
    if (delay === 0) this.tip = { content, anchor };
    else this.timer = setTimeout(() => (this.tip = anchor.isConnected ? { content, anchor } : null), delay);
  }

  /** An element may lose the focus, or go, in the middle of drawing, when nothing may change: so a moment later. */
  hide(anchor?: Element): void {
    clearTimeout(this.timer);
    const { tip } = this;
    if (!tip || (anchor && tip.anchor !== anchor)) return;
    const away = (): void => {
      if (this.tip === tip) this.tip = null;
    };
    // A tooltip with a link waits for the pointer to come over.
    if (anchor && tip.content.rule && tip.content.asked) this.timer = setTimeout(away, LINGER);
    else queueMicrotask(away);
  }

  /** The pointer is on the tooltip: it stays. */
  hold(): void {
    clearTimeout(this.timer);
  }

  /** The same for a card that is shown larger. */
  shrink(anchor: Element): void {
    const { zoomed } = this;
    if (zoomed?.anchor === anchor) {
      queueMicrotask(() => {
        if (this.zoomed === zoomed) this.zoomed = null;
      });
    }
  }

  /** Show a tooltip for as long as one reads it: where there is no pointer to rest. */
  flash(anchor: Element, content: Tip): void {
    this.show(anchor, { ...content, asked: true }, 0);
    this.timer = setTimeout(() => this.hide(anchor), 3500);
  }

  choose(anchor: Element, content: Choice): void {
    this.hide();
    this.choice = { content, anchor };
  }

  closeChoice(): void {
    const anchor = this.choice?.anchor;
    this.choice = null;
    if (anchor instanceof HTMLElement || anchor instanceof SVGElement) anchor.focus();
  }
}

export const floats = new Floats();

export const HOVER_DELAY = 250;
const LINGER = 400;
const ZOOM_DELAY = 400;

/** `use:zoom={…}`: rest the pointer on a card, press and hold it, or press Space on it. */
export function zoom(node: HTMLElement, content: () => Zoomed): { destroy: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    floats.hide();
    floats.zoomed = { content: content(), anchor: node };
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(open, ZOOM_DELAY);
  };
  const leave = (): void => {
    clearTimeout(timer);
    floats.shrink(node);
  };
  const key = (event: Event): void => {
    if ((event as KeyboardEvent).key !== ' ') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (floats.zoomed?.anchor === node) leave();
    else open();
  };
  const events: [string, (event: Event) => void][] = [
    ['pointerenter', wait],
    ['pointerdown', wait],
    ['pointerup', () => clearTimeout(timer)],
    ['pointerleave', leave],
    ['pointercancel', leave],
    ['blur', leave],
  ];
  for (const [name, heard] of events) node.addEventListener(name, heard);
  node.addEventListener('keydown', key, { capture: true });
  return {
    destroy: () => {
      leave();
      for (const [name, heard] of events) node.removeEventListener(name, heard);
      node.removeEventListener('keydown', key, { capture: true });
    },
  };
}

/** Lets the keyboard stop at something drawn or written, and tells screen readers what its tooltip says. */
function reach(node: HTMLElement | SVGElement, content: Tip | null): void {
  // An item stays one of its list, and has its own text.
  const role = node instanceof HTMLLIElement ? null : node instanceof SVGElement ? 'img' : 'note';
  const given: Record<string, string | null> = {
    tabindex: '0',
    role,
    'aria-label': role && content && sentences([content.title, ...content.lines]),
  };
  for (const [name, value] of Object.entries(given)) {
    if (content && value) node.setAttribute(name, value);
    else node.removeAttribute(name);
  }
}

/** Gives an element a tooltip on hover, on keyboard focus and on a tap. */
export function tip(
  node: HTMLElement | SVGElement,
  content: () => Tip | null,
): { update: (next: () => Tip | null) => void; destroy: () => void } {
  let now = content;
  const enter = (event: Event): void => {
    if ((event as PointerEvent).pointerType !== 'touch') floats.show(node, now(), HOVER_DELAY);
  };
  const focus = (): void => {
    if (node.matches(':focus-visible')) floats.show(node, now(), 0);
  };
  const tap = (event: Event): void => {
    const told = now();
    if (told && (event as PointerEvent).pointerType !== 'mouse') floats.flash(node, told);
  };
  const leave = (): void => floats.hide(node);
  node.addEventListener('click', tap);
  node.addEventListener('pointerenter', enter);
  node.addEventListener('pointerleave', leave);
  // A drawing that listens for the focus can have it: what is for the eyes only must not.
  if (!node.closest('[aria-hidden=true]')) {
    if (node.tabIndex < 0) $effect(() => reach(node, now()));
    node.addEventListener('focus', focus);
    node.addEventListener('blur', leave);
  }
  return {
    update: (next) => (now = next),
    destroy: () => {
      leave();
      node.removeEventListener('click', tap);
      node.removeEventListener('pointerenter', enter);
      node.removeEventListener('pointerleave', leave);
      node.removeEventListener('focus', focus);
      node.removeEventListener('blur', leave);
    },
  };
}
