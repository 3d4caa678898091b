// Installs packages from a registry of npm into folders of their own, without running any of their code.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { launchHere, type Launch } from '../../sandbox/launch.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { explained, isOfDisk, noNodes, notWritten } from './failures.ts';
import { ifMissing } from './file-hashes.ts';
import { fetchInProcess, type FetchedTree, type InstallProgress, type InstallRequest } from './install-process.ts';
import { folderName, packageOf } from './package-name.ts';
import { cacheFolder, type RegistryOptions } from './registry-options.ts';

export interface InstallerOptions extends RegistryOptions {
  /** Starts the process that fetches a package. Default: as a child of this thread. */
  readonly launch?: Launch;
}

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
export interface StagedPackage extends FetchedTree {
  readonly manifest: PackageManifest;
  /** Folder with `node_modules`. */
  readonly folder: string;
  /** Replaces the installed version, if there is one. The package's process must have ended. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Prefixes of temporary folders: for packages being fetched, old versions during an update, and packages being removed. */
const STAGING = '.staging-';
const REPLACED = '.replaced-';
const REMOVED = '.removed-';

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

  /** Removes leftovers of interrupted installations, and undoes interrupted updates. Call it before the first installation. */
  async cleanUp(): Promise<void> {
    const { folder } = this.#options;
    const names = await readdir(folder).catch((): string[] => []);
    for (const name of names.filter((each) => each.startsWith(REPLACED))) {
      const packageName = name.slice(REPLACED.length);
      const isWhole = existsSync(join(folder, name, 'node_modules', ...packageOf(packageName).split('/'), 'package.json'));
      if (isWhole && !names.includes(packageName)) await rename(join(folder, name), join(folder, packageName));
      else await discarded(join(folder, name));
    }
    const leftovers = names.filter((name) => name.startsWith(STAGING) || name.startsWith(REMOVED));
    await Promise.all(leftovers.map((name) => discarded(join(folder, name))));
  }

  /**
   * Fetches a package and its dependencies. Throws PACKAGE_NOT_FOUND, BAD_REQUEST for a package without nodes, PACKAGE_NOT_INSTALLED with what
   * to try, and the reason of the signal.
   */
  async fetch({ signal, ...request }: InstallRequest, onProgress: (progress: InstallProgress) => void): Promise<StagedPackage> {
    const { name } = request;
    const { launch = launchHere, folder, registry, silence } = this.#options;
    const options = { folder, registry, ...(silence === undefined ? {} : { silence }) };
    const staging = join(folder, `${STAGING}${randomUUID()}`);
    // Leftovers are removed at the next start.
    const discard = (): Promise<void> => discarded(staging).catch(() => undefined);
    try {
      await mkdir(staging, { recursive: true });
      const tree = await fetchInProcess(launch, { options, staging, request }, onProgress, signal);
      const manifest = await readManifest(this.packageFolder(name, staging));
      if (manifest.nodes.length === 0 && manifest.credentials.length === 0) throw noNodes(name);
      return { ...tree, manifest, folder: staging, discard, commit: () => this.#replace(name, staging) };
    } catch (error) {
      await discard();
      throw signal?.aborted === true ? signal.reason : explained(error, name, options);
    }
  }

  /** Removes what was fetched from the registry. Must not be called during an installation. */
  async removeCache(): Promise<void> {
    // What cannot be removed now is removed after the next installation.
    await discarded(cacheFolder(this.#options.folder)).catch(() => undefined);
  }

  /** Throws PACKAGE_FAILED if the folder cannot be written. */
  async remove(name: string): Promise<void> {
    const { folder } = this.#options;
    const removed = join(folder, `${REMOVED}${randomUUID()}`);
    try {
      await rename(this.folderOf(name), removed).catch(ifMissing(undefined));
      await discarded(removed);
    } catch (error) {
      throw isOfDisk(error) ? notWritten('PACKAGE_FAILED', error, name, folder) : error;
    }
  }

  /** Moves the old version aside and the new one into its place. If the program ends in between, `cleanUp` moves the old version back. */
  async #replace(name: string, staging: string): Promise<void> {
    const folder = this.folderOf(name);
    const replaced = join(this.#options.folder, `${REPLACED}${folderName(name)}`);
    try {
      await discarded(replaced);
      await rename(folder, replaced).catch(ifMissing(undefined));
    } catch (error) {
      throw explained(error, name, this.#options);
    }
    try {
      await rename(staging, folder);
    } catch (error) {
      await rename(replaced, folder).catch(ifMissing(undefined));
      throw error;
    }
    await discarded(replaced);
  }
}

/** On Windows, files of a process that has just ended can be in use for a moment. */
const discarded = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });

/** Returns the text of the lock that npm's library has written; undefined if there is none. */
export const readLock = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, 'package-lock.json'), 'utf8').catch(ifMissing(undefined));

/** Reads a package.json. Throws Error if it cannot be read. */
export async function readManifest(folder: string): Promise<PackageManifest> {
  const content: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const fields = isRecord(content) ? content : {};
  const nonEmptyString = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    name: nonEmptyString(fields['name']) ?? '',
    version: nonEmptyString(fields['version']) ?? '',
    license: nonEmptyString(fields['license']),
    author: authorOf(fields['author']),
    description: nonEmptyString(fields['description']),
    homepage: nonEmptyString(fields['homepage']),
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
  const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  return { ...(trimmed(name) === '' ? {} : { name: trimmed(name) }), ...(trimmed(email) === '' ? {} : { email: trimmed(email) }) };
}

/** Returns the files of classes that a package.json lists under `n8n`. */
export function filesOf({ n8n }: Readonly<Record<string, unknown>>, kind: 'nodes' | 'credentials'): readonly string[] {
  const files = isRecord(n8n) ? n8n[kind] : undefined;
  return Array.isArray(files) ? files.filter((each) => typeof each === 'string' && isInside(each)) : [];
}

/** Whether a relative path stays within its folder. */
const isInside = (path: string): boolean => !/^(?:[/\\]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes('..');
