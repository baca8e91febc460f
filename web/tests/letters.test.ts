import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LETTERS } from '../letters';
import { number } from '../src/lib/words.svelte';

const ROOTS = ['src', '../src/pithead/games'];

/** Every message file of the client and of the games. */
const files = ROOTS.flatMap((root) =>
  (readdirSync(root, { recursive: true }) as string[])
    .filter((path) => /\blocales\/\w+\.json$/.test(path.replaceAll('\\', '/')))
    .map((path) => join(root, path)),
);
const missing = (text: string): string[] => [...text].filter((letter) => letter !== '\n' && !LETTERS.includes(letter));

test('the fonts that are sent have every letter of the messages', () => {
  expect(files.length).toBeGreaterThan(20);
  const lacking = files.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf-8')) as Record<string, string>)
      .filter(([, message]) => missing(message).length)
      .map(([id, message]) => `${file}: ${id} has ${missing(message).join(' ')}`),
  );
  expect(lacking).toEqual([]);
});

test('and those of numbers', () => {
  expect(missing(number(-1234.5))).toEqual([]);
});
