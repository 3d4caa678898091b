// Variables of the instance, which expressions read as `$vars`.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface VariableRecord {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

export class VariableRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns all variables, the oldest first. */
  list(): Promise<readonly VariableRecord[]> {
    return this.#queries.selectFrom('variable').select(['id', 'name', 'value']).orderBy('created_at').orderBy('id').execute();
  }

  async add(variable: VariableRecord, now: number): Promise<void> {
    await this.#writes.write(
      this.#queries
        .insertInto('variable')
        .values({ ...variable, created_at: now })
        .compile(),
    );
  }

  /** Returns false if there is no such variable. */
  async update({ id, name, value }: VariableRecord): Promise<boolean> {
    return (await this.#writes.write(this.#queries.updateTable('variable').set({ name, value }).where('id', '=', id).compile())) === 1;
  }

  /** Returns false if there was no such variable. */
  async remove(id: string): Promise<boolean> {
    return (await this.#writes.write(this.#queries.deleteFrom('variable').where('id', '=', id).compile())) === 1;
  }
}
