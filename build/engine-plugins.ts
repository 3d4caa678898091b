// Vite plugins of the engine's bundle: built-in modules of Node without unused getters, the files of code processes, the executable command line.
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules, isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const prefix = '\0builtin:';
/** Excludes modules that exist only with the `node:` scheme, since reading experimental ones prints a warning. */
const names = new Set(builtinModules.filter((name) => !name.startsWith('node:')));
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/**
 * A static `import` of a built-in module reads all of its exports, including lazy getters; `node:http` alone loads its HTTP client, WebSocket and
 * HTTP/2 that way (several MiB). The plugin replaces such an import with a module that uses `process.getBuiltinModule`; tree shaking keeps only
 * the exports that are used. `require` and `import()` of a built-in module are not changed.
 */
export function lazyBuiltins(): Plugin {
  return {
    name: 'lazy-builtins',
    enforce: 'pre',
    resolveId(source, _importer, { kind }) {
      if (!isBuiltin(source)) return undefined;
      const name = source.replace(/^node:/, '');
      return kind === 'import-statement' && names.has(name) ? prefix + name : { id: `node:${name}`, external: true };
    },
    load(id) {
      return id.startsWith(prefix) ? { code: wrapperOf(`node:${id.slice(prefix.length)}`), moduleSideEffects: false } : undefined;
    },
  };
}

function wrapperOf(module: string): string {
  const exported = Object.getOwnPropertyNames(process.getBuiltinModule(module) ?? {});
  return [
    `const builtin = /* @__PURE__ */ process.getBuiltinModule('${module}');`,
    'export default builtin;',
    ...exported
      .filter((name) => identifier.test(name) && name !== 'default')
      .map((name, index) => `const _${index} = /* @__PURE__ */ (() => builtin.${name})();\nexport { _${index} as ${name} };`),
  ].join('\n');
}

/** Entry files of code processes, by the file that lists what their processes may read. */
const processes: Readonly<Record<string, readonly string[]>> = {
  'sandbox-files.json': ['sandbox-host', 'sandbox-worker'],
  'install-files.json': ['install-host'],
  'package-files.json': ['package-host', 'package-worker', 'package-thread'],
};

/** Lists the only program files that code processes may read: writes a file beside their entry files, with relative paths. */
export function sandboxFiles(): Plugin {
  return {
    name: 'sandbox-files',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const [list, entries] of Object.entries(processes)) {
        const files = new Set<string>();
        const add = (file: string): void => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk' || files.has(file)) return;
          files.add(file);
          for (const imported of [...chunk.imports, ...chunk.dynamicImports]) add(imported);
        };
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.isEntry && entries.includes(chunk.name)) add(chunk.fileName);
        this.emitFile({ type: 'asset', fileName: list, source: JSON.stringify([...files].toSorted()) });
      }
    },
  };
}

/** Adds the template library, which the server reads when somebody looks for templates. */
export function templateLibrary(): Plugin {
  const folder = join(import.meta.dirname, '../resources/templates');
  return {
    name: 'template-library',
    generateBundle() {
      for (const name of readdirSync(folder)) {
        const content: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        this.emitFile({ type: 'asset', fileName: `templates/${name}`, source: JSON.stringify(content) });
      }
    },
  };
}

/**
 * Settings of glibc's allocator. With its defaults, the server keeps 30 MiB more memory after heavy load: each thread has an arena, and the thresholds
 * for returning memory grow. With an mmap threshold of 32 KiB it keeps 30 MiB less, but large lists take up to a fifth longer. npm's shims for Windows
 * accept this line.
 */
const shebang = '#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072 node';

/** A Rolldown plugin that adds a shebang to `cli.js` and makes it executable. */
export const commandFile = (): Plugin => ({
  name: 'command-file',
  generateBundle(_options, bundle) {
    const cli = bundle['cli.js'];
    if (cli?.type === 'chunk') cli.code = `${shebang}\n${cli.code}`;
  },
  writeBundle({ dir = '' }) {
    chmodSync(join(dir, 'cli.js'), 0o755);
  },
});
