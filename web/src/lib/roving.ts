// Roving tabindex: a row or list of buttons is one tab stop; arrows, Home and End move inside.

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** `use:roving`: the tab stop is the item last focused, else the selected one, else the newest or the first. */
export function roving(node: HTMLElement, { newest = false }: { newest?: boolean } = {}): { destroy: () => void } {
  let last: Element | null = null;
  const items = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>('button, a[href]')];

  function choose(): void {
    const all = items();
    const chosen = all.find((item) => item === last) ?? all.find((item) => item.ariaSelected === 'true');
    const stop = chosen ?? (newest ? all.at(-1) : all[0]);
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
  }

  const focus = (event: FocusEvent): void => {
    last = event.target as Element;
    choose();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const shown = items().filter((item) => item.getClientRects().length > 0);
    const here = shown.indexOf(event.target as HTMLElement);
    if (here < 0) return;
    const ends: Record<string, number> = { Home: 0, End: shown.length - 1 };
    const next = ends[event.key] ?? (STEPS[event.key] ? here + STEPS[event.key]! : null);
    if (next === null) return;
    event.preventDefault();
    shown[Math.max(0, Math.min(shown.length - 1, next))]!.focus();
  };

  choose();
  const watch = new MutationObserver(choose);
  watch.observe(node, { childList: true, subtree: true });
  node.addEventListener('focusin', focus);
  node.addEventListener('keydown', key);
  return {
    destroy: () => {
      watch.disconnect();
      node.removeEventListener('focusin', focus);
      node.removeEventListener('keydown', key);
    },
  };
}
