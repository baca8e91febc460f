// Svelte action for interactive board objects: highlighted by options, disabled with a reason by refusals.

import type { OptionData } from '../generated/protocol';
import { sentences } from './formats';
import { rove } from './keyboard';
import { announce } from './live.svelte';
import type { Session } from './session/session.svelte';
import type { Target } from './session/targets';
import { floats, HOVER_DELAY, type Tip } from './ui.svelte';
import { signed, t } from './words.svelte';

export interface TargetSpec {
  session: Session;
  /** The target ids of this object. */
  ids: string[];
  /** The accessible name, also shown in tooltips. */
  label: string;
  /** More tooltip lines while the object is not interactive. */
  about?: string[];
  /** A filter, where the object stands for only some of its target's options. */
  only?: (option: OptionData) => boolean;
  /** One of several equivalent objects: clickable, but only the first is a tab stop. */
  twin?: boolean;
  /** Hidden while it offers nothing. */
  hidden?: boolean;
  /** Name and reason are in its visible text; otherwise that text is hidden from assistive technology. */
  named?: boolean;
  /** Whether keyboard shortcuts of the targets are bound here. */
  shortcuts?: boolean;
  /** Overrides the click, for decisions in two steps: pick up a card, then ask for its target. */
  pick?: ((node: HTMLElement | SVGElement, target: Target) => void) | undefined;
}

function collect({ session, ids, only, shortcuts = true }: TargetSpec): Target {
  const found: Target = { options: [], refusals: [], plans: [] };
  for (const id of ids) {
    const { options, refusals, plans } = session.target(id);
    for (const option of options)
      if ((!only || only(option)) && !found.options.includes(option)) found.options.push(option);
    found.refusals.push(...refusals);
    if (shortcuts) found.plans.push(...plans);
  }
  return found;
}

/** Costs and effects of an option in short form: matches −1, points +3. */
export function consequences(session: Session, option: OptionData): string {
  return Object.entries(option.preview)
    .filter(([, change]) => change !== 0)
    .map(([what, change]) => {
      const [id, player] = what.split('@');
      const amount = `${session.words.text(`amount.${id}`)} ${signed(change)}`;
      return player === undefined ? amount : `${session.name(Number(player))} ${amount}`;
    })
    .join(', ');
}

export function notes(session: Session, option: OptionData): string[] {
  return option.notes.map((note) => session.words.text(`note.${note.message}`, session.shownParams(note.params)));
}

function tipOf(spec: TargetSpec, target: Target): Tip | null {
  const { session, label, about } = spec;
  const option = target.options[0];
  if (option && spec.pick) return { title: label, lines: about ?? [] };
  if (option && target.options.length === 1) {
    const lines = [consequences(session, option), ...notes(session, option)].filter(Boolean);
    return { title: session.optionText(option), lines };
  }
  if (option) return { title: label, lines: target.options.map((one) => session.optionText(one)) };
  if (target.plans.length) {
    const lines = target.plans.map((plan) => session.planText(plan));
    return { title: label, lines };
  }
  const refusal = target.refusals[0];
  if (refusal) return { title: label, lines: [session.refusalText(refusal)], refused: true, rule: refusal.rule };
  return about ? { title: label, lines: about } : null;
}

/** Report why a target is refused: tooltip and live region. */
export function refuse(node: HTMLElement | SVGElement, title: string, reason: string, rule = ''): void {
  node.classList.remove('shake');
  node.getBoundingClientRect(); // restarts the animation
  node.classList.add('shake');
  floats.flash(node, { title, lines: [reason], refused: true, rule });
  announce(reason);
}

/** The accessible description: name, effects, and further tooltip lines (owner, value, state). */
function named({ session, label, about = [], pick }: TargetSpec, { options, plans }: Target): string {
  const [option] = options;
  const whole = (deed: string): string => sentences([deed, ...about]);
  if (!option || pick) {
    return whole(
      plans.length && !option
        ? `${label}${t('describe.colon')}${plans.map((plan) => session.planText(plan)).join(t('describe.semicolon'))}`
        : label,
    );
  }
  const deed = options.length === 1 ? session.optionText(option) : t('target.many', { n: options.length });
  return whole(deed.startsWith(label) ? deed : `${label}${t('describe.colon')}${deed}`);
}

