// Installed packages: their catalogs, their processes, and installing, updating and removing them.
import { realpathSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../contract/errors.ts';
import { allowingNetwork, confinedEntryFile, confinementOf } from '../sandbox/confinement.ts';
import { launchHere } from '../sandbox/launch.ts';
import type { StopTrigger } from '../sdk/index.ts';
import { isOutdated, placesOf, readCatalog, writeCatalog, type Catalog } from './catalog.ts';
import { changedSince } from './installation/file-hashes.ts';
import { linkFault } from './installation/links.ts';
import { packageOf } from './installation/package-name.ts';
import type { InstallProgress, InstallRequest } from './installation/install-process.ts';
import { PackageRegistry } from './installation/registry.ts';
import { PackageInstaller, readLock, readManifest, type InstallerOptions, type StagedPackage } from './installation/installer.ts';
import type { CallContext } from './process/call-context.ts';
import { checkedLaunch } from './process/checked-launch.ts';
import { callPackage, callWebhook, listenToPackage, openPart, type PackagePart } from './process/call-channel.ts';
import { PackageProcess, type PackageRunner } from './process/package-process.ts';
import type { CallContent } from './process/protocol.ts';
import type { Described } from './worker/describe.ts';

export interface PackagesOptions extends InstallerOptions {
  /** Maximum memory of a package's process in MiB. Default: 512. */
  readonly memory?: number;
  /** Milliseconds that a package's code may block its process. Default: 60,000. */
  readonly stuckAfter?: number;
  /** Milliseconds that a call may do nothing after a connection of its own was denied, until it fails. Default: 10,000. */
  readonly stalledAfter?: number;
  /** Milliseconds after its last call until a process ends. Default: 60,000. */
  readonly idleTime?: number;
  /** Called with the reason if a package's process does not run code, because Node did not confine it. */
  readonly onUnconfined?: (reason: string) => void;
  /** Called with the reason if a package's process could not be started. */
  readonly onNotStarted?: (reason: string) => void;
  /** Packages whose code runs inside the engine. Default: none. */
  readonly trusted?: readonly string[];
}

export class Packages {
  readonly #options: PackagesOptions;
  /** What can be installed. */
  readonly registry: PackageRegistry;
  readonly #installer: PackageInstaller;
  readonly #runners = new Map<string, Promise<PackageRunner>>();
  readonly #catalogs = new Map<string, Catalog>();
  /** Names of the packages that may open connections by themselves. */
  readonly #networked = new Set<string>();
  /** Packages whose folder is being replaced or removed, with the end of that. */
  readonly #changes = new Map<string, Promise<void>>();
  /** Installations in progress. */
  readonly #installations = new Set<Promise<unknown>>();
  readonly #stopped = new AbortController();

  constructor(options: PackagesOptions) {
    this.#options = options;
    this.#installer = new PackageInstaller(options);
    this.registry = new PackageRegistry(options);
  }

  /**
   * Reads the catalogs of installed packages. Packages whose catalog cannot be read are left out and returned by name. `isAlone`: whether to remove
   * what an interrupted installation has left, which another process may still be using.
   */
  async open({ isAlone = true } = {}): Promise<readonly string[]> {
    const { folder } = this.#options;
    if (isAlone) await this.#installer.cleanUp();
    const damaged: string[] = [];
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));
    await Promise.all(
      names.map(async (name) => {
        const catalog = await readCatalog(join(folder, name)).catch(() => undefined);
        if (catalog === undefined) damaged.push(packageOf(name));
        else this.#catalogs.set(catalog.name, catalog);
      }),
    );
    return damaged;
  }

  /** Catalogs of the installed packages. */
  installed(): readonly Catalog[] {
    return [...this.#catalogs.values()];
  }

  /** Folder of an installed package, with its catalog and its `node_modules`. */
  folderOf(name: string): string {
    return this.#installer.folderOf(name);
  }

  /** Folder of an installed package's own files. */
  packageFolder(name: string): string {
    return this.#installer.packageFolder(name);
  }

  /**
   * Installs a package, or replaces its installed version once the new one is complete and could be loaded. Throws PACKAGE_NOT_FOUND,
   * PACKAGE_NOT_INSTALLED, PACKAGE_FAILED, BAD_REQUEST and the reason of the signal; the installed version then stays.
   */
  async install(
    request: InstallRequest,
    onProgress: (progress: InstallProgress) => void = () => undefined,
  ): Promise<Catalog & Pick<StagedPackage, 'overrides'>> {
    const installation = this.#install(request, onProgress);
    this.#installations.add(installation);
    try {
      const installed = await installation;
      // After a failure it is kept, so that the next attempt need not fetch all of it again.
      if (this.#installations.size === 1) await this.#installer.removeCache();
      return installed;
    } finally {
      this.#installations.delete(installation);
    }
  }

  async #install(
    request: InstallRequest,
    onProgress: (progress: InstallProgress) => void,
  ): Promise<Catalog & Pick<StagedPackage, 'overrides'>> {
    const signal = AbortSignal.any([this.#stopped.signal, ...(request.signal === undefined ? [] : [request.signal])]);
    const staged = await this.#installer.fetch({ ...request, signal }, onProgress);
    try {
      onProgress({ stage: 'reading' });
      const catalog = await this.#describe(staged, signal);
      signal.throwIfAborted();
      await this.#change(catalog.name, async () => {
        await staged.commit();
        this.#catalogs.set(catalog.name, catalog);
      });
      return { ...catalog, overrides: staged.overrides };
    } catch (error) {
      await staged.discard();
      throw error;
    }
  }

  /** Returns the packages in an installed package's folder whose files have changed since the installation, by path; undefined if that is unknown. */
  changedFiles(name: string): Promise<readonly string[] | undefined> {
    return changedSince(this.folderOf(name));
  }

  /** Returns the lock of an installed package, as an installation on another computer takes it: versions and hashes of all dependencies. */
  lockOf(name: string): Promise<string | undefined> {
    return readLock(this.folderOf(name));
  }

  /** Names of the packages that another version of the program described. */
  outdated(): readonly string[] {
    return this.installed()
      .filter(isOutdated)
      .map(({ name }) => name);
  }

  /** Describes an installed package again. Rejects with PACKAGE_FAILED if no class could be loaded; the former description then stays. */
  async describeAgain(name: string): Promise<Catalog> {
    const folder = this.folderOf(name);
    const integrity = this.#catalogs.get(name)?.integrity ?? '';
    const catalog = await this.#describe({ manifest: await readManifest(this.packageFolder(name)), folder, integrity });
    this.#catalogs.set(name, catalog);
    return catalog;
  }

  async remove(name: string): Promise<void> {
    await this.#change(name, async () => {
      await this.#installer.remove(name);
      this.#catalogs.delete(name);
    });
  }

  /** Ends a package's process and changes its folder. Calls that are made meanwhile wait: a process started too early would have files of both versions. */
  async #change(name: string, change: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#changes.set(name, promise);
    try {
      await this.#end(name);
      await change();
    } finally {
      this.#changes.delete(name);
      resolve();
    }
  }

  /** Sets whether a package may open connections by itself. Default: false. If that changes, its process ends and its calls fail; returns whether it does. */
  async allowNetwork(name: string, isAllowed: boolean): Promise<boolean> {
    if (this.#networked.has(name) === isAllowed) return false;
    if (isAllowed) this.#networked.add(name);
    else this.#networked.delete(name);
    await this.#end(name);
    return true;
  }

  /** Runs a call in the package's process, which is started if necessary. Rejects with PACKAGE_FAILED, or the NodeError of package code. */
  async call(name: string, content: CallContent, context: CallContext): Promise<unknown> {
    return callPackage(await this.#runner(name), name, content, context);
  }

  /** Starts a trigger of a package, whose process runs until the trigger is stopped. Rejects like `call`. */
  async listen(name: string, content: CallContent, context: CallContext): Promise<StopTrigger> {
    return listenToPackage(await this.#runner(name), name, content, context);
  }

  /** Lets a node supply a part, which stays in the package's process until it is closed. Rejects like `call`. */
  async supply(name: string, content: CallContent, context: CallContext): Promise<PackagePart> {
    return openPart(await this.#runner(name), name, content, context);
  }

  /** Calls a webhook of a package. Resolves with its result, or with a response that it continues to write. Rejects like `call`. */
  async webhook(name: string, content: CallContent, context: CallContext): Promise<unknown> {
    return callWebhook(await this.#runner(name), name, content, context);
  }

  /** Whether the package's code runs inside the engine, without a process of its own. */
  isTrusted(name: string): boolean {
    return this.#options.trusted?.includes(name) === true;
  }

  /** Stops installations, and ends all processes. */
  async stop(): Promise<void> {
    this.#stopped.abort(new AppError('STOPPING', 'The program is being closed.'));
    await Promise.allSettled(this.#installations);
    await Promise.all([...this.#runners.keys()].map((name) => this.#end(name)));
  }

  #runner(name: string): Promise<PackageRunner> {
    let runner = this.#runners.get(name);
    if (runner === undefined) {
      runner = this.#started(name);
      this.#runners.set(name, runner);
      // It is tried again at the next call.
      runner.catch(() => this.#runners.delete(name));
    }
    return runner;
  }

  async #started(name: string): Promise<PackageRunner> {
    await this.#changes.get(name);
    if (!this.#catalogs.has(name)) {
      throw new AppError('PACKAGE_FAILED', `The package ${name} is not installed.`, { params: { package: name } });
    }
    if (!this.isTrusted(name)) return this.#process(name, this.#installer.folderOf(name), this.#networked.has(name));
    const { DirectPackage } = await import('./direct-package.ts');
    return new DirectPackage(name, this.packageFolder(name));
  }

  async #end(name: string): Promise<void> {
    const runner = this.#runners.get(name);
    this.#runners.delete(name);
    await (await runner?.catch(() => undefined))?.stop();
  }

  /** Loads the classes of a package in a process that does nothing else, without a network. */
  async #describe(
    { manifest, folder, integrity }: Pick<StagedPackage, 'manifest' | 'folder' | 'integrity'>,
    signal?: AbortSignal,
  ): Promise<Catalog> {
    const process = this.#process(manifest.name, folder, false);
    const stop = (): void => void process.stop();
    signal?.addEventListener('abort', stop);
    try {
      signal?.throwIfAborted();
      const content: CallContent = { kind: 'describe', nodes: placesOf(manifest.nodes), credentials: placesOf(manifest.credentials) };
      const described = (await callPackage(process, manifest.name, content, {})) as Described;
      return await writeCatalog(folder, this.#installer.packageFolder(manifest.name, folder), { manifest, integrity, described });
    } finally {
      signal?.removeEventListener('abort', stop);
      await process.stop();
    }
  }

  #process(name: string, root: string, allowsNetwork: boolean): PackageProcess {
    const { launch = launchHere, memory = 512, stuckAfter = 60_000, stalledAfter = 10_000, idleTime = 60_000 } = this.#options;
    const entry = realpathSync(fileURLToPath(confinedEntryFile(new URL('./worker/host.ts', import.meta.url), 'package-host.js')));
    const readable = realpathSync(root);
    const folder = this.#installer.packageFolder(name, readable);
    const { nodeFlags: flags, bounds } = confinementOf(entry, { list: 'package-files.json', folders: [readable], hasDatabase: false });
    const nodeFlags = allowsNetwork ? [...flags, ...allowingNetwork] : flags;
    return new PackageProcess({
      // Each start: the folder may have been restored from a backup since.
      launch: checkedLaunch(launch, () => assertOwnLinks(root)),
      hostFile: entry,
      root: readable,
      setup: { packageName: name, folder, allowsNetwork, nodeFlags, bounds, memory, stuckAfter, stalledAfter },
      idleTime,
      onUnconfined: this.#options.onUnconfined,
      onNotStarted: this.#options.onNotStarted,
    });
  }
}

/** Throws Error if a package's folder is a link, or a link in it leads out of it. */
async function assertOwnLinks(root: string): Promise<void> {
  const fault = await linkFault(await realpath(dirname(root)), basename(root));
  if (fault === undefined) return;
  throw Object.assign(new Error(fault), {
    hint: 'Code of a package may read its own folder only. Uninstall the package, or install it again, if you trust where it comes from.',
  });
}
