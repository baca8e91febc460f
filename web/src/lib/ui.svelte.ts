// State of the floating layer: one tooltip, one chooser.

import type { Snippet } from 'svelte';
import type { OptionData, PlanData } from '../generated/protocol';
import { sentences } from './formats';

export interface Tip {
  title?: string;
  lines: string[];
  /** A refused target: the message is the reason. */
  refused?: boolean;
  /** The ruling behind the reason; a link where a click opened the tooltip, since only then may it cover something. */
  rule?: string;
  asked?: boolean;
}

export interface Choice {
  title: string;
  options: OptionData[];
  plans: PlanData[];
}

/** A card at double size, with its text. */
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

  /** Show a tooltip, after a delay or immediately. */
  show(anchor: Element, content: Tip | null, delay: number): void {
    clearTimeout(this.timer);
    if (!content) return;
    if (delay === 0) this.tip = { content, anchor };
    else this.timer = setTimeout(() => (this.tip = anchor.isConnected ? { content, anchor } : null), delay);
  }

  /** Deferred: blur and removal may happen during rendering, when state must not change. */
  hide(anchor?: Element): void {
    clearTimeout(this.timer);
    const { tip } = this;
    if (!tip || (anchor && tip.anchor !== anchor)) return;
    const away = (): void => {
      if (this.tip === tip) this.tip = null;
    };
    // A tooltip with a link stays long enough for the pointer to reach it.
    if (anchor && tip.content.rule && tip.content.asked) this.timer = setTimeout(away, LINGER);
    else queueMicrotask(away);
  }

  /** Keep the tooltip while the pointer is over it. */
  hold(): void {
    clearTimeout(this.timer);
  }

  /** As `hide` for an enlarged card. */
  shrink(anchor: Element): void {
    const { zoomed } = this;
    if (zoomed?.anchor === anchor) {
      queueMicrotask(() => {
        if (this.zoomed === zoomed) this.zoomed = null;
      });
    }
  }

  /** Show a tooltip for its reading time: on touch there is no hover. */
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

/** `use:zoom={…}`: enlarge a card on hover, long press, or the Space key. */
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

/** Make a static element focusable and give it its tooltip as accessible name. */
function reach(node: HTMLElement | SVGElement, content: Tip | null): void {
  // A list item keeps its role and its own text.
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

/** A tooltip on hover, keyboard focus and tap. */
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
  // In SVG a focus listener makes an element focusable: decorative elements must not have one.
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
