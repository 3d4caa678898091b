// Describes the package's classes as plain data, which the engine stores when a package is installed.
import type { CallContent, ClassPlace } from '../process/protocol.ts';
import type { PackageLoader, PackageObject } from './loader.ts';

/** Stands for a function within a description: its path in the description of its version. */
export interface FunctionMark {
  readonly $function: readonly (string | number)[];
}

export interface DescribedVersion {
  readonly description: Readonly<Record<string, unknown>>;
  /** Functions that the version has. */
  readonly functions: readonly string[];
  /** Names of its methods by group: loadOptions, listSearch, credentialTest … */
  readonly methods: { readonly [group: string]: readonly string[] };
  /** Operations with a function of their own, by resource, of a node whose other operations are declared. */
  readonly operations?: { readonly [resource: string]: readonly string[] };
  /** Names of webhooks with functions that register them: `default`, `setup`. */
  readonly webhookMethods: readonly string[];
}

export interface DescribedNode {
  readonly place: ClassPlace;
  readonly versions: readonly DescribedVersion[];
}

export interface DescribedCredential {
  readonly place: ClassPlace;
  readonly type: Readonly<Record<string, unknown>>;
  readonly functions: readonly string[];
}

export interface Described {
  readonly nodes: readonly DescribedNode[];
  readonly credentials: readonly DescribedCredential[];
  /** Classes that could not be loaded, and why. */
  readonly failed: readonly { readonly place: ClassPlace; readonly reason: string }[];
}

const nodeFunctions = ['execute', 'trigger', 'poll', 'webhook', 'supplyData', 'onMessage'];
const credentialFunctions = ['authenticate', 'preAuthentication'];

export function describeClasses(loader: PackageLoader, { nodes, credentials }: Extract<CallContent, { kind: 'describe' }>): Described {
  const failed: Described['failed'][number][] = [];
  const attempt = <T>(places: readonly ClassPlace[], describe: (place: ClassPlace, instance: PackageObject) => T): readonly T[] =>
    places.flatMap((place) => {
      try {
        return [describe(place, loader.instance(place))];
      } catch (error) {
        failed.push({ place, reason: reasonOf(error, loader) });
        return [];
      }
    });
  return { nodes: attempt(nodes, describeNode), credentials: attempt(credentials, describeCredential), failed };
}

/** Names a package that is missing. Paths are those within the package's folder, which is a temporary one, without Node's list of files. */
function reasonOf(error: unknown, loader: PackageLoader): string {
  const [line = '', ...rest] = (error instanceof Error ? error.message : String(error)).split('\n');
  const [, missing] = /^Cannot find (?:module|package) '([^'./\\:][^':\\]*)'/.exec(line) ?? [];
  if (missing === undefined) return loader.withoutFolders([line, ...rest].join('\n').replace(/\nRequire stack:[^]*$/, ''));
  const name = missing.split('/', missing.startsWith('@') ? 2 : 1).join('/');
  return `It needs the package "${name}", which none of its dependencies brings. Install it again with a version of it, such as ${name}=latest, under "Versions of packages that it needs" (--override).`;
}

function describeNode(place: ClassPlace, instance: PackageObject): DescribedNode {
  const { nodeVersions, description } = instance as { nodeVersions?: Readonly<Record<string, PackageObject>>; description?: unknown };
  if (nodeVersions === undefined) return { place, versions: [describeVersion(instance)] };
  const base = plainDescription(description);
  const versions = Object.entries(nodeVersions).map(([version, object]) => {
    const described = describeVersion(object);
    // A version without a number has the number under which it is registered.
    return { ...described, description: { version: Number(version), ...base, ...described.description } };
  });
  return { place, versions };
}

function describeVersion(object: PackageObject): DescribedVersion {
  const { description, methods, webhookMethods, customOperations } = object as { [key: string]: unknown };
  const namesByGroup = (groups: unknown): { readonly [group: string]: readonly string[] } =>
    Object.fromEntries(Object.entries(groups ?? {}).map(([group, functions]) => [group, Object.keys((functions ?? {}) as object)]));
  return {
    description: plainDescription(description),
    functions: nodeFunctions.filter((name) => typeof object[name] === 'function'),
    methods: namesByGroup(methods),
    ...(customOperations === undefined ? {} : { operations: namesByGroup(customOperations) }),
    webhookMethods: Object.keys((webhookMethods ?? {}) as object),
  };
}

function describeCredential(place: ClassPlace, instance: PackageObject): DescribedCredential {
  return {
    place,
    type: plainDescription({ ...instance }),
    functions: credentialFunctions.filter((name) => typeof instance[name] === 'function'),
  };
}

const plainDescription = (description: unknown): Readonly<Record<string, unknown>> =>
  (plain(description, []) ?? {}) as Readonly<Record<string, unknown>>;

/** Returns plain data; functions become marks, and what has no plain form is left out. */
function plain(value: unknown, path: readonly (string | number)[]): unknown {
  if (typeof value === 'function') return { $function: path } satisfies FunctionMark;
  if (typeof value === 'bigint' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (path.length > DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((entry, index) => plain(entry, [...path, index]));
  if (value instanceof Date) return value.toISOString();
  if (value instanceof RegExp) return value.source;
  const entries = Object.entries(value).flatMap(([key, entry]) => {
    const plainEntry = plain(entry, [...path, key]);
    return plainEntry === undefined ? [] : [[key, plainEntry] as const];
  });
  return Object.fromEntries(entries);
}

/** Maximum depth of a description. */
const DEPTH = 60;
