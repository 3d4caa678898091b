// Brings the packages of a server in line with those that other servers of its team have installed, updated and removed.
import { errorCodeOf } from '../contract/errors.ts';
import type { Packages } from '../packages/index.ts';
import type { Logger } from '../sdk/index.ts';
import type { PackageRecord, PackageRepository } from '../store/index.ts';
import type { TeamCalls } from './team-calls.ts';

export interface PackageFollowerPorts {
  readonly packages: Packages;
  readonly records: Pick<PackageRepository, 'list'>;
  readonly team: Pick<TeamCalls, 'serve' | 'first'>;
  readonly logger: Logger;
  /**
   * Installs what is recorded. `lock`: versions and hashes of all dependencies. Throws PACKAGE_NOT_INSTALLED if the registry has other contents, and
   * BAD_REQUEST while another change of the package is in progress.
   */
  install(record: PackageRecord, lock: string | undefined): Promise<void>;
  /** Removes a package that is no longer recorded. Throws BAD_REQUEST while another change of it is in progress. */
  remove(name: string): Promise<void>;
  allowNetwork(record: PackageRecord): Promise<void>;
}

/** Topic of calls for the lock of an installed package. */
const LOCK = 'package lock';
/** Milliseconds until a failed change is tried again; doubled each time. */
const FIRST_PAUSE = 10_000;
const LONGEST_PAUSE = 1_800_000;

type LockedPackage = Pick<PackageRecord, 'name' | 'version' | 'integrity'>;

export class PackageFollower {
  readonly #ports: PackageFollowerPorts;
  #round: Promise<void> | undefined;
  /** Whether something has changed during the round. */
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE;

  constructor(ports: PackageFollowerPorts) {
    this.#ports = ports;
    ports.team.serve(LOCK, (body) => {
      const record = body as unknown as LockedPackage;
      return this.#isInstalled(record) ? ports.packages.lockOf(record.name) : undefined;
    });
  }

  /** Starts a round, or another one after that in progress. Failures are logged, and tried again. */
  follow(): void {
    clearTimeout(this.#timer);
    if (this.#round !== undefined) {
      this.#isDue = true;
      return;
    }
    this.#round = this.#all()
      .catch(() => false)
      .then((isDone) => {
        this.#round = undefined;
        const isDue = this.#isDue;
        this.#isDue = false;
        if (isDue) this.follow();
        else if (isDone) this.#pause = FIRST_PAUSE;
        else this.#again();
      });
  }

  #again(): void {
    this.#timer = setTimeout(() => this.follow(), this.#pause).unref();
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  /** Returns whether everything is as recorded. */
  async #all(): Promise<boolean> {
    const { packages, records } = this.#ports;
    const recorded = await records.list();
    const names = new Set(recorded.map(({ name }) => name));
    let isDone = true;
    const attempt = async (name: string, change: () => Promise<void>): Promise<void> => {
      try {
        await change();
      } catch (error) {
        isDone = false;
        // A user changes the package at this server.
        if (errorCodeOf(error) === 'BAD_REQUEST') return;
        this.#ports.logger.warn(`A package is not yet as another server has changed it: ${String(error)}`, { package: name });
      }
    };
    for (const record of recorded) await attempt(record.name, () => this.#one(record));
    for (const { name } of packages.installed()) if (!names.has(name)) await attempt(name, () => this.#ports.remove(name));
    return isDone;
  }

  async #one(record: PackageRecord): Promise<void> {
    const { team } = this.#ports;
    const { name, version, integrity } = record;
    if (this.#isInstalled(record)) return this.#ports.allowNetwork(record);
    const lock = await team.first(LOCK, { name, version, integrity });
    await this.#ports.install(record, typeof lock === 'string' ? lock : undefined);
  }

  #isInstalled({ name, version, integrity }: LockedPackage): boolean {
    const catalog = this.#ports.packages.installed().find((each) => each.name === name);
    return catalog?.version === version && (integrity === '' || catalog.integrity === integrity);
  }
}
