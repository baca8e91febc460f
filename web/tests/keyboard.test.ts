import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTyping, legalTargets, rove, walk } from '../src/lib/keyboard';

// Three in a row, one below the first: name, x, y, and what can be chosen.
const PLACES = [
  ['a', 0, 0, true],
  ['b', 100, 0, false],
  ['c', 200, 0, true],
  ['d', 0, 100, true],
] as const;

beforeEach(() => {
  document.body.innerHTML = `<main data-region><div role="group">${PLACES.map(
    ([id, , , legal]) =>
      `<button type="button" id="${id}" data-target data-stop ${legal ? 'data-legal' : ''}></button>`,
  ).join('')}</div></main><input id="field" />`;
  for (const [id, x, y] of PLACES) {
    const node = document.getElementById(id)!;
    node.getBoundingClientRect = () => new DOMRect(x, y, 20, 20);
    node.getClientRects = () => [node.getBoundingClientRect()] as unknown as DOMRectList;
  }
});
afterEach(() => (document.body.innerHTML = ''));

function press(key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  document.activeElement!.dispatchEvent(event);
  walk(event);
  return event;
}

const focused = (): string => document.activeElement!.id;

test('an arrow goes to the nearest object in that direction that can be chosen', () => {
  document.getElementById('a')!.focus();
  expect(press('ArrowRight').defaultPrevented).toBe(true);
  expect(focused()).toBe('c');
  press('ArrowLeft');
  expect(focused()).toBe('a');
  press('ArrowDown');
  expect(focused()).toBe('d');
});

test('with Ctrl also closed objects are stops', () => {
  document.getElementById('a')!.focus();
  press('ArrowRight', { ctrlKey: true });
  expect(focused()).toBe('b');
});

test('where nothing lies in that direction the key is left to the browser', () => {
  document.getElementById('a')!.focus();
  expect(press('ArrowUp').defaultPrevented).toBe(false);
  expect(focused()).toBe('a');
});

test('the numbers mean what can be chosen, in reading order', () => {
  expect(legalTargets().map((node) => node.id)).toEqual(['a', 'c', 'd']);
});

test('the Tab key stops once in a zone, at what can be chosen', async () => {
  document.getElementById('a')!.removeAttribute('data-legal');
  rove(document.querySelector('[role=group]')!);
  await Promise.resolve();
  expect(PLACES.map(([id]) => document.getElementById(id)!.tabIndex)).toEqual([-1, -1, 0, -1]);
});

test('keys in a field belong to the field', () => {
  document.getElementById('field')!.focus();
  expect(isTyping(press('z'))).toBe(true);
  document.getElementById('a')!.focus();
  expect(isTyping(press('z'))).toBe(false);
});
