// Installs packages from a registry of npm into folders of their own, without running any of their code.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Arborist, Node as ArboristNode } from '@npmcli/arborist';
import { AppError } from '../../contract/errors.ts';
import type { PackageProgressEvent } from '../../contract/push.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { lackingPackages } from './lacking.ts';
import { folderName, type PackageRequest } from './package-name.ts';

export interface InstallerOptions {
  /** Absolute path of the folder of packages; created when needed. */
  readonly folder: string;
  /** URL of the registry. */
  readonly registry: string;
}

export interface InstallRequest extends PackageRequest {
  /** Versions to use instead of the ones that packages ask for, by name. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Whether the nearest version is used where the registry lacks one that a package needs. Default: false. */
  readonly takesNearest?: boolean;
  /** Stops the installation; its reason is the error. */
  readonly signal?: AbortSignal;
}

/** Progress of an installation, as it is sent to the editor. */
export type InstallProgress = Pick<PackageProgressEvent, 'stage' | 'fetched' | 'total'>;

export interface PackageAuthor {
  readonly name?: string;
  readonly email?: string;
}

/** The part of a package.json that the program reads. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  readonly author: PackageAuthor;
  readonly description: string | undefined;
  readonly homepage: string | undefined;
  /** Files of node classes, relative to the package's folder. */
  readonly nodes: readonly string[];
  /** Files of credential classes. */
  readonly credentials: readonly string[];
}

/** A fetched package in a temporary folder, not installed yet. */
export interface StagedPackage {
  readonly manifest: PackageManifest;
  /** Folder with `node_modules`. */
  readonly folder: string;
  /** Hash of the package's archive, as the registry states it (`sha512-…`). */
  readonly integrity: string;
  /** Versions that were used instead of the ones that packages ask for, by name. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Replaces the installed version, if there is one. The package's process must have ended. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Packages whose names the engine answers itself. They are never fetched. */
const answered = ['n8n-workflow', 'n8n-core'] as const;

/** What was added may lack something, too. */
const MAX_ROUNDS = 4;

/** Number of attempts to find versions that the registry has. */
const MAX_NEAREST = 20;

/** The tree of dependencies as it will be fetched. */
interface Plan {
  readonly tree: InstanceType<typeof Arborist>;
  readonly inventory: ArboristNode['inventory'];
  readonly overrides: Readonly<Record<string, string>>;
}

const STAGING = '.staging-';
const REPLACED = '.replaced-';

export class PackageInstaller {
  readonly #options: InstallerOptions;

  constructor(options: InstallerOptions) {
    this.#options = options;
  }

  /** Folder of an installed package, with its `node_modules`. */
  folderOf(name: string): string {
    return join(this.#options.folder, folderName(name));
  }

  /** Folder of the package's own files. */
  packageFolder(name: string, root = this.folderOf(name)): string {
    return join(root, 'node_modules', ...name.split('/'));
  }

  /** Removes what an interrupted installation has left. Call it before the first one. */
  async cleanUp(): Promise<void> {
    const { folder } = this.#options;
    const left = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(STAGING) || name.startsWith(REPLACED));
    await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  }

