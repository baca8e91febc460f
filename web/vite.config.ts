import { svelte } from '@sveltejs/vite-plugin-svelte';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import { fonts } from './fonts';

// `npm run dev` beside `pithead serve`: the page reloads itself, the table stays where it is.
const server = 'http://127.0.0.1:8000';

/** Everything of others that ends up in the client goes out with its licence: fonts, and Svelte's runtime. */
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      const assets = Object.values(bundle).flatMap((part) => (part.type === 'asset' ? part.originalFileNames : []));
      for (const id of [...this.getModuleIds(), ...assets.map((name) => resolve(name))]) {
        const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, ''));
        if (found && existsSync(join(found[0], 'package.json'))) folders.add(found[0]);
      }
      const texts = [...folders].sort().map((folder) => {
        const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
          name: string;
          version: string;
        };
        const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
        if (!file) throw new Error(`${about.name} has no licence file`);
        return `${about.name} ${about.version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
      });
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
    },
  };
}

/** Texts are compressed once, here, as far as Brotli can; the server compresses what it makes itself. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css|svg|html|json)$/.test(name)) continue;
        writeFileSync(`${dir}/${name}.br`, brotliCompressSync(readFileSync(`${dir}/${name}`)));
      }
    },
  };
}

/**
 * What several pages and boards share is one file: in pieces of a few hundred bytes it was half of the fifty requests of
 * a table. What every page needs is in the first file.
 */
const files: Rollup.GetManualChunk = (id, { getModuleIds, getModuleInfo }) => {
  const below = (module: string): Set<string> => {
    let found = reached.get(module);
    if (!found) {
      reached.set(module, (found = new Set([module])));
      for (const one of found) getModuleInfo(one)?.importedIds.forEach((other) => found!.add(other));
    }
    return found;
  };
  if (below(resolve('index.html')).has(id)) return 'index';
  if (!/\/src\/(art|components|lib)\//.test(id)) return null;
  const loaded = [...getModuleIds()].filter((one) => getModuleInfo(one)?.dynamicImporters.length);
  return loaded.filter((one) => below(one).has(id)).length > 1 ? 'shared' : null;
};
/** What a page or board imports, and what that imports: asked for every module. */
const reached = new Map<string, Set<string>>();

export default defineConfig({
  plugins: [svelte({ configFile: false }), fonts(), licences(), compressed()],
  build: {
    outDir: '../src/pithead/table/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    rollupOptions: { output: { manualChunks: files, onlyExplicitManualChunks: true } },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: server, ws: true },
    },
  },
});
