// Bundles the engine for plain Node: the command line, the server's thread, the thread that parses and the two threads of the sandbox's processes, with node types as separate chunks loaded on first use.
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import { commandFile } from './build/command-file.ts';
import { leanChunks } from './build/lean-chunks.ts';
import { sandboxFiles } from './build/sandbox-files.ts';

const builtins = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);

/** Binaries, which cannot be bundled. */
const native = new Set(['better-sqlite3', '@node-rs/argon2']);

/** Fastify's makers of validators and serializers, which it requires only where it is given no others: their text alone takes 3 MiB. */
const neverLoaded = new Set(['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']);

export default defineConfig({
  plugins: [leanChunks(), sandboxFiles(), commandFile()],
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
        'server-thread': 'engine/cli/server-thread.ts',
        'checkpoint-worker': 'engine/store/checkpoint-worker.ts',
        'parsing-worker': 'engine/parsing/worker.ts',
        'sandbox-host': 'engine/sandbox/host.ts',
        'sandbox-worker': 'engine/sandbox/worker.ts',
      },
      external: (id) => builtins.has(id) || native.has(id) || neverLoaded.has(id),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
});
