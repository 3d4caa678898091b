// Bundles the desktop's preload script into one CommonJS file: sandboxed preload scripts cannot load others.
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    target: 'es2024',
    outDir: 'out/electron',
    emptyOutDir: true,
    minify: true,
    sourcemap: false,
    ssr: true,
    rolldownOptions: {
      input: { preload: 'electron/preload.ts' },
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
  ssr: { noExternal: true },
});