  /**
   * Fetches a package and its dependencies. Throws PACKAGE_NOT_FOUND, BAD_REQUEST for a package without nodes, and PACKAGE_NOT_INSTALLED with what
   * to try.
   */
  async fetch(request: InstallRequest, onProgress: (progress: InstallProgress) => void): Promise<StagedPackage> {
    const { name } = request;
    const { folder } = this.#options;
    const staging = join(folder, `${STAGING}${randomUUID()}`);
    // The library may still be writing after a stop. What is left is removed at the next start.
    const discard = (): Promise<void> => rm(staging, { recursive: true, force: true }).catch(() => undefined);
    try {
      await mkdir(staging, { recursive: true });
      const { integrity, overrides } = await unlessStopped(this.#reify(staging, request, onProgress), request.signal);
      const manifest = await readManifest(this.packageFolder(name, staging));
      if (manifest.nodes.length === 0 && manifest.credentials.length === 0) throw noNodes(name);
      return { manifest, folder: staging, integrity, overrides, discard, commit: () => this.#replace(name, staging) };
    } catch (error) {
      await discard();
      throw explained(error, name, folder);
    }
  }

  /** Throws PACKAGE_FAILED if the folder cannot be written. */
  async remove(name: string): Promise<void> {
    const { folder } = this.#options;
    const replaced = join(folder, `${REPLACED}${randomUUID()}`);
    try {
      await rename(this.folderOf(name), replaced).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      await rm(replaced, { recursive: true, force: true });
    } catch (error) {
      throw isOfDisk(error) ? notWritten('PACKAGE_FAILED', error, name, folder) : error;
    }
  }

  async #reify(
    staging: string,
    request: InstallRequest,
    onProgress: (progress: InstallProgress) => void,
  ): Promise<Pick<StagedPackage, 'integrity' | 'overrides'>> {
    onProgress({ stage: 'resolving' });
    const { inventory: wanted, tree, overrides } = await this.#resolveWithNearest(staging, request);
    const stop = watchFetching(
      new Set([...wanted.values()].map(({ location }) => location).filter((location) => location !== '')),
      onProgress,
    );
    const { inventory } = await tree.reify().finally(stop);
    const installed = [...inventory.values()].find(({ location }) => location === `node_modules/${request.name}`);
    return { integrity: installed?.integrity ?? '', overrides };
  }

  /** Plans the tree of dependencies; if the request says so, again with the nearest versions of those that the registry lacks. */
  async #resolveWithNearest(staging: string, { name, version, overrides = {}, takesNearest = false }: InstallRequest): Promise<Plan> {
    const used: Record<string, string> = { ...overrides };
    for (let round = 1; ; round++) {
      try {
        return { ...(await this.#resolve(staging, { name, version, overrides: used })), overrides: used };
      } catch (error) {
        const { code, name: lacking, wanted = '', versions = [] } = error as VersionLack & NodeJS.ErrnoException;
        const available = nearest(versions, wanted);
        const isMet = code !== 'ETARGET' || lacking === name || available === undefined || used[lacking] === available;
        if (!takesNearest || isMet || round === MAX_NEAREST) throw error;
        used[lacking] = available;
      }
    }
  }

  /** Plans the tree of dependencies, again with what it lacks. */
  async #resolve(
    staging: string,
    { name, version, overrides }: Pick<Required<InstallRequest>, 'name' | 'version' | 'overrides'>,
  ): Promise<Omit<Plan, 'overrides'>> {
    const { Arborist } = await import('@npmcli/arborist');
    const { default: pacote } = await import('pacote');
    const { folder, registry } = this.#options;
    const library = { registry, cache: join(folder, '.cache'), packumentCache: new Map() };
    const none = Object.fromEntries(answered.map((each) => [each, `file:./${each}`]));
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
        // What packages expect of their host is answered by the engine.
        legacyPeerDeps: true,
        omit: ['dev', 'peer'],
        audit: false,
        fund: false,
      });
      const { inventory } = await tree.buildIdealTree();
      const lacking = await lackingPackages(inventory.values(), { named: overrides, answered, has });
      if (lacking.size === 0 || round === MAX_ROUNDS) return { tree, inventory };
      for (const [each, range] of lacking) dependencies[each] = range;
    }
  }

  async #replace(name: string, staging: string): Promise<void> {
    const place = this.folderOf(name);
    const { folder } = this.#options;
    const replaced = join(folder, `${REPLACED}${randomUUID()}`);
    const hadOne = await rename(place, replaced).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw explained(error, name, folder);
        return false;
      },
    );
    try {
      await rename(staging, place);
    } catch (error) {
      if (hadOne) await rename(replaced, place);
      throw error;
    }
    await rm(replaced, { recursive: true, force: true });
  }
}

/** Rejects once the signal is aborted; the work, which cannot be stopped, then goes on without effect. */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}

/** npm refuses an override of a direct dependency with another version. */
const without = (overrides: Readonly<Record<string, string>>, added: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(overrides).filter(([name]) => !Object.hasOwn(added, name)));

/**
 * Reports each hundredth of the packages that the library has fetched, which it tells on the process. Returns a function that stops it. `locations`:
 * relative paths of the packages. Another installation at the same time may be counted for packages with the same path.
 */
function watchFetching(locations: Set<string>, onProgress: (progress: InstallProgress) => void): () => void {
  const total = locations.size;
  const report = (): void => onProgress({ stage: 'fetching', fetched: total - locations.size, total });
  const step = Math.ceil(total / 100);
  const onTime = (level: string, task = ''): void => {
    const isNew = level === 'end' && task.startsWith('reifyNode:') && locations.delete(task.slice('reifyNode:'.length));
    if (isNew && (total - locations.size) % step === 0) report();
  };
  report();
  process.on('time', onTime);
  return () => process.off('time', onTime);
}

/** Reads a package.json. Throws Error if it cannot be read. */
export async function readManifest(folder: string): Promise<PackageManifest> {
  const content: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const fields = isRecord(content) ? content : {};
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    name: text(fields['name']) ?? '',
    version: text(fields['version']) ?? '',
    license: text(fields['license']),
    author: authorOf(fields['author']),
    description: text(fields['description']),
    homepage: text(fields['homepage']),
    nodes: filesOf(fields, 'nodes'),
    credentials: filesOf(fields, 'credentials'),
  };
}

