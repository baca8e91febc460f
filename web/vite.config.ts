import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` beside `pithead serve`: the page reloads itself, the table stays where it is.
const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/pithead/table/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
    },
  },
});
