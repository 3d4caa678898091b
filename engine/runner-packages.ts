// Packages of nodes for single runs: read the first time a type is asked for that is not built in.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunComponents, StoreAccess } from './components.ts';
import type { ExecutionPorts } from './execution/index.ts';
import { once } from './once.ts';
import type { Packages, PackagesOptions } from './packages/index.ts';
import type { TypeTables } from './registry/n8n/index.ts';
import type { Store } from './store/index.ts';

export interface PackageChoice
  extends Pick<PackagesOptions, 'memory' | 'stuckAfter' | 'launch' | 'trusted'>, Pick<TypeTables, 'instanceUrl'> {
  readonly prefers: (type: string) => boolean;
  /** Returns the id of the installation, for package code. */
  readonly instanceId: (store: Store) => Promise<string>;
}

export interface PackageTypesConfig {
  readonly dataDir: string;
  readonly storeAccess: StoreAccess;
  readonly types: Pick<RunComponents, 'registry' | 'credentialTypes'>;
  /** Default: nodes of packages are not available. */
  readonly choice: PackageChoice | undefined;
  /** Returns what to do about the nodes of a package that is not installed. */
  readonly hint: ((name: string) => string) | undefined;
}

/** Tables of all types, built in or of packages. */
export interface PackageTypes {
  readonly ports: Pick<ExecutionPorts, 'nodes' | 'credentialTypes'>;
  readonly stop: () => Promise<void>;
}

export function createPackageTypes({ types, choice, hint, ...folder }: PackageTypesConfig): PackageTypes {
  const { registry, credentialTypes } = types;
  const open = once(async () => openPackages({ ...folder, types, choice }));
  const isOfPackage = (type: string): boolean => {
    const base = registry.baseOf(type);
    return registry.has(base) ? choice?.prefers(base) === true : !registry.isExcluded(type);
  };
  return {
    ports: {
      nodes: {
        load: async (requestedTypes) => {
          const requested = [...requestedTypes];
          if (requested.some(isOfPackage)) await open();
          await registry.load(requested);
        },
        node: (type, version) => registry.node(type, version),
        description: (type, version) => registry.description(type, version),
        isExcluded: (type) => registry.isExcluded(type),
        hasPackage: (name) => registry.hasPackage(name),
        ...(hint === undefined ? {} : { packageHint: hint }),
      },
      credentialTypes: {
        type: async (name) => {
          const builtIn = await credentialTypes.type(name);
          if (builtIn === undefined) await open();
          return builtIn ?? credentialTypes.type(name);
        },
      },
    },
    stop: async () => (await open.result)?.stop(),
  };
}

/** Adds the types of the installed packages. */
async function openPackages({ dataDir, storeAccess, types, choice }: Omit<PackageTypesConfig, 'hint'>): Promise<Packages | undefined> {
  const folder = join(dataDir, 'packages');
  if (choice === undefined || !existsSync(folder)) return undefined;
  const { instanceId, instanceUrl, prefers, ...options } = choice;
  const [{ Packages }, { usePackages }] = await Promise.all([import('./packages/index.ts'), import('./registry/n8n/index.ts')]);
  const packages = new Packages({ ...options, folder, registry: '' });
  // A server on the same folder may be installing a package.
  await packages.open({ isAlone: false });
  const store = await storeAccess.open();
  const tables = { ...types, prefers, instanceUrl, instanceId: await instanceId(store) };
  await usePackages(tables, packages, await store.packages.list());
  return packages;
}
