// Bundles the editor for the browser. Paths are relative to the page's base, which the server writes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Puts a compressed copy beside each file that gains by it: the server hands it out as it is. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: () => {
      for (const name of readdirSync(join(folder, 'assets'))) {
        if (!/\.(?:js|css|svg)$/.test(name)) continue;
        const file = join(folder, 'assets', name);
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
      }
    },
  };
}

export default defineConfig({
  root: join(import.meta.dirname, '../renderer'),
  base: './',
  plugins: [react(), compressed()],
  build: {
    target: 'es2024',
    outDir: '../out/renderer',
    emptyOutDir: true,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
});
