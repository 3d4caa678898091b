// Imports built-in modules of Node without running the getters of unused exports.
import { builtinModules, isBuiltin } from 'node:module';
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
