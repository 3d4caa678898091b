// Installing, updating and removing packages of nodes, and the types that they add.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { JsonValue } from '../contract/json.ts';
import type { FoundPackages, InstalledPackage, PackageDetails, PackageInstallation } from '../contract/rest/packages.ts';
import { forgetCompiled, type AdmittedWorkflow } from '../execution/index.ts';
import type { PushHub } from '../push/hub.ts';
import type { Packages } from '../packages/index.ts';
import type { InstallRequest } from '../packages/installation/install-process.ts';
import { assertOverrides, isNewer, packageRequest } from '../packages/installation/package-name.ts';
import type { Catalog } from '../packages/catalog.ts';
import { packageActions, packageSummaries, usePackage, usePackages, withoutPackage, type TypeTables } from '../registry/n8n/index.ts';
import type { NodeDescription } from '../workflow/node-type.ts';
import { usesTypes } from '../workflow/used-types.ts';
import { packageUsers, type PackageUsersPorts } from './package-users.ts';
import type { TypeActions } from '../workflow/parameters/actions.ts';
import type { Logger } from '../sdk/index.ts';
import type { PackageRecord, PackageRepository } from '../store/index.ts';
import { PackageFollower } from './package-follower.ts';
import type { TeamCalls } from './team-calls.ts';
import type { ActiveWorkflows } from './workflows/active-workflows.ts';

export interface PackageServicePorts {
  readonly packages: Packages;
  readonly records: PackageRepository;
  /** Throws STORE_FAILED if the database accepts no writes. */
  readonly assertWritable: () => Promise<void>;
  readonly types: TypeTables;
  readonly active: Pick<ActiveWorkflows, 'running' | 'pause' | 'restart' | 'follow'> & {
    get(id: string): Pick<AdmittedWorkflow, 'file'> | undefined;
  };
  /** Returns a saved workflow; undefined if there is none. */
  readonly saved: PackageUsersPorts['saved'];
  readonly hub: Pick<PushHub, 'broadcast'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
  /** The other servers on the same database, which install the same packages. Absent if there can be none. */
  readonly team?: TeamCalls;
}

/** How a package is installed. */
export interface InstallOptions extends Pick<InstallRequest, 'overrides' | 'takesNearest' | 'signal'> {
  /** Whether the package may open connections by itself. Default: false. */
  readonly allowsNetwork?: boolean;
}

export interface VerifiedPackage {
  readonly packageName: string;
  readonly installedVersion: string;
  readonly changed?: readonly string[];
}

/** Topics of calls: for the installations in progress at another server, and to stop one. */
const INSTALLATIONS = 'package installations';
const STOP = 'stop package installation';

export class PackageService {
  readonly #ports: PackageServicePorts;
  /** Packages that are being changed. */
  readonly #changing = new Set<string>();
  /** Installations in progress, by package. */
  readonly #installations = new Map<string, { progress: PackageInstallation; readonly stop: AbortController }>();
  /** Why installed packages are not available, by name. */
  readonly #failures = new Map<string, string>();
  /** Newest versions in the registry, by package, as last seen. */
  readonly #newest = new Map<string, string>();

  readonly #follower: PackageFollower | undefined;

