// Bundles the engine and the desktop's main process: the command line, the server thread, the worker threads and the sandbox process. Node types are separate chunks that are loaded on first use.
import { defineConfig } from 'vite';
import { commandFile, lazyBuiltins, sandboxFiles, templateLibrary } from './build/engine-plugins.ts';

/** Native binaries cannot be bundled. */
const native = new Set(['better-sqlite3', '@node-rs/argon2', '@napi-rs/keyring']);

/** Part of the Electron binary. */
const isElectron = (id: string): boolean => id === 'electron' || id.startsWith('electron/');

/** Fastify's default compilers of validators and serializers. Fastify never loads them, because it is given others; their source takes 3 MiB. */
const neverLoaded = new Set(['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']);

export default defineConfig({
  plugins: [lazyBuiltins(), sandboxFiles(), templateLibrary(), commandFile()],
  // Bundled CommonJS modules have no folder of their own.
  define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  build: {
    target: 'node24',
    outDir: 'out/engine',
    emptyOutDir: true,
    minify: true,
    sourcemap: false,
    ssr: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        cli: 'engine/cli/main.ts',
        'electron-main': 'electron/main.ts',
        'restore-process': 'electron/restore-process.ts',
        'server-thread': 'engine/server-thread.ts',
        'checkpoint-worker': 'engine/store/checkpoint-worker.ts',
        'parsing-worker': 'engine/parsing/worker.ts',
        'sandbox-host': 'engine/sandbox/host.ts',
        'sandbox-worker': 'engine/sandbox/worker.ts',
        'install-host': 'engine/packages/installation/install-host.ts',
        'package-host': 'engine/packages/worker/host.ts',
        'package-worker': 'engine/packages/worker/worker.ts',
        'package-thread': 'engine/packages/worker/guarded-thread.ts',
      },
      external: (id) => native.has(id) || neverLoaded.has(id) || isElectron(id),
      // V8 stores a source with a single character beyond Latin-1 in twice the memory.
      output: { format: 'es', charset: 'ascii', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
});
