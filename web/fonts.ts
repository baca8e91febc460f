// The fonts of the client, cut to the letters that it writes: a third of the bytes of a font for the whole West.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const FILES = [
  'zilla-slab/files/zilla-slab-latin-700-normal',
  'barlow/files/barlow-latin-500-normal',
  'barlow/files/barlow-latin-600-normal',
  'barlow-condensed/files/barlow-condensed-latin-600-normal',
  'barlow-condensed/files/barlow-condensed-latin-700-normal',
];
const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
// ASCII and the letters of western names; whatever else somebody is called comes from a font of the system.
export const LETTERS = `${range(0x20, 0x7e)}\u00a0${range(0xc0, 0xff)}«»°·±ŒœŸ–—‘’“”„…\u202f€−→←`;
// Letters that fit together, and digits of one width. Screens of today need no hints.
const CUT = { targetFormat: 'woff2', noHinting: true, keepFeatures: ['kern', 'tnum'] } as const;

/** Writes `*.subset.woff2` beside each font, which is where `fonts.css` looks. */
export function fonts(): Plugin {
  return {
    name: 'fonts',
    async buildStart() {
      for (const file of FILES) {
        const path = fileURLToPath(new URL(`node_modules/@fontsource/${file}`, import.meta.url));
        await writeFile(`${path}.subset.woff2`, await subsetFont(await readFile(`${path}.woff2`), LETTERS, CUT));
      }
    },
  };
}
