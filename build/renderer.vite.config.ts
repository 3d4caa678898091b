// Bundles the editor for the browser. Paths are relative to the page's base, which the server inserts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { NONCE_MARK } from '../engine/contract/page-nonce.ts';

/**
 * Writes compressed copies next to each script, stylesheet and SVG; the server chooses by the browser's Accept-Encoding. The files of the first
 * screen, which the page names, are compressed most: that takes four times as long and saves 7 %.
 */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: () => {
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      for (const name of readdirSync(join(folder, 'assets'))) {
        if (!/\.(?:js|css|svg)$/.test(name)) continue;
        const file = join(folder, 'assets', name);
        const content = readFileSync(file);
        const quality = page.includes(`assets/${name}`) ? 11 : 9;
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Adds the files of the public API's playground, which the editor does not load. Their names contain the version, so browsers may store them. */
function playground(): Plugin {
  const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  return {
    name: 'playground',
    apply: 'build',
    generateBundle() {
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
      for (const [name, extension] of [
        ['swagger-ui-bundle', 'js'],
        ['swagger-ui', 'css'],
      ] as const) {
        const source = readFileSync(join(folder, `${name}.${extension}`), 'utf8').replace(/\n\/[/*]# sourceMappingURL=.*$/s, '');
        this.emitFile({ type: 'asset', fileName: `assets/swagger-ui-${version}.${extension}`, source });
      }
    },
  };
}

/** Entry of the screen that most visits start with. */
const firstScreen = /\/features\/editor\/index\.ts$/;

export default defineConfig({
  root: join(import.meta.dirname, '../renderer'),
  base: './',
  // Only the server knows the nonce of a response. Vite also passes it on to files that are loaded later.
  html: { cspNonce: NONCE_MARK },
  plugins: [react(), earlyFiles(firstScreen), playground(), compressed()],
  build: {
    target: 'es2024',
    outDir: '../out/renderer',
    emptyOutDir: true,
    sourcemap: false,
    rolldownOptions: {
      output: {
        // Groups are named after all their consumers, so only the first part of the name is used.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${name.replace(/^(\w+)~.*(?=\.)/, '$1').replace(/\.\w+$/, '')}-[hash][extname]`,
        codeSplitting: {
          // A few files load faster than many: the code that every page needs is one chunk, and shared code is not split into small chunks.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 4 },
            // With everything that it imports: one chunk, which contains nothing else.
            { name: 'editor', test: firstScreen, priority: 3 },
            // The modules of these packages use each other when they are evaluated, so they are not divided between chunks that import each other.
            { name: 'widgets', test: /node_modules[\\/]@(?:base-ui|floating-ui)/, priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000, priority: 1 },
          ],
        },
      },
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 3000,
  },
});

/**
 * Returns a Vite plugin that names the files of the first screen in the page, so that browsers fetch them in parallel with the start script.
 * `entry` matches the id of its module; its chunk and everything it imports are added.
 */
function earlyFiles(entry: RegExp): Plugin {
  return {
    name: 'early-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = new Map(Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])));
        const first = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => entry.test(id)));
        if (first === undefined) throw new Error(`No chunk contains ${String(entry)}: pass the entry module of a screen.`);
        return [...filesOf(first, chunks)].filter((file) => !html.includes(file)).map(tagOf);
      },
    },
  };
}

function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  match: Set<string> = new Set(),
): ReadonlySet<string> {
  if (match.has(chunk.fileName)) return match;
  match.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) match.add(style);
  for (const name of chunk.imports) {
    const next = chunks.get(name);
    if (next !== undefined) filesOf(next, chunks, match);
  }
  return match;
}

const tagOf = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload', nonce: NONCE_MARK, crossorigin: true, href: `./${file}` },
  injectTo: 'head',
});
