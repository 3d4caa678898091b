// Packages that a tree of dependencies needs and does not have: unprovided peers, and packages that the user names. They are fetched with the tree.
import type { Node } from '@npmcli/arborist';
import { isOfRegistry } from './package-name.ts';
import { rejectedSource } from './sources.ts';

export interface Lacking {
  /** Name of the package that is installed. */
  readonly installed: string;
  /** Versions or ranges by name. */
  readonly requested: Readonly<Record<string, string>>;
  /** Names that the engine provides itself. */
  readonly provided: readonly string[];
  /** Whether the registry has a version. */
  readonly has: (name: string, range: string) => Promise<boolean>;
}

/** n8n and its packages. They have licenses of their own, so they are installed only if the user asks for them. */
const isOfHost = (name: string): boolean => /^(?:n8n|n8n-(?:core|workflow|nodes-base|editor-ui)|@n8n\/.*)$/.test(name);

/**
 * Returns the versions or ranges of packages to add to a tree, by name. Left out are peers of the host, and peers that the registry does not have:
 * their classes then fail with the name of the missing package. Throws PACKAGE_NOT_INSTALLED for a package that would come from elsewhere.
 */
export async function lackingPackages(
  nodes: Iterable<Node>,
  { installed, requested: named, provided, has }: Lacking,
): Promise<ReadonlyMap<string, string>> {
  const all = [...nodes];
  const present = new Set(all.map(({ name }) => name));
  const match = new Map(Object.entries(named).filter(([name]) => !present.has(name) && !provided.includes(name)));
  const peers = new Map<string, string>();
  for (const node of all) {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = node.package;
    for (const [name, range] of Object.entries(peerDependencies)) {
      const isRequested = peerDependenciesMeta[name]?.optional !== true && !isOfHost(name) && !provided.includes(name);
      if (!isRequested || match.has(name) || peers.has(name) || !lacks(node, name)) continue;
      const requested = range ?? '*';
      if (!isOfRegistry(requested)) throw rejectedSource(installed, { name, by: node.name, source: requested });
      peers.set(name, requested);
    }
  }
  const existing = await Promise.all([...peers].map(async (peer) => ((await has(...peer)) ? [peer] : [])));
  return new Map([...match, ...existing.flat()]);
}

/** The declared type of `resolve` omits that it may find nothing. */
const lacks = (node: Node, name: string): boolean => (node.resolve(name) as Node | null) === null;
