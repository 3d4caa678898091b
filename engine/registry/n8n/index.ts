// Packages made for n8n: their nodes and credential types, in the registry.
import { iconVersionOf, readActions, readCredential, readNode, readSummaries, type Catalog } from '../../packages/catalog.ts';
import type { Packages } from '../../packages/index.ts';
import type { CredentialTypes } from '../credential-types.ts';
import type { NodeDescription } from '../../workflow/node-type.ts';
import type { TypeActions } from '../../workflow/parameters/actions.ts';
import type { NodeRegistry } from '../node-registry.ts';
import { packageCredential } from './package-credential.ts';
import { testsByNodes } from './credential-tests.ts';
import { packageNode, summariesOf } from './package-node.ts';

/** Where the types of packages are added. */
export interface TypeTables {
  readonly registry: NodeRegistry;
  readonly credentialTypes: CredentialTypes;
  /** Identifies this installation to package code. */
  readonly instanceId: string;
  /** Returns the public URL of this installation, without a trailing slash. */
  readonly instanceUrl: () => string;
  /** Whether a package's node type is used instead of a built-in one with the same name. Default: never. */
  readonly prefers?: (type: string) => boolean;
}

/** Adds or replaces the types of an installed package. Existing types from elsewhere take precedence, unless `prefers` says otherwise. */
export function usePackage(tables: TypeTables, packages: Packages, catalog: Catalog): void {
  const { registry, credentialTypes, instanceId, instanceUrl, prefers } = tables;
  const { name, nodes, credentials, tests = [] } = catalog;
  const root = packages.folderOf(name);
  const types = (): readonly string[] => registry.types();
  const owner = { packages, name, instanceId, instanceUrl, types, credentialType: (type: string) => credentialTypes.type(type) };
  registry.setPackage(
    name,
    nodes.map((node) => [node.type, async () => packageNode(owner, node.type, await readNode(root, node))]),
    prefers,
  );
  credentialTypes.setPackage(
    name,
    credentials.map((credential) => [credential.name, async () => packageCredential(owner, await readCredential(root, credential))]),
    testsByNodes(owner, tests),
  );
}

/** Adds the types of installed packages, with what the user allows them. Returns the names of those whose files are missing. */
export async function usePackages(
  tables: TypeTables,
  packages: Packages,
  records: readonly { readonly name: string; readonly installedAt: number; readonly allowsNetwork: boolean }[],
): Promise<readonly string[]> {
  const catalogs = new Map(packages.installed().map((catalog) => [catalog.name, catalog]));
  for (const { name, allowsNetwork } of records.toSorted((a, b) => a.installedAt - b.installedAt)) {
    await packages.allowNetwork(name, allowsNetwork);
    const catalog = catalogs.get(name);
    if (catalog !== undefined) usePackage(tables, packages, catalog);
    // Its types are missing until it is installed again; it keeps its place in the order.
    else tables.credentialTypes.setPackage(name, []);
  }
  return records.flatMap(({ name }) => (catalogs.has(name) ? [] : [name]));
}

/** Returns what lists show of a package's nodes: descriptions without properties. Types that are taken from elsewhere are left out. */
export async function packageSummaries(registry: NodeRegistry, packages: Packages, catalog: Catalog): Promise<readonly NodeDescription[]> {
  const { name, nodes } = catalog;
  const summaries = await readSummaries(packages.folderOf(name));
  const iconVersion = iconVersionOf(catalog);
  return nodes.flatMap(({ type }, index) => {
    const summary = summaries[index];
    if (summary === undefined || registry.packageOf(type) !== name) return [];
    return summariesOf(type, summary, iconVersion).map((description) => ({ ...description, package: name }));
  });
}

/** Returns the actions of a package's nodes whose types are used. */
export async function packageActions(
  registry: NodeRegistry,
  packages: Packages,
  { name, nodes }: Catalog,
): Promise<readonly TypeActions[]> {
  const actions = await readActions(packages.folderOf(name));
  return nodes.flatMap(({ type }, index) => (registry.packageOf(type) === name ? { type, actions: actions[index] ?? [] } : []));
}

/** Removes the types of a package. */
export function withoutPackage({ registry, credentialTypes }: TypeTables, name: string): void {
  registry.removePackage(name);
  credentialTypes.removePackage(name);
}
