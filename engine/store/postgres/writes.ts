// The writes of a Postgres database: those of one tick share a transaction, whose statements are sent without waiting for the results of the
// previous ones.
import type { Client, Connection } from 'pg';
import { AppError } from '../../contract/errors.ts';
import { HealthMonitor, reasonOf, type StoreHealth } from '../health.ts';
import { databaseAway, isAway, withCode } from './away.ts';
import { withoutNul } from './nul-text.ts';
import { NoResponse, type ResponseLimit } from './response-limit.ts';
import type { PendingWrite, WriteQuery, Writes } from '../writes.ts';

interface Write {
  /** Undefined if the write was withdrawn. */
  queries: (() => readonly WriteQuery[]) | undefined;
  isTaken: boolean;
  readonly resolve: (changed: number) => void;
  readonly reject: (error: AppError) => void;
}

/** The outcome of a transaction. */
type Outcome =
  | { /** Number of rows that the last query of each write changed. */ readonly changed: readonly number[] }
  | {
      readonly changed?: never;
      readonly error: unknown;
      /** Whether nothing was committed, and the database responds. */
      readonly mayRepeat: boolean;
      /** Whether nothing was committed, because the connection was lost. */
      readonly hasLost: boolean;
    };

/** Maximum number of writes per transaction. */
const GROUPED = 500;
/** Maximum number of prepared statements: SQL with lists of values exists in many variants. */
const STATEMENTS = 200;
/** Code of the error of `assert_member`. */
const LEASE_EXPIRED = 'MR001';
/** Code of the errors of `claim_schedule`, `assert_poll` and `assert_lease`. */
const CLAIM_LOST = 'MR002';

/** Larger than a page, so that a full disk rejects it. */
const probe =
  "insert into setting (key, value) values ('store.probe', repeat('0', 65536)) on conflict (key) do update set value = excluded.value";
const probes: readonly string[] = [probe, "delete from setting where key = 'store.probe'"];

export class PostgresWrites implements Writes {
  readonly #connect: () => Promise<Client>;
  readonly #limit: ResponseLimit;
  readonly #monitor: HealthMonitor;
  readonly #names = new Map<string, string>();
  #client: Promise<Client> | undefined;
  #member: string | undefined;
  #waiting: Write[] = [];
  #flush: Promise<void> | undefined;

  /** `connect` returns a connection in pipeline mode, for these writes alone. */
  constructor(connect: () => Promise<Client>, limit: ResponseLimit) {
    this.#connect = connect;
    this.#limit = limit;
    this.#monitor = new HealthMonitor((sql) => this.write({ sql, parameters: [] }), probes);
  }

  /** Makes all writes fail once the lease of a member has expired. */
  writeAs(memberId: string): void {
    this.#member = memberId;
  }

  get health(): StoreHealth {
    return this.#monitor.health;
  }

  get failure(): AppError | undefined {
    return this.#monitor.failure;
  }

  assertWritable(): Promise<void> {
    return this.#monitor.assertWritable();
  }

  /** Called when a read has failed because the database is away. */
  databaseFailed(): void {
    this.#monitor.readFailed(unreachable);
  }

  write(...queries: readonly WriteQuery[]): Promise<number> {
    return this.pend(() => queries).done;
  }

  pend(queries: () => readonly WriteQuery[]): PendingWrite {
    const { promise: done, resolve, reject } = Promise.withResolvers<number>();
    const write: Write = { queries, isTaken: false, resolve, reject };
    this.#waiting.push(write);
    this.#flush ??= this.#flushAll();
    const replace = (replacement: (() => readonly WriteQuery[]) | undefined): boolean => {
      if (write.isTaken) return false;
      write.queries = replacement;
      return true;
    };
    return { done, replace, withdraw: () => replace(undefined) };
  }

