// Fetches a package and its dependencies with npm's own library, in a separate process because the library holds on to hundreds of megabytes.
import { realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Arborist, Node as ArboristNode } from '@npmcli/arborist';
import type { Packument } from 'pacote';
import { AppError } from '../../contract/errors.ts';
import { explained, nearest, type MissingVersion } from './failures.ts';
import { writeHashes } from './file-hashes.ts';
import type { FetchedTree, InstallProgress, TreeRequest, TreeWork } from './install-process.ts';
import { lackingPackages } from './lacking.ts';
import { linkFault } from './links.ts';
import { libraryOptions, type RegistryOptions } from './registry-options.ts';
import { response, assertFromRegistry, type TreePlace } from './sources.ts';
import { limitUnpacking } from './unpacking.ts';

/** Packages that the engine provides itself. They are never fetched. */
const provided = ['n8n-workflow', 'n8n-core'] as const;

/**
 * With these options, npm's library rejects such sources while it plans, before it fetches anything. For folders, it reads their package.json to
 * plan, and nothing else.
 */
const withoutSources = { allowGit: 'none', allowRemote: 'none', allowFile: 'none' };

/** Maximum number of plans: packages that were added may lack others in turn. */
const MAX_ROUNDS = 4;

/** Progress is reported after this number of packages has been looked up. */
const REPORTED_EACH = 20;

/** Maximum number of missing versions that are replaced by the nearest ones. */
const MAX_NEAREST = 20;

/** Where packages are looked up. `packuments`: packages that were already looked up, including earlier rounds. */
interface LookUp extends RegistryOptions {
  readonly packuments: Packuments;
}

/** A dependency tree, ready to be fetched. */
interface Plan {
  readonly tree: InstanceType<typeof Arborist>;
  readonly inventory: ArboristNode['inventory'];
  readonly overrides: Readonly<Record<string, string>>;
}

/** Fetches the packages into the folder, and stores the hashes of their files. Throws AppError. */
export async function fetchTree(work: TreeWork, onProgress: (progress: InstallProgress) => void): Promise<FetchedTree> {
  const { staging, request, options } = work;
  try {
    const fetched = await reified(work, onProgress);
    await writeHashes(staging);
    return fetched;
  } catch (error) {
    throw explained(error, request.name, options);
  }
}

async function reified({ staging, request, options }: TreeWork, onProgress: (progress: InstallProgress) => void): Promise<FetchedTree> {
  onProgress({ stage: 'resolving' });
  const packuments = new Packuments((count) => onProgress({ stage: 'resolving', found: count }));
  const { inventory: requestedInventory, tree, overrides } = await resolveWithNearest(staging, request, { ...options, packuments });
  const planned = [...requestedInventory.values()].find(({ location }) => location === `node_modules/${request.name}`);
  assertSame(request, planned?.integrity);
  // Nothing is looked up from here on.
  packuments.clear();
  const stop = watchFetching(
    new Set([...requestedInventory.values()].map(({ location }) => location).filter((location) => location !== '')),
    onProgress,
  );
  // The archives of the registry may have addresses elsewhere.
  Object.assign(tree.options, { allowRemote: 'all' });
  limitUnpacking((await import('pacote')).default);
  const { inventory } = await tree.reify().finally(stop);
  await assertOwn(inventory.values(), { installed: request.name, root: staging, provided });
  const installed = [...inventory.values()].find(({ location }) => location === `node_modules/${request.name}`);
  return { integrity: installed?.integrity ?? '', overrides };
}

/** Throws PACKAGE_NOT_INSTALLED if the archive has another hash than it must have. `actual`: the hash that the registry states. */
function assertSame({ name, version, integrity = '' }: TreeRequest, actual: string | null | undefined): void {
  if (integrity === '' || integrity === actual) return;
  throw new AppError('PACKAGE_NOT_INSTALLED', `The registry has other contents for ${name} ${version} than were installed before.`, {
    params: { package: name },
    hint: 'Find out why before you use it. To install it nevertheless, uninstall the package first.',
  });
}

/**
 * Checks what was unpacked, including packages bundled in the archives of others, and removes the links to packages that the engine provides itself.
 */
async function assertOwn(nodes: Iterable<ArboristNode>, location: TreePlace): Promise<void> {
  const all = [...nodes];
  assertFromRegistry(all, location);
  for (const { isLink, path } of all) if (isLink) await rm(path, { force: true });
  const fault = await linkFault(await realpath(dirname(location.root)), basename(location.root));
  if (fault === undefined) return;
  throw new AppError('PACKAGE_NOT_INSTALLED', `The package "${location.installed}" was refused: ${fault}.`, {
    params: { package: location.installed },
    hint: 'Code of a package may read its own folder only. Use another version, or tell its authors.',
  });
}

