// Loads the package's classes. A few modules, such as `n8n-workflow`, are our own, whatever the package's folder contains.
import { createRequire, registerHooks } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as Luxon from 'luxon';
import { ApplicationError } from '../modules/errors.ts';
import { coreModule, services } from '../modules/core-module.ts';
import { supportedOnly } from '../modules/unsupported.ts';
import { workflowModule } from '../modules/workflow-module.ts';
import type { ToolField } from '../../sdk/index.ts';
import type { ClassPlace } from '../process/protocol.ts';
import { ToolSchemas } from './tool-schemas.ts';

type Modules = Readonly<Record<string, object>>;

/** Holds the modules of each loader for the generated sources, which run in the same realm. */
const TABLE = Symbol.for('millrace.modules');
const SCHEME = 'millrace:';
const tables = ((globalThis as { [TABLE]?: Modules[] })[TABLE] ??= []);

/**
 * Makes `require` and `import` of their names return our modules, in the files below a folder. `used` is called before a module is returned. Returns a
 * function that ends it.
 */
function answerModules(root: string, modules: Modules, used: (name: string) => unknown): () => void {
  const id = tables.push(modules) - 1;
  const own = `${SCHEME}${id}/`;
  const { href } = pathToFileURL(root);
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const name = Object.keys(modules).find((each) => specifier === each || specifier.startsWith(`${each}/`));
      if (name === undefined || context.parentURL?.startsWith(href) !== true) return next(specifier, context);
      if (specifier !== name) {
        throw new Error(`"${specifier}" is not supported: packages may import "${name}" only as a whole.`);
      }
      const format = context.conditions.includes('import') ? 'module' : 'commonjs';
      return { url: `${own}${format}/${name}`, format, shortCircuit: true };
    },
    load(url, context, next) {
      if (!url.startsWith(own)) return next(url, context);
      const [format, name = ''] = url.slice(own.length).split('/');
      used(name);
      const read = `globalThis[Symbol.for('millrace.modules')][${id}][${JSON.stringify(name)}]`;
      if (format === 'commonjs') return { format: 'commonjs', source: `module.exports = ${read};`, shortCircuit: true };
      const names = Object.keys(modules[name] ?? {}).filter((key) => key !== 'default');
      const source = [`const all = ${read};`, 'export default all;', ...names.map((key) => `export const ${key} = all.${key};`)];
      return { format: 'module', source: source.join('\n'), shortCircuit: true };
    },
  });
  return () => hooks.deregister();
}

/** An instance of a node or credential class. */
export type PackageObject = Readonly<Record<string, unknown>> & object;

type PackageClass = new () => PackageObject;

export class PackageLoader {
  readonly #folder: string;
  readonly #require: NodeJS.Require;
  /** Schemas of tools. */
  readonly schemas = new ToolSchemas(() => this.module('zod'));
  readonly #instances = new Map<string, PackageObject>();
  /** Folder that contains the package and its dependencies. */
  readonly #root: string;
  readonly #endAnswers: () => void;
  #luxon: typeof Luxon | undefined;

  /** `folder`: real path of the package's folder. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#root = folder.slice(0, folder.lastIndexOf(join(sep, 'node_modules', sep)) + 1);
    this.#require = createRequire(pathToFileURL(join(folder, 'package.json')));
    const generateZodSchema = (field: ToolField): object => this.schemas.field(field);
    const modules = {
      'n8n-workflow': supportedOnly('n8n-workflow', { ...workflowModule, generateZodSchema }),
      'n8n-core': coreModule,
      // Its install script fetches compiled code, and install scripts do not run. Nodes that load it for one of their modes work in the others.
      sqlite3: supportedOnly('sqlite3', {}),
    };
    this.#endAnswers = answerModules(this.#root, modules, (name) => name === 'n8n-core' && this.#addServices());
  }

  /** Adds the services of `n8n-core` to the package's container, where the classes themselves are only known by a decorator of n8n. */
  #addServices(): void {
    try {
      const { Container } = this.module('@n8n/di') as {
        readonly Container: { has(type: object): boolean; set(type: object, instance: object): void };
      };
      for (const Service of services) if (!Container.has(Service)) Container.set(Service, new Service());
    } catch {
      // Most packages have no container, and use none.
    }
  }

  /** Lets another version of the package be loaded in this thread. */
  forget(): void {
    this.#endAnswers();
    this.#instances.clear();
    const { cache } = this.#require;
    for (const path of Object.keys(cache)) if (path.startsWith(this.#root)) delete cache[path];
  }

  /** Returns a message whose paths are relative to the package, or to the folder that contains it and its dependencies. */
  withoutFolders(message: string): string {
    const folders = [join(this.#folder, sep), this.#root];
    return folders
      .flatMap((folder) => [pathToFileURL(folder).href, folder])
      .reduce((message, folder) => message.replaceAll(folder, ''), message);
  }

  /** Returns a module that the package depends on. Throws ApplicationError if the package does not contain it, and the errors of loading it. */
  module(name: string): unknown {
    try {
      return this.#require(name);
    } catch (error) {
      const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
      // A module that lacks one of its own dependencies has the same code.
      const isAbsent = code === 'MODULE_NOT_FOUND' && String(message).startsWith(`Cannot find module '${name}'`);
      if (!isAbsent && code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
      const needed = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
      const problem = isAbsent ? 'does not contain it' : `its version of "${needed}" does not have it`;
      throw new ApplicationError(`The package ${this.#name} needs "${isAbsent ? needed : name}" for this, but ${problem}.`, {
        description: `Tell the authors of the package: they must list "${needed}" among its dependencies, in a version that has "${name}".`,
      });
    }
  }

  /** The Luxon that the package's code loads; ours if it has none. */
  get luxon(): typeof Luxon {
    try {
      this.#luxon ??= this.module('luxon') as typeof Luxon;
    } catch {
      this.#luxon = Luxon;
    }
    return this.#luxon;
  }

  /** Name of the package, by its folder. */
  get #name(): string {
    return this.#folder.slice(this.#root.length + join('node_modules', sep).length).replaceAll(sep, '/');
  }

  /** Returns the instance of a class, which is created once. Throws the error of loading it, or Error if the file has no such class. */
  instance({ file, className }: ClassPlace): PackageObject {
    const key = `${file}\n${className}`;
    let instance = this.#instances.get(key);
    if (instance === undefined) {
      const exported = this.#require(join(this.#folder, file)) as Readonly<Record<string, unknown>>;
      const exportedClass = Object.hasOwn(exported, className) ? exported[className] : undefined;
      if (typeof exportedClass !== 'function') throw new Error(`${file} exports no class "${className}".`);
      instance = new (exportedClass as PackageClass)();
      this.#instances.set(key, instance);
    }
    return instance;
  }
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Returns the object that has the functions of a version. */
export function nodeVersion(loader: PackageLoader, place: ClassPlace, version: number): PackageObject {
  const instance = loader.instance(place);
  const { nodeVersions } = instance as { nodeVersions?: Readonly<Record<string, PackageObject>> };
  if (nodeVersions === undefined) return instance;
  const versionedNode = nodeVersions[String(version)];
  if (versionedNode === undefined) throw new Error(`${place.className} has no version ${version}.`);
  return versionedNode;
}

/** Throws Error if the node has no such function. */
export function methodOf(object: PackageObject, name: string): Method {
  const method = object[name];
  if (typeof method !== 'function') throw new Error(`The node has no function "${name}".`);
  return method as Method;
}
