// A list that grows at its end.

const NEAR = 40;

/**
 * `use:follow={length}`: the newest line is in sight, also when lines become taller later (their words and pictures are
 * loaded), unless somebody reads further up or has just opened something in it.
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
    // Only a person scrolls up; what has grown meanwhile is no reason to stay behind.
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
      // With the next frame: to ask for the height now would lay out a table that is still being changed.
      requestAnimationFrame(toEnd);
    },
    destroy() {
      grown.disconnect();
      node.removeEventListener('scroll', scrolled);
      node.removeEventListener('click', clicked);
    },
  };
}
