// Makes built chunks cost less memory as they lie loaded: built-in modules are taken without their getters being called.
import type { Plugin } from 'vite';

/** `import{a as b}from"node:x"` and `import b from"node:x"` at a chunk's head, as the minifier writes them. */
const namedImport = /\bimport\{([^}]*)\}from"(node:[\w/]+)"/g;
const defaultImport = /\bimport ([\w$]+) from"(node:[\w/]+)"/g;

/**
 * For Node only, after minifying. An `import` of a built-in module reads every property that it has, lazy ones too: `node:http` alone loads its
 * HTTP client, WebSocket and HTTP/2 by that (several MiB). What was changed is parsed again: a chunk that is broken by it fails the build.
 */
export function leanChunks(): Plugin {
  return {
    name: 'lean-chunks',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunk.code = chunk.code
          .replace(namedImport, (_all, names: string, from: string) => `const{${names.replaceAll(' as ', ':')}}=${taken(from)}`)
          .replace(defaultImport, (_all, name: string, from: string) => `const ${name}=${taken(from)}`);
        this.parse(chunk.code);
      }
    },
  };
}

const taken = (module: string): string => `process.getBuiltinModule("${module}")`;
