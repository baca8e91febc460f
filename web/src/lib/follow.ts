// Auto-scroll of a growing list, such as a log or chat.

const NEAR = 40;

/**
 * `use:follow={length}`: keeps the newest line in view, also when lines grow later (lazily loaded texts and pictures),
 * unless the user has scrolled up or has just opened something in the list.
 */
export function follow(node: HTMLElement, _length: number): { update: () => void; destroy: () => void } {
  let pinned = true;
  let opened = false;
  let before = 0;
  const toEnd = (): void => {
    if (pinned && !opened) node.scrollTop = node.scrollHeight;
  };
  const scrolled = (): void => {
    const near = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR;
    // Only scrolling up unpins: growth of the content also leaves the end out of view, without a user scroll.
    if (near || node.scrollTop < before) pinned = near;
    before = node.scrollTop;
  };
  const clicked = (): void => {
    opened = true;
  };
  const grown = new ResizeObserver(toEnd);
  for (const child of [node, ...node.children]) grown.observe(child);
  node.addEventListener('scroll', scrolled);
  node.addEventListener('click', clicked);
  toEnd();
  return {
    update() {
      opened = false;
      // In the next frame: reading the height now would force a synchronous layout during the update.
      requestAnimationFrame(toEnd);
    },
    destroy() {
      grown.disconnect();
      node.removeEventListener('scroll', scrolled);
      node.removeEventListener('click', clicked);
    },
  };
}
