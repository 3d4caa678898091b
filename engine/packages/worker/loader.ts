// Loads the package's classes. `n8n-workflow` and `n8n-core` are modules of our own, whatever the package's folder contains.
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coreModule } from '../modules/core-module.ts';
import { workflowModule } from '../modules/workflow-module.ts';
import type { ClassPlace } from '../process/protocol.ts';

const modules: Readonly<Record<string, object>> = { 'n8n-workflow': workflowModule, 'n8n-core': coreModule };
/** Holds the modules for the generated sources, which run in the same realm. */
const TABLE = 'millrace.modules';
const SCHEME = 'millrace:';

/** Makes `require` and `import` of the two names return our modules. */
function answerModules(): void {
  (globalThis as { [key: symbol]: unknown })[Symbol.for(TABLE)] = modules;
  registerHooks({
    resolve(specifier, context, next) {
      const name = Object.keys(modules).find((each) => specifier === each || specifier.startsWith(`${each}/`));
      if (name === undefined) return next(specifier, context);
      if (specifier !== name) {
        throw new Error(`"${specifier}" is not supported: packages may import "${name}" only as a whole.`);
      }
      const format = context.conditions.includes('import') ? 'module' : 'commonjs';
      return { url: `${SCHEME}${format}/${name}`, format, shortCircuit: true };
    },
    load(url, context, next) {
      if (!url.startsWith(SCHEME)) return next(url, context);
      const [format, name = ''] = url.slice(SCHEME.length).split('/');
      const read = `globalThis[Symbol.for(${JSON.stringify(TABLE)})][${JSON.stringify(name)}]`;
      if (format === 'commonjs') return { format: 'commonjs', source: `module.exports = ${read};`, shortCircuit: true };
      const names = Object.keys(modules[name] ?? {}).filter((key) => key !== 'default');
      const source = [`const all = ${read};`, 'export default all;', ...names.map((key) => `export const ${key} = all.${key};`)];
      return { format: 'module', source: source.join('\n'), shortCircuit: true };
    },
  });
}

/** An instance of a node or credential class. */
export type PackageObject = Readonly<Record<string, unknown>> & object;

type PackageClass = new () => PackageObject;

export class PackageLoader {
  readonly #folder: string;
  readonly #require: NodeJS.Require;
  readonly #instances = new Map<string, PackageObject>();

  /** `folder`: the package's folder. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#require = createRequire(pathToFileURL(join(folder, 'package.json')));
    answerModules();
  }

  /** Returns the instance of a class, which is created once. Throws the error of loading it, or Error if the file has no such class. */
  instance({ file, className }: ClassPlace): PackageObject {
    const key = `${file}\n${className}`;
    let instance = this.#instances.get(key);
    if (instance === undefined) {
      const exported = this.#require(join(this.#folder, file)) as Readonly<Record<string, unknown>>;
      const found = Object.hasOwn(exported, className) ? exported[className] : undefined;
      if (typeof found !== 'function') throw new Error(`${file} exports no class "${className}".`);
      instance = new (found as PackageClass)();
      this.#instances.set(key, instance);
    }
    return instance;
  }
}
