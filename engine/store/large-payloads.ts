// Large payloads of executions: written in parts, each in a commit of its own, since a commit of 10 MB blocks the event loop for a tenth of a
// second. The commit of the row that uses a payload follows its last part; parts without such a row are removed. Writing waits for the checkpoints
// of the log, which otherwise would grow until its restart blocks all writers for a tenth of a second.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { joinInSlices } from '../parsing/join-in-slices.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { Tables } from './schema.ts';
import type { Database } from './sql-database.ts';
import { Template, type WriteQuery, type Writes } from './writes.ts';

/** Maximum number of bytes that are written within the commit of the row. */
export const LARGE = 1024 * 1024;
/** Number of bytes of a part, except the last one. */
export const PART = 256 * 1024;
/** Number of bytes after which writing waits until they are checkpointed. */
const ROUND = 2 * 1024 * 1024;
/** Number of parts removed per commit. */
const REMOVED_AT_ONCE = 4;
/** Writer of payloads that no row uses any more. */
const UNUSED = '';

/** A payload as a row contains it. */
export interface StoredPayload {
  /** Empty if the payload is stored in parts. */
  readonly data: Uint8Array;
  /** Id of the parts; null if there are none. */
  readonly large_id: string | null;
}

const nothing = new Uint8Array();
/** Whether a payload is stored in parts. */
export const isLarge = (payload: Uint8Array): boolean => payload.byteLength > LARGE;

/** A payload that is stored in its row. */
export const whole = (data: Uint8Array): StoredPayload => ({ data, large_id: null });

export class LargePayloads {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;
  readonly #checkpoints: Pick<Checkpointer, 'start' | 'caughtUp'> | undefined;
  readonly #statements: ReturnType<typeof statements>;
  /** Payloads of failed writes. They are not marked as unused immediately, since the disk may be full. */
  readonly #leftover = new Set<string>();
  /** Number of bytes, of all payloads, that were written since the latest checkpoint was requested. */
  #written = 0;
  /** The latest requested checkpoint. */
  #checkpointed: Promise<void> | undefined;

  constructor({ queries, writes }: Pick<Database, 'queries' | 'writes'>, checkpoints?: Pick<Checkpointer, 'start' | 'caughtUp'>) {
    this.#queries = queries;
    this.#writes = writes;
    this.#checkpoints = checkpoints;
    this.#statements = statements(queries);
  }

  /**
   * Calls `write`, which writes the rows that contain the payloads of an execution; before that, writes the parts of large ones. Parts that no row
   * uses afterwards are marked for removal. `instance`: id of the instance that runs the execution; required unless its row is stored. Throws
   * STORE_FAILED, and the errors of `write`.
   */
  with<P extends readonly Uint8Array[], T>(
    payloads: P,
    execution: { readonly id: string; readonly instance?: string | undefined },
    write: (...stored: { [K in keyof P]: StoredPayload }) => Promise<T>,
  ): Promise<T> {
    if (!payloads.some(isLarge)) return write(...(payloads.map(whole) as { [K in keyof P]: StoredPayload }));
    return this.#withParts(payloads, execution, (stored) => write(...(stored as { [K in keyof P]: StoredPayload })));
  }