/** Plans the dependency tree. If the request allows it, versions that the registry lacks are replaced by the nearest ones. */
async function resolveWithNearest(
  staging: string,
  { name, version, overrides = {}, takesNearest = false, lock }: TreeRequest,
  options: LookUp,
): Promise<Plan> {
  if (lock !== undefined) await writeFile(join(staging, 'package-lock.json'), lock);
  const used: Record<string, string> = { ...overrides };
  for (let round = 1; ; round++) {
    try {
      return { ...(await resolve(staging, { name, version, overrides: used }, options)), overrides: used };
    } catch (error) {
      const { code, name: lacking, wanted: requested = '', versions = [] } = error as MissingVersion & NodeJS.ErrnoException;
      const available = nearest(versions, requested);
      const isMet = code !== 'ETARGET' || lacking === name || available === undefined || used[lacking] === available;
      if (!takesNearest || isMet || round === MAX_NEAREST) throw error;
      used[lacking] = available;
    }
  }
}

/** Plans the dependency tree. If packages are missing from it, they are added and it is planned again. */
async function resolve(
  staging: string,
  { name, version, overrides }: Pick<Required<TreeRequest>, 'name' | 'version' | 'overrides'>,
  { packuments, ...options }: LookUp,
): Promise<Omit<Plan, 'overrides'>> {
  const { Arborist } = await import('@npmcli/arborist');
  const { default: pacote } = await import('pacote');
  const library = { ...libraryOptions(options), ...withoutSources, packumentCache: packuments };
  const none = Object.fromEntries(provided.map((each) => [each, response(each)]));
  const location = { installed: name, root: staging, provided };
  const has = async (each: string, range: string): Promise<boolean> => {
    try {
      return (await pacote.manifest(`${each}@${range}`, library)).name === each;
    } catch (error) {
      if (['E404', 'ETARGET'].includes(String((error as NodeJS.ErrnoException).code))) return false;
      throw error;
    }
  };
  const dependencies: Record<string, string> = { [name]: version };
  for (let round = 1; ; round++) {
    const root = { name: 'installed', private: true, dependencies, overrides: { ...without(overrides, dependencies), ...none } };
    await writeFile(join(staging, 'package.json'), JSON.stringify(root));
    const tree = new Arborist({
      path: staging,
      ...library,
      ignoreScripts: true,
      // The engine provides the packages that packages expect of their host.
      legacyPeerDeps: true,
      omit: ['dev', 'peer'],
      audit: false,
      fund: false,
    });
    const { inventory } = await tree.buildIdealTree().catch((error: unknown) => {
      // Names the package that needs the rejected one.
      assertFromRegistry(tree.idealTree?.inventory.values() ?? [], location);
      throw error;
    });
    assertFromRegistry(inventory.values(), location);
    const lacking = await lackingPackages(inventory.values(), { installed: name, requested: overrides, provided, has });
    if (lacking.size === 0 || round === MAX_ROUNDS) return { tree, inventory };
    for (const [each, range] of lacking) dependencies[each] = range;
  }
}

interface StoredVersion {
  _hasShrinkwrap?: boolean;
  dist?: { signatures?: unknown };
}

/**
 * Descriptions of packages, without signatures, and without the note that a package brings a file with the versions and places of its dependencies (npm-shrinkwrap.json): npm's
 * library would follow it only after the plan was checked, to any folder and address.
 */
class Packuments extends Map<string, Packument> {
  readonly #onFound: (count: number) => void;

  /** `onFound`: called with the number of packages after each ${'$'}{REPORTED_EACH} of them. */
  constructor(onFound: (count: number) => void) {
    super();
    this.#onFound = onFound;
  }

  override set(key: string, packument: Packument): this {
    // The registry's response is not trusted.
    const { versions } = packument as { readonly versions?: Packument['versions'] };
    for (const version of Object.values(versions ?? {}) as StoredVersion[]) {
      delete version._hasShrinkwrap;
      // Nothing here verifies them.
      delete version.dist?.signatures;
    }
    super.set(key, packument);
    if (this.size % REPORTED_EACH === 0) this.#onFound(this.size);
    return this;
  }
}

/** npm rejects an override of a direct dependency with another version. */
const without = (overrides: Readonly<Record<string, string>>, added: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(overrides).filter(([name]) => !Object.hasOwn(added, name)));

/**
 * Reports progress after each hundredth of the packages, and that all are there once the last one is unpacked; npm's library announces both by `time`
 * events of the process. Returns a function that ends this. `locations`: relative paths of the packages, of which some may not be fetched, such as
 * optional ones for other systems.
 */
function watchFetching(locations: Set<string>, onProgress: (progress: InstallProgress) => void): () => void {
  const total = locations.size;
  const report = (): void => onProgress({ stage: 'fetching', fetched: total - locations.size, total });
  const step = Math.ceil(total / 100);
  const onTime = (level: string, task = ''): void => {
    const isNew = level === 'end' && task.startsWith('reifyNode:') && locations.delete(task.slice('reifyNode:'.length));
    if (level === 'end' && task === 'reify:unpack') {
      locations.clear();
      report();
      onProgress({ stage: 'hashing' });
    } else if (isNew && (total - locations.size) % step === 0) report();
  };
  report();
  process.on('time', onTime);
  return () => process.off('time', onTime);
}
