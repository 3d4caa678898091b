// Records which executions use which stored files. Database triggers record a file as removed when its last execution is deleted.
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { WriteQuery, Writes } from '../writes.ts';

/** Execution id of a file that arrived with a call whose start is not stored yet. */
const PENDING = '';

/** A file may be in use again after its last execution was deleted, by a retry that was just starting. */
const notUsed = sql<SqlBool>`not exists (select 1 from execution_file where file_id = removed_file.id)`;

export class ExecutionFileRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Executions of this process that have created files, until these are assigned or released. */
  readonly #makers = new Set<string>();

  /**
   * Records a file before it is created by an execution or, without one, for a webhook call. It is kept as long as the instance is alive or an
   * execution uses it.
   */
  async add(fileId: string, executionId: string | undefined, instance: string): Promise<void> {
    if (executionId !== undefined) this.#makers.add(executionId);
    const row = { execution_id: executionId ?? PENDING, file_id: fileId, instance };
    const insert = this.#queries
      .insertInto('execution_file')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    await this.#writes.write(insert.compile());
  }

  /** Assigns files of a webhook call or of an earlier execution to an execution. */
  claim(executionId: string, fileIds: readonly string[], instance: string): readonly WriteQuery[] {
    if (fileIds.length === 0) return [];
    this.#makers.add(executionId);
    return fileIds.map((id) =>
      this.#queries
        .insertInto('execution_file')
        .values({ execution_id: executionId, file_id: id, instance })
        .onConflict((conflict) => conflict.doNothing())
        .compile(),
    );
  }

  /** Like `claim`, for an execution that will not be stored soon. */
  async claimNow(executionId: string, fileIds: readonly string[], instance: string): Promise<void> {
    if (fileIds.length > 0) await this.#writes.write(...this.claim(executionId, fileIds, instance));
  }

  /** Releases unused files of a webhook call. */
  async discard(fileIds: readonly string[]): Promise<void> {
    if (fileIds.length === 0) return;
    const rows = this.#queries.deleteFrom('execution_file').where('file_id', 'in', fileIds).where('execution_id', '=', PENDING);
    await this.#writes.write(rows.compile());
  }

  /** Releases files of a run that its stored execution does not use; all of them if the execution is not stored. */
  release(executionId: string): readonly WriteQuery[] {
    if (!this.#makers.delete(executionId)) return [];
    const unused = this.#queries.deleteFrom('execution_file').where('execution_id', '=', executionId).where('instance', 'is not', null);
    return [unused.compile()];
  }

  /** Releases all files of runs that are not stored. */
  async releaseAll(executionIds: readonly string[]): Promise<void> {
    for (const id of executionIds) await this.#writes.write(...this.release(id));
  }

  /** Whether a run of this process has created files. */
  isMaker(executionId: string): boolean {
    return this.#makers.has(executionId);
  }

  /** Returns the ids of the stored executions that use a file. */
  async ownersOf(fileId: string): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('execution_file')
      .innerJoin('execution', 'execution.id', 'execution_file.execution_id')
      .select('execution.id')
      .where('file_id', '=', fileId)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Assigns or releases files of instances that have ended: stored executions keep theirs, all others are released. */
  async settle(isAlive: (instance: string) => boolean): Promise<void> {
    const instances = await this.#queries
      .selectFrom('execution_file')
      .select('instance')
      .distinct()
      .where('instance', 'is not', null)
      .execute();
    for (const { instance } of instances) {
      if (instance === null || isAlive(instance)) continue;
      const saved = this.#queries
        .updateTable('execution_file')
        .set({ instance: null })
        .where('instance', '=', instance)
        .where('execution_id', 'in', (eb) =>
          eb.selectFrom('execution').select('execution.id').whereRef('execution.id', '=', 'execution_id'),
        );
      await this.#writes.write(saved.compile(), this.#queries.deleteFrom('execution_file').where('instance', '=', instance).compile());
    }
  }

  /** Returns up to `limit` ids of files that are no longer used and may still be on the disk. */
  async removed(limit: number): Promise<readonly string[]> {
    const rows = await this.#queries.selectFrom('removed_file').select('id').where(notUsed).limit(limit).execute();
    return rows.map(({ id }) => id);
  }

  /** Deletes the rows of files that are no longer on the disk. */
  async forget(ids: readonly string[]): Promise<void> {
    await this.#writes.write(this.#queries.deleteFrom('removed_file').where('id', 'in', ids).compile());
  }

  /** Returns those of the ids that have no row. */
  async unknown(ids: readonly string[]): Promise<readonly string[]> {
    const used = this.#queries.selectFrom('execution_file').select('file_id as id').where('file_id', 'in', ids);
    const removed = this.#queries.selectFrom('removed_file').select('id').where('id', 'in', ids);
    const usedIds = new Set((await used.unionAll(removed).execute()).map(({ id }) => id));
    return ids.filter((id) => !usedIds.has(id));
  }

  /** Returns those of the start files that no execution refers to. */
  async unknownStarts(names: readonly string[]): Promise<readonly string[]> {
    // The name starts with the execution's id, which is used to find the row.
    const ids = names.map((name) => name.slice(0, name.lastIndexOf('.')));
    const rows = await this.#queries.selectFrom('execution').select('start_file').where('id', 'in', ids).execute();
    const usedFiles = new Set(rows.map(({ start_file }) => start_file));
    return names.filter((name) => !usedFiles.has(name));
  }
}
