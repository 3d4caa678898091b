// The statements that write the rows of one execution.
import { sql, type Kysely } from 'kysely';
import type { StoredPayload } from '../large-payloads.ts';
import type { Tables } from '../schema.ts';
import { rowOf, type ExecutionRecord, type ExecutionStart } from './execution-record.ts';
import { statements } from './execution-statements.ts';
import type { Database } from '../sql-database.ts';
import type { Dialect } from '../dialect.ts';
import type { WriteQuery } from '../writes.ts';

/** Maximum number of expiring executions per workflow. */
const SAVED_TEST_RUNS = 20;

export class ExecutionQueries {
  readonly #queries: Kysely<Tables>;
  readonly #dialect: Dialect;
  readonly statements: ReturnType<typeof statements>;

  constructor({ queries, dialect }: Database) {
    this.#dialect = dialect;
    this.#queries = queries;
    this.statements = statements(queries);
  }

  /** Stores the row and the workflow of a new execution. */
  row(record: ExecutionRecord, { snapshot: createSnapshot, reports }: ExecutionStart, startFile?: string): readonly WriteQuery[] {
    const reported = reports === undefined ? [] : [this.errorReported(reports)];
    if (createSnapshot === undefined) return [...reported, this.statements.row.with(rowOf(record, startFile))];
    const { hash, data } = createSnapshot();
    return [
      ...reported,
      this.statements.snapshot.with({ hash, data }),
      this.statements.row.with(rowOf({ ...record, snapshot: hash }, startFile)),
    ];
  }

  /** Stores the payload of an execution, if there is one, and the ids of its files. */
  belongings(id: string, payload: StoredPayload | undefined, files: readonly string[] = []): readonly WriteQuery[] {
    const owned = files.map((file) => this.statements.file.with({ execution_id: id, file_id: file, instance: null }));
    return payload === undefined
      ? owned
      : [...owned, this.statements.payload.with({ execution_id: id, data: payload.data, large_id: payload.large_id })];
  }

  /** Stores that the error workflow of a crashed execution is no longer due. */
  errorReported(id: string): WriteQuery {
    return this.#queries.updateTable('execution').set({ error_due: 0 }).where('id', '=', id).compile();
  }

  remove(id: string): WriteQuery {
    return this.#queries.deleteFrom('execution').where('id', '=', id).compile();
  }

  /** Removes the finished executions of a workflow that expire, except the latest ones and highlighted ones. */
  removeExcess(workflowId: string): WriteQuery {
    return sql`delete from execution where id in (
      select id from execution where workflow_id = ${workflowId} and expires_at is not null and highlighted = 0 and ${this.#dialect.unindexed('status')} not in ('running', 'waiting', 'new')
      order by started_at desc, id desc ${this.#dialect.offset(SAVED_TEST_RUNS)})`.compile(this.#queries);
  }
}