/** Returns the author of a package.json: an object, or text such as `Ada <ada@example.com> (https://example.com)`. */
export function authorOf(author: unknown): PackageAuthor {
  const [, name, email] =
    typeof author === 'string'
      ? (/^([^<(]*)(?:<([^>]*)>)?/.exec(author) ?? [])
      : isRecord(author)
        ? [undefined, author['name'], author['email']]
        : [];
  const given = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  return { ...(given(name) === '' ? {} : { name: given(name) }), ...(given(email) === '' ? {} : { email: given(email) }) };
}

/** Returns the files of classes that a package.json lists under `n8n`. */
export function filesOf({ n8n }: Readonly<Record<string, unknown>>, kind: 'nodes' | 'credentials'): readonly string[] {
  const files = isRecord(n8n) ? n8n[kind] : undefined;
  return Array.isArray(files) ? files.filter((each) => typeof each === 'string' && isInside(each)) : [];
}

/** Whether a relative path stays within its folder. */
const isInside = (path: string): boolean => !/^(?:[/\\]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes('..');

export const noNodes = (name: string): AppError =>
  new AppError('BAD_REQUEST', `The package ${name} contains no nodes.`, {
    params: { package: name },
    hint: 'Its package.json has no list of nodes under "n8n". Check the name.',
  });

/** Whether the disk or its permissions refused to write. */
const isOfDisk = (error: unknown): boolean => {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EBUSY'].includes(code) && syscall !== 'connect';
};

function notWritten(code: 'PACKAGE_NOT_INSTALLED' | 'PACKAGE_FAILED', cause: unknown, name: string, folder: string): AppError {
  const reason = String((cause as NodeJS.ErrnoException).code);
  return new AppError(code, `The folder of packages ${folder} cannot be changed (${reason}).`, {
    params: { package: name },
    hint: 'Check who may write to it, and the free space of the disk.',
    cause,
  });
}

/** Errors of the library, by code, as the user can mend them. `folder`: folder of packages. */
export function explained(error: unknown, name: string, folder: string): unknown {
  if (error instanceof AppError) return error;
  if (isOfDisk(error)) return notWritten('PACKAGE_NOT_INSTALLED', error, name, folder);
  const { code, message } = error as { code?: string; message: string };
  const params = { package: name };
  const lacking = code === 'E404' ? nameLacking(error) : undefined;
  if (lacking !== undefined && lacking !== name) {
    return new AppError('PACKAGE_NOT_INSTALLED', `${name} needs ${lacking}, which the registry does not have.`, {
      params,
      hint: `Use another version of ${name}, or tell its authors. If ${lacking} is in another registry, set MILLRACE_PACKAGE_REGISTRY.`,
      cause: error,
    });
  }
  if (code === 'E404') {
    return new AppError('PACKAGE_NOT_FOUND', `The registry has no package "${name}".`, {
      params,
      hint: 'Check the spelling of the name.',
      cause: error,
    });
  }
  if (code === 'ETARGET') return versionLacking(error as VersionLack, name);
  if (code === 'EINTEGRITY') {
    return new AppError('PACKAGE_NOT_INSTALLED', `A file of the package "${name}" does not match its hash, and was not used.`, {
      params,
      hint: 'Try again. If it happens again, the registry or a proxy changes files.',
      cause: error,
    });
  }
  return new AppError('PACKAGE_NOT_INSTALLED', `The package "${name}" could not be fetched: ${message.replace(/(?<![.!?])$/, '.')}`, {
    params,
    hint: 'Check the connection to the registry, and the free space of the disk.',
    cause: error,
  });
}

/** Returns the name of the package that the registry does not have, which the library tells as `name@range`. */
function nameLacking(error: unknown): string | undefined {
  const { pkgid } = error as { readonly pkgid?: unknown };
  return pkgid === undefined ? undefined : /^(@?[^@]+)/.exec(String(pkgid))?.[1];
}

/** What the library tells of a version that the registry does not have. */
interface VersionLack extends Error {
  /** Name of the package. */
  readonly name: string;
  /** Version or range that is asked for. */
  readonly wanted?: string;
  /** Versions that there are. */
  readonly versions?: readonly string[];
}

function versionLacking(error: VersionLack, name: string): AppError {
  const { name: lacking, wanted = '', versions = [] } = error;
  const available = nearest(versions, wanted);
  const isNeeded = lacking !== name;
  const instead = available === undefined ? '' : ` The nearest is ${available}.`;
  const override = available === undefined ? 'another version of it' : `${available} of it`;
  return new AppError(
    'PACKAGE_NOT_INSTALLED',
    isNeeded
      ? `${name} needs ${lacking} ${wanted}, which the registry does not have.${instead}`
      : `The registry has no version ${wanted === '' ? 'latest' : wanted} of ${name}.${instead}`,
    {
      params: { package: name },
      hint: isNeeded
        ? `Use ${override} (an override: ${lacking}=${available ?? 'version'}), or an older version of ${name}.`
        : `Ask for ${available ?? 'another version'}.`,
      cause: error,
    },
  );
}

/** Returns the newest of the versions with the same major number, otherwise the newest; undefined if there are none. */
function nearest(versions: readonly string[], wanted: string): string | undefined {
  const ordered = versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const released = ordered.filter((each) => !each.includes('-'));
  const major = /\d+/.exec(wanted)?.[0];
  return released.findLast((each) => each.split('.')[0] === major) ?? released.at(-1) ?? ordered.at(-1);
}