  async #withParts<T>(
    payloads: readonly Uint8Array[],
    execution: { readonly id: string; readonly instance?: string | undefined },
    write: (stored: readonly StoredPayload[]) => Promise<T>,
  ): Promise<T> {
    const instance = execution.instance ?? (await this.#instanceOf(execution.id));
    const ids = payloads.map((payload) => (isLarge(payload) ? randomUUID() : null));
    const parts = ids.filter((id) => id !== null);
    try {
      for (const [index, id] of ids.entries()) if (id !== null) await this.#writeParts(id, payloads[index] as Uint8Array, instance);
      const result = await write(
        payloads.map((data, index) => ({ data: ids[index] === null ? data : nothing, large_id: ids[index] ?? null })),
      );
      // A row is not written if its execution has changed in the meantime.
      for (const id of parts) await this.#release(id);
      return result;
    } catch (error) {
      for (const id of parts) this.#leftover.add(id);
      throw error;
    }
  }

  /** Returns the payload of a row; undefined if it was removed while it was read. */
  async read({ data, large_id: id }: StoredPayload): Promise<Uint8Array | undefined> {
    if (id === null) return data;
    const parts: Uint8Array[] = [];
    for (;;) {
      const part = await this.#queries
        .selectFrom('large_payload_part')
        .select('data')
        .where('payload_id', '=', id)
        .where('seq', '=', parts.length)
        .executeTakeFirst();
      if (part === undefined) break;
      parts.push(part.data);
      await nextTurn();
    }
    // Parts are removed only after the payload is marked.
    const used = await this.#queries.selectFrom('large_payload').select('id').where('id', '=', id).where('writer', 'is', null).execute();
    return used.length === 0 ? undefined : joinInSlices(parts);
  }

  /** Marks the payloads that processes which have ended did not complete. */
  async settle(isAlive: (instance: string) => boolean): Promise<void> {
    const writers = await this.#queries
      .selectFrom('large_payload')
      .select('writer')
      .distinct()
      .where('writer', 'is not', null)
      .where('writer', '!=', UNUSED)
      .execute();
    for (const { writer } of writers) {
      if (writer === null || isAlive(writer)) continue;
      const lost = this.#queries.updateTable('large_payload').set({ writer: UNUSED }).where('writer', '=', writer);
      await this.#writes.write(lost.compile());
    }
  }

  /** Removes some of the parts that no row uses; returns whether there may be more. */
  async removeSome(): Promise<boolean> {
    for (const id of this.#leftover) await this.#release(id);
    const unused = this.#queries.selectFrom('large_payload').select('id').where('writer', '=', UNUSED);
    const row = await unused.limit(1).executeTakeFirst();
    if (row === undefined) return false;
    const { id } = row;
    const some = sql`select seq from large_payload_part where payload_id = ${id} limit ${REMOVED_AT_ONCE}`;
    const removed = await this.#writes.write(
      sql`delete from large_payload_part where payload_id = ${id} and seq in (${some})`.compile(this.#queries),
    );
    if (removed === 0) await this.#writes.write(this.#queries.deleteFrom('large_payload').where('id', '=', id).compile());
    return true;
  }

  async #instanceOf(executionId: string): Promise<string> {
    const row = await this.#queries.selectFrom('execution').select('instance').where('id', '=', executionId).executeTakeFirst();
    return row?.instance ?? UNUSED;
  }

  async #writeParts(id: string, payload: Uint8Array, instance: string): Promise<void> {
    this.#checkpoints?.start();
    let started: readonly WriteQuery[] = [this.#statements.payload.with({ id, writer: instance })];
    for (let from = 0, seq = 0; from < payload.byteLength; from += PART, seq++) {
      const data = payload.subarray(from, from + PART);
      await this.#writes.write(...started, this.#statements.part.with({ payload_id: id, seq, data }));
      started = [];
      this.#written += data.byteLength;
      if (this.#written >= ROUND) {
        this.#written = 0;
        this.#checkpointed = this.#checkpoints?.caughtUp();
      }
      await this.#checkpointed;
      // The responses to other requests are written before the next part.
      await nextTurn();
    }
  }

  /** Marks a payload for removal, unless a row uses it. */
  async #release(id: string): Promise<void> {
    const query = this.#queries.updateTable('large_payload').set({ writer: UNUSED }).where('id', '=', id).where('writer', 'is not', null);
    await this.#writes.write(query.compile());
    this.#leftover.delete(id);
  }
}

function statements(queries: Kysely<Tables>) {
  return {
    payload: new Template<Tables['large_payload']>((row) => queries.insertInto('large_payload').values(row).compile()),
    part: new Template<Tables['large_payload_part']>((row) => queries.insertInto('large_payload_part').values(row).compile()),
  };
}