/** The click handler. */
function press(node: HTMLElement | SVGElement, spec: TargetSpec): void {
  const { session } = spec;
  const target = collect(spec);
  const [option] = target.options;
  if (option && spec.pick) {
    floats.hide();
    spec.pick(node, target);
  } else if (option && target.options.length === 1) {
    floats.hide();
    session.play(option.id);
  } else if (target.options.length > 1 || target.plans.length > 0) {
    floats.choose(node, { title: spec.label, options: target.options, plans: target.plans });
  } else if (target.refusals.length > 0) {
    const [refusal] = target.refusals;
    refuse(node, spec.label, session.refusalText(refusal!), refusal!.rule);
  } else {
    const content = tipOf(spec, target);
    if (content) floats.flash(node, content);
  }
}

/** `use:target={…}` on a button or on a group of a drawing. */
export function target(node: HTMLElement | SVGElement, given: () => TargetSpec): { destroy: () => void } {
  const isButton = node instanceof HTMLButtonElement;
  if (!isButton) node.setAttribute('role', 'button');
  // Spatial navigation is limited to the regions of a table.
  const zone = node.closest('[data-region] [role=group]');
  // Accessible name: visually hidden text inside a button, aria-label on an SVG group.
  const name = isButton && !given().named ? node.insertBefore(document.createElement('span'), node.firstChild) : null;
  if (name) name.className = 'sr';

  const stop = $effect.root(() => {
    const now = $derived(given());
    const found = $derived(collect(now));
    $effect(() => {
      const legal = found.options.length > 0;
      const planned = !legal && found.plans.length > 0;
      const refused = !legal && !planned && found.refusals.length > 0;
      node.dataset['target'] = now.ids[0] ?? '';
      node.toggleAttribute('data-legal', legal);
      node.toggleAttribute('data-planned', planned);
      node.toggleAttribute('data-refused', refused);
      node.classList.toggle('legal', legal);
      node.classList.toggle('planned', planned);
      node.classList.toggle('refused', refused);
      if (refused) node.setAttribute('aria-disabled', 'true');
      else node.removeAttribute('aria-disabled');
      const reason = refused ? now.session.refusalText(found.refusals[0]!) : '';
      const text = sentences([named(now, found), reason]);
      if (name) name.textContent = text;
      else if (!isButton) node.setAttribute('aria-label', text);
      const stops = !now.twin && (legal || planned || refused || now.about !== undefined);
      node.toggleAttribute('data-stop', stops);
      if (zone) rove(zone);
      else node.setAttribute('tabindex', stops ? '0' : '-1');
      if (now.hidden) (node as HTMLElement).style.display = legal || planned ? '' : 'none';
    });
    // An effect of its own for what every click and answer changes, so that the costly one above does not rerun for it.
    $effect(() => {
      const { chosen, changed, problem } = now.session;
      node.classList.toggle('chosen', chosen !== null && found.options.some((option) => option.id === chosen));
      node.toggleAttribute('data-changed', changed.size > 0 && now.ids.some((id) => changed.has(id)));
      node.classList.toggle('rejected', problem?.target !== undefined && now.ids.some((id) => id === problem.target));
    });
  });

  const click = (): void => press(node, given());
  const key = (event: Event): void => {
    const { key } = event as KeyboardEvent;
    if (key !== 'Enter' && key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    press(node, given());
  };
  const enter = (event: Event): void => {
    if ((event as PointerEvent).pointerType === 'touch') return;
    const now = given();
    floats.show(node, tipOf(now, collect(now)), HOVER_DELAY);
  };
  const focus = (): void => {
    if (zone) rove(zone);
    if (!node.matches(':focus-visible')) return;
    const now = given();
    floats.show(node, tipOf(now, collect(now)), 0);
  };
  const leave = (): void => floats.hide(node);
  node.addEventListener('click', click);
  if (!isButton) node.addEventListener('keydown', key);
  node.addEventListener('pointerenter', enter);
  node.addEventListener('pointerleave', leave);
  node.addEventListener('focus', focus);
  node.addEventListener('blur', leave);

  return {
    destroy: () => {
      stop();
      leave();
      if (zone) rove(zone);
      name?.remove();
      node.removeEventListener('click', click);
      node.removeEventListener('keydown', key);
      node.removeEventListener('pointerenter', enter);
      node.removeEventListener('pointerleave', leave);
      node.removeEventListener('focus', focus);
      node.removeEventListener('blur', leave);
    },
  };
}
