// The fonts of the client, cut to the letters that it writes: a third of the bytes of a font for the whole West.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { LETTERS } from './letters';

const FILES = [
  'zilla-slab/files/zilla-slab-latin-700-normal',
  'barlow/files/barlow-latin-500-normal',
  'barlow/files/barlow-latin-600-normal',
  'barlow-condensed/files/barlow-condensed-latin-600-normal',
  'barlow-condensed/files/barlow-condensed-latin-700-normal',
];
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