  async settled(): Promise<void> {
    while (this.#flush !== undefined) await this.#flush;
  }

  async close(): Promise<void> {
    await this.#monitor.close();
    await this.settled();
    await (await this.#client?.catch(() => undefined))?.end();
  }

  async #flushAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#commitAll(this.#waiting.splice(0, GROUPED));
    this.#flush = undefined;
  }

  /** Commits the writes together; if one of them fails, each separately. */
  async #commitAll(writes: readonly Write[]): Promise<void> {
    const taken: { readonly write: Write; readonly queries: readonly WriteQuery[] }[] = [];
    for (const write of writes) {
      write.isTaken = true;
      try {
        taken.push({ write, queries: write.queries?.() ?? [] });
      } catch (error) {
        write.reject(storeFailed(error));
      }
    }
    const groups = [taken];
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      const outcome = await this.#commit(group.map(({ queries }) => queries));
      if (outcome.changed !== undefined) for (const [index, { write }] of group.entries()) write.resolve(outcome.changed[index] ?? 0);
      else if (outcome.mayRepeat && group.length > 1) groups.push(...group.map((one) => [one]));
      else for (const { write } of group) write.reject(storeFailed(outcome.error));
    }
  }

  /** Commits writes together, on a new connection if the existing one is lost before the commit. */
  async #commit(writes: readonly (readonly WriteQuery[])[]): Promise<Outcome> {
    if (writes.every((queries) => queries.length === 0)) return { changed: writes.map(() => 0) };
    const isNew = this.#client === undefined;
    const outcome = await this.#attempt(writes);
    return outcome.changed === undefined && outcome.hasLost && !isNew ? this.#attempt(writes) : outcome;
  }

  async #attempt(writes: readonly (readonly WriteQuery[])[]): Promise<Outcome> {
    let client: Client;
    try {
      client = await (this.#client ??= this.#connect());
    } catch (error) {
      this.#client = undefined;
      this.#failed(error);
      return { error, mayRepeat: false, hasLost: false };
    }
    const begun = [client.query('begin')];
    if (this.#member !== undefined)
      begun.push(client.query({ name: 'assert-member', text: 'select assert_member($1)', values: [this.#member] }));
    const results = writes.map((queries) => queries.map((query) => this.#run(client, query)));
    let failed: PromiseRejectedResult | undefined;
    let isCommitting = false;
    try {
      const settled = await this.#limit.within(Promise.allSettled([...begun, ...results.flat()]));
      failed = settled.find((result) => result.status === 'rejected');
      isCommitting = failed === undefined;
      await this.#limit.within(client.query(isCommitting ? 'commit' : 'rollback'));
    } catch (error) {
      this.#drop(client);
      this.#failed(error);
      if (isCommitting) return { error: isAway(error) ? commitUnknown(error) : error, mayRepeat: false, hasLost: false };
      // A database that does not respond is not called again at once.
      return { error, mayRepeat: false, hasLost: !(error instanceof NoResponse) };
    }
    if (failed !== undefined) {
      const error: unknown = failed.reason;
      if (concernsDatabase(error)) this.#failed(error);
      return { error, mayRepeat: codeOf(error) !== LEASE_EXPIRED, hasLost: false };
    }
    this.#monitor.succeeded();
    return { changed: await Promise.all(results.map(async (queries) => (await queries.at(-1)) ?? 0)) };
  }

  /** Returns the number of changed rows. */
  async #run(client: Client, { sql, parameters }: WriteQuery): Promise<number> {
    const { rowCount } = await client.query({ name: this.#nameOf(sql), text: sql, values: parameters.map(storable) });
    return rowCount ?? 0;
  }

  #failed(error: unknown): void {
    this.#monitor.failed(isAway(error) ? unreachable : error);
  }

  /** Closes the socket at once: a database that goes on must not wait for a transaction that nobody continues. */
  #drop(client: Client): void {
    this.#client = undefined;
    (client as Client & { readonly connection: Connection }).connection.stream.destroy();
    client.end().catch(() => undefined);
  }

  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= STATEMENTS) return known;
    const name = `write-${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

/** A cause for which the health has a plain text. */
const unreachable = { code: 'ECONNREFUSED' };

const commitUnknown = (cause: unknown): AppError =>
  new AppError('STORE_FAILED', 'The connection to the database was lost during a write. Whether the change is stored is not known.', {
    hint: 'Look whether it is there before you repeat it.',
    cause: withCode(cause),
  });

const storable = (value: unknown): unknown => (typeof value === 'string' ? withoutNul(value) : value);

/** Whether the error affects all writes: a full disk, or a database that only reads (classes 53 and 25 of Postgres' error codes). */
const concernsDatabase = (error: unknown): boolean => /^(?:53|25006)/.test(codeOf(error));

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code);

export function storeFailed(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (isAway(cause)) return databaseAway(cause);
  if (codeOf(cause) === CLAIM_LOST) return new AppError('CLAIM_LOST', 'Another server has already done this.');
  return new AppError('STORE_FAILED', `The database could not be written: ${reasonOf(cause)}.`, { cause });
}
