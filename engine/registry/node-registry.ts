// Collects node types, loads them on first use, and selects the version that runs a node.
import {
  baseOfTool,
  isReviewType,
  reviewTypeOf,
  shapeServing,
  toolTypeOf,
  type NodeDescription,
  type NodeTypeLookup,
} from '../workflow/node-type.ts';
import type { NodeDefinition, NodeVersion } from '../sdk/index.ts';
import { reviewVariant } from './review-variant.ts';
import { toolVariant } from './tool-variant.ts';

/** A node version with its full description, ready to run. */
export type LoadedNode = Omit<NodeVersion, 'description'> & { readonly description: NodeDescription };

type Load = () => Promise<NodeDefinition>;

/** Which of the shipped types are available, by full name. */
export interface NodeChoice {
  /** If not empty, only these types are available. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export class NodeRegistry implements NodeTypeLookup {
  readonly #loaders = new Map<string, Load>();
  readonly #loaded = new Map<string, readonly LoadedNode[]>();
  readonly #excluded = new Set<string>();
  /** Types of installed packages, by package. */
  readonly #packages = new Map<string, ReadonlyMap<string, Load>>();
  /** Types that a package's type replaces. */
  readonly #hidden = new Map<string, Load>();

  constructor(types: Iterable<readonly [type: string, load: Load]>, { include = [], exclude = [] }: NodeChoice = {}) {
    for (const [type, load] of types) {
      if (exclude.includes(type) || (include.length > 0 && !include.includes(type))) this.#excluded.add(type);
      else this.#loaders.set(type, load);
    }
  }

  /** Returns the shipped types that the instance's settings exclude. */
  excluded(): readonly string[] {
    return [...this.#excluded];
  }

  /** Whether the instance's settings exclude a built-in type. Its tool variant is excluded with it. */
  isExcluded(type: string): boolean {
    return this.#excluded.has(type) || this.#excluded.has(this.baseOf(type));
  }

  /**
   * Adds the types of a package, or replaces those it had. Where a type exists already, `replaces` decides whether the package's is used.
   * Workflows that were compiled before keep the types that they were compiled with.
   */
  setPackage(name: string, types: Iterable<readonly [type: string, load: Load]>, replaces: (type: string) => boolean = () => false): void {
    this.removePackage(name);
    const own = new Map<string, Load>();
    for (const [type, load] of types) {
      if (this.#excluded.has(type) || (this.#loaders.has(type) && !replaces(type))) continue;
      const hidden = this.#loaders.get(type);
      if (hidden !== undefined) this.#hidden.set(type, hidden);
      own.set(type, load);
      this.#loaders.set(type, load);
      this.#forget(type);
    }
    this.#packages.set(name, own);
  }

  /** Removes the types of a package. Types that it replaced are used again. */
  removePackage(name: string): void {
    for (const type of this.#packages.get(name)?.keys() ?? []) {
      const hidden = this.#hidden.get(type);
      this.#hidden.delete(type);
      this.#forget(type);
      if (hidden === undefined) this.#loaders.delete(type);
      else this.#loaders.set(type, hidden);
    }
    this.#packages.delete(name);
  }

  /** Adds a loaded type, for example from a test or a package. Throws if the name is taken. */
  add(definition: NodeDefinition): void {
    if (this.#loaders.has(definition.type)) throw new Error(`Node type ${definition.type} is registered twice`);
    this.#loaders.set(definition.type, async () => definition);
    this.#loaded.set(definition.type, loadedVersions(definition));
  }

  /** Returns the package that a type is taken from; undefined for the program's own types. */
  packageOf(type: string): string | undefined {
    const base = this.baseOf(type);
    for (const [name, types] of this.#packages) if (types.has(base)) return name;
    return undefined;
  }

  /** Whether a package is installed. */
  hasPackage(name: string): boolean {
    return this.#packages.has(name);
  }

  /** Returns the base type of a tool variant; other types unchanged. */
  baseOf(type: string): string {
    return this.#loaders.has(type) ? type : (baseOfTool(type) ?? type);
  }

  /** Returns all known type names, without the variants that are tools. */
  types(): readonly string[] {
    return [...this.#loaders.keys()];
  }

  has(type: string): boolean {
    return this.#loaders.has(type);
  }

  /** Loads these types for `node()`, also variants that are tools (`n8n-nodes-base.gmailTool`); unknown names are ignored. */
  async load(types: Iterable<string>): Promise<void> {
    const requested = [...new Set(types)].filter((type) => !this.#loaded.has(type));
    await Promise.all(
      requested.map(async (type) => {
        const definition = await this.#definition(type);
        if (definition !== undefined) this.#loaded.set(type, loadedVersions(definition));
      }),
    );
  }

  async #definition(type: string): Promise<NodeDefinition | undefined> {
    const load = this.#loaders.get(type);
    if (load !== undefined) return load();
    const base = this.#loaders.get(this.baseOf(type));
    if (base === undefined) return undefined;
    return isReviewType(type) ? reviewVariant(await base()) : toolVariant(await base());
  }

  #forget(type: string): void {
    this.#loaded.delete(type);
    this.#loaded.delete(toolTypeOf(type));
    this.#loaded.delete(reviewTypeOf(type));
  }

  /** Returns the version for this typeVersion (the default version if absent); undefined if the type is unknown or not loaded. */
  node(type: string, version?: number): LoadedNode | undefined {
    const versions = this.#loaded.get(type);
    if (versions === undefined) return undefined;
    const requestedVersion = version ?? versions[0]?.description.defaultVersion;
    return requestedVersion === undefined ? undefined : shapeServing(versions, ({ description }) => description.version, requestedVersion);
  }

  description(type: string, version?: number): NodeDescription | undefined {
    return this.node(type, version)?.description;
  }

  /** Returns the descriptions of all versions of a loaded type. */
  descriptions(type: string): readonly NodeDescription[] {
    return (this.#loaded.get(type) ?? []).map(({ description }) => description);
  }

  /** Returns every shipped version number of a loaded type, ascending. */
  versions(type: string): readonly number[] {
    return (this.#loaded.get(type) ?? []).flatMap(({ description }) => description.version).sort((a, b) => a - b);
  }
}

function loadedVersions(definition: NodeDefinition): readonly LoadedNode[] {
  const highest = Math.max(...definition.versions.flatMap((version) => version.description.version));
  const defaultVersion = definition.defaultVersion ?? highest;
  return definition.versions.map((version) => ({
    ...version,
    description: { ...version.description, name: definition.type, icon: `file:${definition.icon}`, defaultVersion },
  }));
}