  constructor(ports: PackageServicePorts) {
    this.#ports = ports;
    const { team, packages, records, logger } = ports;
    if (team === undefined) return;
    this.#follower = new PackageFollower({
      packages,
      records,
      logger,
      team,
      install: (record, lock) => this.#installRecorded(record, lock),
      remove: (name) => this.#alone(name, () => this.#remove(name)),
      allowNetwork: async ({ name, allowsNetwork }) => {
        if (await packages.allowNetwork(name, allowsNetwork)) await this.#changed(this.#usersOf(typesOf(this.#catalog(name))));
      },
    });
    team.serve(INSTALLATIONS, () => this.#ownInstallations() as unknown as JsonValue);
    team.serve(STOP, (name) => (this.#stop(String(name)) ? true : undefined));
  }

  /** Installs, updates and removes what other servers have. Failures are shown with the package, and tried again. */
  follow(): void {
    this.#follower?.follow();
  }

  /**
   * Adds the types of the installed packages; packages whose folder is missing or damaged are listed as failed. `isAlone`: whether no other process
   * can be installing packages, so that what an interrupted installation has left is removed.
   */
  async prepare({ isAlone = true } = {}): Promise<void> {
    const { packages, records, types } = this.#ports;
    const damaged = await packages.open({ isAlone });
    if (isAlone) {
      // Of several servers, this one may have missed an update.
      if (this.#follower === undefined) await this.#recordVersions();
      await this.#removeUnlisted(damaged);
    }
    for (const name of await usePackages(types, packages, await records.list())) {
      this.#failures.set(name, 'Its files are missing. Install it again.');
    }
  }

  /** Corrects the recorded versions of packages whose files were replaced just before the program was killed. */
  async #recordVersions(): Promise<void> {
    const { records } = this.#ports;
    for (const record of await records.list()) {
      const { version, integrity } = this.#catalog(record.name) ?? record;
      if (version !== record.version) await records.put({ ...record, version, integrity });
    }
  }

  /** Removes folders of packages that are not recorded: the program was killed just before the end of their installation or removal. */
  async #removeUnlisted(damaged: readonly string[]): Promise<void> {
    const { packages, records, logger } = this.#ports;
    const installedNames = new Set((await records.list()).map(({ name }) => name));
    for (const name of [...packages.installed().map((catalog) => catalog.name), ...damaged]) {
      if (installedNames.has(name)) continue;
      // A folder that no installation has made is not ours to remove.
      if (!existsSync(join(packages.packageFolder(name), 'package.json'))) continue;
      logger.warn(`The files of the package ${name} are removed: its installation or removal was interrupted.`, { package: name });
      await packages
        .remove(name)
        .catch((error: unknown) => logger.warn(`The files of a package could not be removed: ${String(error)}`, { package: name }));
    }
  }

  /** Describes the packages again that another version of the program described; their active workflows start again. */
  async describeOutdated(): Promise<void> {
    const { packages, types, logger } = this.#ports;
    for (const name of packages.outdated()) {
      const change = async (): Promise<void> => {
        const catalog = await packages.describeAgain(name);
        usePackage(types, packages, catalog);
        await this.#changed(this.#usersOf(typesOf(catalog)));
      };
      await this.#alone(name, change).catch((error: unknown) =>
        logger.warn(`A package could not be described again: ${String(error)}`, { package: name }),
      );
    }
  }

  async list(): Promise<InstalledPackage[]> {
    const catalogs = new Map(this.#ports.packages.installed().map((catalog) => [catalog.name, catalog]));
    const users = await packageUsers(this.#ports);
    return (await this.#ports.records.list()).map((record) => {
      const newest = this.#newest.get(record.name);
      const listed = this.#view(record, catalogs.get(record.name), users);
      if (newest === undefined) return listed;
      return isNewer(newest, record.version) ? { ...listed, updateAvailable: newest } : { ...listed, isUpToDate: true };
    });
  }

  /** Like `list`, after looking for newer versions. Packages for which the registry does not respond keep their previous version. */
  async updates(): Promise<InstalledPackage[]> {
    const { packages, records } = this.#ports;
    await Promise.all(
      (await records.list()).map(async ({ name }) => {
        const newest = await packages.registry.newest(name);
        if (newest !== undefined) this.#newest.set(name, newest);
      }),
    );
    return this.list();
  }

  /** Returns the installations and updates in progress. */
  async installations(): Promise<PackageInstallation[]> {
    const others = await this.#ports.team?.all(INSTALLATIONS, null);
    return [...this.#ownInstallations(), ...((others ?? []) as unknown as PackageInstallation[][]).flat()];
  }

  #ownInstallations(): PackageInstallation[] {
    return [...this.#installations.values()].map(({ progress }) => progress);
  }

  /**
   * Compares the files of installed packages, or of one, with what was installed. `changed`: paths of packages whose files differ; absent if no
   * hashes were stored. Throws NOT_FOUND.
   */
  async verify(name?: string): Promise<readonly VerifiedPackage[]> {
    const { packages, records } = this.#ports;
    const packageRecords = (await records.list()).filter((record) => name === undefined || record.name === name);
    if (name !== undefined && packageRecords.length === 0) throw notInstalled(name);
    const verified: VerifiedPackage[] = [];
    for (const { name: packageName, version: installedVersion } of packageRecords) {
      const isMissing = this.#catalog(packageName) === undefined;
      const changed = isMissing ? ['catalog'] : await packages.changedFiles(packageName).catch(() => ['hashes.json']);
      verified.push({ packageName, installedVersion, ...(changed === undefined ? {} : { changed }) });
    }
    return verified;
  }

  /** Throws BAD_REQUEST, PACKAGE_NOT_FOUND and PACKAGE_NOT_INSTALLED. */
  details(nameOrAddress: string): Promise<PackageDetails> {
    return Promise.resolve().then(() => this.#ports.packages.registry.details(packageRequest(nameOrAddress)));
  }

  search(text: string): Promise<FoundPackages> {
    return this.#ports.packages.registry.search(text.trim());
  }

  /** Returns the node types of packages, without properties. A package whose list cannot be read is left out. */
  summaries(): Promise<readonly NodeDescription[]> {
    return this.#ofAll(packageSummaries);
  }

  /** Returns the actions of the node types of packages. A package whose list cannot be read is left out. */
  actions(): Promise<readonly TypeActions[]> {
    return this.#ofAll(packageActions);
  }

  async #ofAll<T>(
    read: (registry: TypeTables['registry'], packages: Packages, catalog: Catalog) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const { packages, types, logger } = this.#ports;
    const lists = packages.installed().map((catalog) =>
      read(types.registry, packages, catalog).catch((error: unknown): readonly T[] => {
        logger.warn(`The list of nodes of a package could not be read: ${String(error)}`, { package: catalog.name });
        return [];
      }),
    );
    return (await Promise.all(lists)).flat();
  }

  /**
   * Installs a package; one whose files are missing is installed again, with the overrides that it had. Throws BAD_REQUEST, PACKAGE_NOT_FOUND, PACKAGE_NOT_INSTALLED and
   * PACKAGE_FAILED; nothing is changed then.
   */
  async install(
    nameOrAddress: string,
    { overrides = {}, allowsNetwork = false, takesNearest = false, signal }: InstallOptions = {},
  ): Promise<InstalledPackage> {
    const { name, version } = packageRequest(nameOrAddress);
    assertOverrides(overrides);
    const record = await this.#record(name);
    if (record !== undefined && this.#catalog(name) !== undefined) {
      throw new AppError('BAD_REQUEST', `The package ${name} is installed already. Update it to get another version.`, {
        params: { package: name },
      });
    }
    const newOverrides = { ...record?.overrides, ...overrides };
    assertOverrides(newOverrides);
    return this.#put({ name, version, overrides: newOverrides, takesNearest, signal }, allowsNetwork);
  }

  /**
   * Replaces a package by its newest version, or the given one. `overrides` replace the former ones. Throws the errors of `install`, and NOT_FOUND;
   * the old version then stays.
   */
  async update(
    nameOrAddress: string,
    { overrides, takesNearest = false, signal }: Pick<InstallOptions, 'overrides' | 'takesNearest' | 'signal'> = {},
  ): Promise<InstalledPackage> {
    const { name, version } = packageRequest(nameOrAddress);
    assertOverrides(overrides ?? {});
    const record = await this.#record(name);
    if (record === undefined) throw notInstalled(name);
    // Overrides from the database are checked, too: it may have been restored from a backup that somebody changed.
    const newOverrides = overrides ?? record.overrides;
    assertOverrides(newOverrides);
    return this.#put({ name, version, overrides: newOverrides, takesNearest, signal }, record.allowsNetwork);
  }

  /** Stops an installation or update in progress, which then fails with PACKAGE_NOT_INSTALLED. Returns whether there was one. */
  async stop(nameOrAddress: string): Promise<boolean> {
    const { name } = packageRequest(nameOrAddress);
    return this.#stop(name) || (await this.#ports.team?.first(STOP, name)) === true;
  }

  #stop(name: string): boolean {
    const under = this.#installations.get(name);
    const message = `The installation of ${name} was stopped.`;
    under?.stop.abort(new AppError('PACKAGE_NOT_INSTALLED', message, { params: { package: name } }));
    return under !== undefined;
  }

  /** Sets whether a package may open connections by itself. Its process is replaced, and its triggers start again. Throws NOT_FOUND. */
  async allowNetwork(nameOrAddress: string, allowsNetwork: boolean): Promise<InstalledPackage> {
    const { name } = packageRequest(nameOrAddress);
    const record = await this.#record(name);
    if (record === undefined) throw notInstalled(name);
    return this.#alone(name, async () => {
      const { packages, records } = this.#ports;
      const changed = { ...record, allowsNetwork };
      await records.put(changed);
      await packages.allowNetwork(name, allowsNetwork);
      const catalog = this.#catalog(name);
      await this.#changed(this.#usersOf(typesOf(catalog)));
      return this.#view(changed, catalog, await packageUsers(this.#ports));
    });
  }

  /** Throws NOT_FOUND, and PACKAGE_FAILED if its files cannot be removed; it then stays installed. */
  async uninstall(name: string): Promise<true> {
    const record = await this.#record(name);
    if (record === undefined) throw notInstalled(name);
    await this.#alone(name, () => this.#remove(name, record));
    return true;
  }

  /** `record`: what is stored of it; undefined if another server has removed that. */
  async #remove(name: string, record?: PackageRecord): Promise<void> {
    const { packages, records, types } = this.#ports;
    const catalog = this.#catalog(name);
    const users = this.#usersOf(typesOf(catalog));
    // While its code is still there, so that it can remove its webhooks from services.
    for (const id of users) await this.#ports.active.pause(id);
    withoutPackage(types, name);
    try {
      // The record goes first: if the program is killed in between, the next start removes the files.
      if (record !== undefined) await records.remove(name);
      await packages.remove(name).catch(async (error: unknown) => {
        if (record !== undefined) await records.put(record);
        throw error;
      });
    } catch (error) {
      if (catalog !== undefined) usePackage(types, packages, catalog);
      await this.#changed(users);
      throw error;
    }
    await packages.allowNetwork(name, false);
    this.#failures.delete(name);
    await this.#changed(users);
  }

  /** Installs a package as another server has. Throws PACKAGE_NOT_INSTALLED, PACKAGE_FAILED and BAD_REQUEST. */
  async #installRecorded({ name, version, integrity, overrides, allowsNetwork }: PackageRecord, lock: string | undefined): Promise<void> {
    const { packages, types } = this.#ports;
    await this.#alone(name, async () => {
      const before = this.#catalog(name);
      try {
        assertOverrides(overrides);
        const catalog = await packages.install({ ...packageRequest(`${name}@${version}`), overrides, integrity, ...(lock === undefined ? {} : { lock }) }); // oxfmt-ignore
        await packages.allowNetwork(name, allowsNetwork);
        this.#failures.delete(name);
        usePackage(types, packages, catalog);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#failures.set(name, `This server could not install ${name} ${version}, which another server has. It tries again. ${reason}`);
        throw error;
      } finally {
        await this.#changed(this.#usersOf([...typesOf(before), ...typesOf(this.#catalog(name))]));
      }
    });
  }

  #put(request: InstallRequest, allowsNetwork: boolean): Promise<InstalledPackage> {
    const { name } = request;
    return this.#alone(name, async () => {
      const { packages, records, types, hub, now } = this.#ports;
      const before = this.#catalog(name);
      const stop = new AbortController();
      const installation = { progress: { packageName: name, stage: 'resolving' } as PackageInstallation, stop };
      this.#installations.set(name, installation);
      let failure: string | undefined;
      // Only `latest` resolves to the newest version; otherwise the registry is asked for it.
      const newest = request.version === 'latest' ? undefined : packages.registry.newest(name);
      const signal = request.signal === undefined ? stop.signal : AbortSignal.any([request.signal, stop.signal]);
      try {
        await this.#ports.assertWritable();
        const { overrides, ...catalog } = await packages.install({ ...request, signal }, (progress) => {
          installation.progress = { packageName: name, ...progress };
          hub.broadcast({ type: 'packageProgress', ...installation.progress });
        });
        const stored = await this.#record(name);
        if (before === undefined) await this.#assertSame(stored, catalog);
        const installedAt = stored?.installedAt ?? now();
        const record = { name, version: catalog.version, integrity: catalog.integrity, overrides, installedAt, allowsNetwork };
        await records.put(record).catch(async (error: unknown) => {
          if (before === undefined) await packages.remove(name).catch(() => undefined);
          throw error;
        });
        const newestVersion = newest === undefined ? catalog.version : await newest;
        if (newestVersion !== undefined) this.#newest.set(name, newestVersion);
        await packages.allowNetwork(name, allowsNetwork);
        this.#failures.delete(name);
        usePackage(types, packages, catalog);
        return this.#view(record, catalog, await packageUsers(this.#ports));
      } catch (error) {
        if (!signal.aborted) failure = (error as Error).message;
        throw error;
      } finally {
        this.#installations.delete(name);
        hub.broadcast({ type: 'packageInstallationEnded', packageName: name, ...(failure === undefined ? {} : { failure }) });
        // Also after a failure: it may have stopped the package's triggers.
        const after = this.#catalog(name);
        if (before !== undefined || after !== undefined) await this.#changed(this.#usersOf([...typesOf(before), ...typesOf(after)]));
      }
    });
  }

  /**
   * Throws PACKAGE_NOT_INSTALLED, and removes the files, if the same version had other contents when it was installed before: after a backup was
   * restored, its files are fetched again.
   */
  async #assertSame(stored: PackageRecord | undefined, { name, version, integrity }: Catalog): Promise<void> {
    if (stored === undefined || stored.integrity === '' || stored.version !== version || stored.integrity === integrity) return;
    await this.#ports.packages.remove(name);
    throw new AppError('PACKAGE_NOT_INSTALLED', `The registry has other contents for ${name} ${version} than were installed before.`, {
      params: { package: name },
      hint: 'Find out why before you use it. To install it nevertheless, uninstall the package first.',
    });
  }

  /** Throws BAD_REQUEST while another change of the package is in progress. */
  async #alone<T>(name: string, change: () => Promise<T>): Promise<T> {
    if (this.#changing.has(name)) {
      throw new AppError('BAD_REQUEST', `The package ${name} is being installed or removed. Wait until that has ended.`, {
        params: { package: name },
      });
    }
    this.#changing.add(name);
    try {
      return await change();
    } finally {
      this.#changing.delete(name);
    }
  }

  #view(record: PackageRecord, catalog: Catalog | undefined, users: (types: readonly string[]) => string[]): InstalledPackage {
    const { name, version, installedAt, allowsNetwork, overrides } = record;
    const failure = this.#failures.get(name);
    const failed = catalog?.failed.map(({ place, reason }) => `${place.className}: ${reason.split('\nRequire stack')[0]}`) ?? [];
    const failures = [...(failure === undefined ? [] : [failure]), ...failed];
    return {
      packageName: name,
      installedVersion: version,
      installedAt: new Date(installedAt).toISOString(),
      installedNodes: (catalog?.nodes ?? []).map(({ type, displayName, latestVersion }) => ({ name: displayName, type, latestVersion })),
      ...(catalog?.license === undefined ? {} : { license: catalog.license }),
      ...(catalog?.author?.name === undefined ? {} : { authorName: catalog.author.name }),
      ...(catalog?.author?.email === undefined ? {} : { authorEmail: catalog.author.email }),
      ...(catalog === undefined ? { failedLoading: true } : {}),
      ...(Object.keys(overrides).length === 0 ? {} : { overrides: { ...overrides } }),
      allowsNetwork,
      ...(this.#ports.packages.isTrusted(name) ? { isTrusted: true } : {}),
      failures,
      activeWorkflows: users(typesOf(catalog)),
    };
  }

  #catalog(name: string): Catalog | undefined {
    return this.#ports.packages.installed().find((catalog) => catalog.name === name);
  }

  async #record(name: string): Promise<PackageRecord | undefined> {
    return (await this.#ports.records.list()).find((record) => record.name === name);
  }

  /** Returns the ids of the active workflows that use these types. */
  #usersOf(types: readonly string[]): readonly string[] {
    const { active } = this.#ports;
    const names = new Set(types);
    return active.running().filter((id) => {
      const file = active.get(id)?.file;
      return file !== undefined && usesTypes(file, names);
    });
  }

  /** Starts active workflows again, also those that could not start without the package, and notifies the editors. */
  async #changed(users: readonly string[]): Promise<void> {
    const { active, hub, types } = this.#ports;
    forgetCompiled(types.registry);
    for (const id of users) await active.restart(id);
    await active.follow();
    hub.broadcast({ type: 'nodeTypesChanged' });
  }
}

const typesOf = (catalog: Catalog | undefined): readonly string[] => catalog?.nodes.map(({ type }) => type) ?? [];

const notInstalled = (name: string): AppError =>
  new AppError('NOT_FOUND', `The package ${name} is not installed.`, { params: { package: name } });
