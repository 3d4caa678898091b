// Installed packages of nodes.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface PackageRecord {
  readonly name: string;
  readonly version: string;
  /** Hash of the package's archive (`sha512-…`). */
  readonly integrity: string;
  /** Versions of dependencies that replace the requested ones, by name. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Time of the first installation in milliseconds since the epoch. */
  readonly installedAt: number;
  /** Whether its code may open connections by itself. */
  readonly allowsNetwork: boolean;
}

export class PackageRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  async list(): Promise<readonly PackageRecord[]> {
    const rows = await this.#queries.selectFrom('package').selectAll().orderBy('name').execute();
    return rows.map(({ name, version, integrity, overrides, installed_at: installedAt, allows_network: network }) => ({
      name,
      version,
      integrity,
      overrides: JSON.parse(overrides) as PackageRecord['overrides'],
      installedAt,
      allowsNetwork: network === 1,
    }));
  }

  /** Stores a package, or replaces what is stored of it. */
  async put({ name, version, integrity, overrides, installedAt, allowsNetwork }: PackageRecord): Promise<void> {
    const row = {
      version,
      integrity,
      overrides: JSON.stringify(overrides),
      installed_at: installedAt,
      allows_network: allowsNetwork ? 1 : 0,
    };
    await this.#writes.write(
      this.#queries
        .insertInto('package')
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .compile(),
    );
  }

  async remove(name: string): Promise<void> {
    await this.#writes.write(this.#queries.deleteFrom('package').where('name', '=', name).compile());
  }
}
