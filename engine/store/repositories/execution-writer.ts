// Stores one execution: its start, progress, checkpoints and end. What is not committed yet is replaced by what follows, so that a short run is
// written once.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppError } from '../../contract/errors.ts';
import { isLarge, whole, type LargePayloads, type StoredPayload } from '../large-payloads.ts';
import type { StartFiles } from '../start-files.ts';
import type { EndLinks, ExecutionCalls } from './execution-calls.ts';
import type { ExecutionFileRepository } from './execution-files.ts';
import type { ExecutionCheckpoint, ExecutionProgress, ExecutionStep } from './execution-progress.ts';
import type { ExecutionQueries } from './execution-queries.ts';
import type { ExecutionRecord, ExecutionStart } from './execution-record.ts';
import type { PendingWrite, WriteQuery, Writes } from '../writes.ts';

/** What is stored of an execution, or is being stored. */
export type SavedState = 'unsaved' | 'startSaved' | 'checkpointed' | 'ended';

/** The end or the wait of an execution. */
export interface ExecutionEnd extends Pick<ExecutionRecord, 'status' | 'stoppedAt' | 'waitTill' | 'lastNode' | 'errorMessage'> {
  /** Packed results. */
  readonly payload?: Uint8Array;
  /** Ids of the files in the results. */
  readonly files?: readonly string[];
  readonly links?: EndLinks;
}

/** Stores one execution. Its methods throw STORE_FAILED; each of them may be called again after a failure. */
export interface ExecutionWriter {
  readonly record: ExecutionRecord;
  readonly state: SavedState;
  /** Why `saveStart` failed. The run ends then, and nothing else is to be stored. */
  readonly failure: AppError | undefined;
  /** Stores the start. */
  saveStart(): Promise<void>;
  /** Assigns the files of the start data to the execution while its start is not stored. */
  claimFiles(): Promise<void>;
  /** Stores the progress since the previous step; the start must be stored. */
  saveStep(step: ExecutionStep): Promise<void>;
  /** Stores a state from which the execution resumes after a crash, and before that the start if it is not stored. */
  saveCheckpoint(checkpoint: ExecutionCheckpoint): Promise<void>;
  /** Removes the checkpoint of an execution that continues by itself. */
  clearCheckpoint(): Promise<void>;
  /** Stores the end or the wait, with the start if it is not stored. `end`: a promise while the results are being packed. */
  saveEnd(end: ExecutionEnd | Promise<ExecutionEnd>): Promise<void>;
  /** Removes what is stored of the execution. */
  remove(links?: EndLinks): Promise<void>;
}

/** What all writers of a database share. */
export interface WriterParts {
  readonly writes: Writes;
  readonly queries: ExecutionQueries;
  readonly calls: ExecutionCalls;
  readonly progress: ExecutionProgress;
  readonly files: ExecutionFileRepository;
  readonly large: LargePayloads;
  /** Absent for a database in memory, which accepts data of any size. */
  readonly startFiles: StartFiles | undefined;
  /** Ids of executions whose start data is stored in a file beside the database. */
  readonly withStartFile: Set<string>;
}

/** A start that is not committed yet. */
interface PendingStart {
  /** The write of the row; absent while large start data is being written to a file. */
  write?: PendingWrite;
  /** Set once the results are being packed or stored in parts; settles with that. */
  ending?: Promise<unknown>;
  /** Set once the run has ended, so that its start need not be written; settles with the write of its end. */
  ended?: Promise<unknown>;
}

/** The writer for the SQLite database. */
export class SqliteExecutionWriter implements ExecutionWriter {
  readonly record: ExecutionRecord;
  readonly #parts: WriterParts;
  readonly #start: ExecutionStart;
  #state: SavedState;
  #failure: AppError | undefined;
  #pending: PendingStart | undefined;

  /** `state`: what earlier writers have stored. */
  constructor(parts: WriterParts, start: ExecutionStart, state: SavedState) {
    this.#parts = parts;
    this.#start = start;
    this.record = start.record;
    this.#state = state;
  }

  get state(): SavedState {
    return this.#state;
  }

  get failure(): AppError | undefined {
    return this.#failure;
  }

  async saveStart(): Promise<void> {
    try {
      await this.#saveStart();
    } catch (error) {
      this.#failure = error as AppError;
      throw error;
    }
  }

  async claimFiles(): Promise<void> {
    const { id, instance } = this.record;
    await this.#parts.files.claimNow(id, this.#start.files?.() ?? [], instance);
  }

  async saveStep(step: ExecutionStep): Promise<void> {
    await this.#parts.progress.add(this.record.id, step);
  }

  async saveCheckpoint(checkpoint: ExecutionCheckpoint): Promise<void> {
    if (this.#state === 'unsaved') await this.#saveStart();
    await this.#parts.progress.checkpoint(this.record.id, checkpoint);
    this.#state = 'checkpointed';
  }

  async clearCheckpoint(): Promise<void> {
    await this.#parts.progress.clearCheckpoint(this.record.id);
    if (this.#state === 'checkpointed') this.#state = 'startSaved';
  }

  async saveEnd(end: ExecutionEnd | Promise<ExecutionEnd>): Promise<void> {
    if (end instanceof Promise) this.#announceEnd(end);
    const { payload, links = {}, ...row } = end instanceof Promise ? await end : end;
    if (!areLarge(payload, links)) await this.#saveEnd(row, payload && whole(payload), links);
    else {
      const saving = this.#withParts(payload, links, (stored, storedLinks) => this.#saveEnd(row, stored, storedLinks));
      // The start's own data is then not needed.
      if (this.#pending !== undefined && this.#pending.write === undefined) this.#announceEnd(saving);
      await saving;
    }
    this.#state = 'ended';
  }

  async remove(links: EndLinks = {}): Promise<void> {
    await (areLarge(undefined, links) ? this.#withParts(undefined, links, (_, stored) => this.#remove(stored)) : this.#remove(links));
    this.#state = 'ended';
  }

  /** Start data is packed only when it is written: a run that ends earlier is written once, without it. */
  async #saveStart(): Promise<void> {
    const start = this.#start;
    const pending: PendingStart = {};
    let large: Promise<Uint8Array> | undefined;
    pending.write = this.#parts.writes.pend(() => {
      const payload = start.payload?.();
      if (!(payload instanceof Promise)) return this.#startQueries(payload && whole(payload));
      large = payload;
      pending.write = undefined;
      // The caller that awaits it handles the failure.
      large.catch(() => undefined);
      return [];
    });
    this.#pending = pending;
    this.#state = 'startSaved';
    try {
      await pending.write.done;
      if (large !== undefined) await this.#saveLargeStart(pending, await large);
    } catch (error) {
      this.#state = 'unsaved';
      throw error;
    } finally {
      this.#pending = undefined;
    }
  }

  /** Stores a start whose data is too large for a commit: first the data, then the row that refers to it. */
  async #saveLargeStart(pending: PendingStart, payload: Uint8Array): Promise<void> {
    const { id, instance } = this.record;
    const { startFiles, large, writes, withStartFile } = this.#parts;
    // A finished run needs no file, since it is about to be written as a whole: first it is packed, then its parts may be stored.
    for (let awaited: Promise<unknown> | undefined; pending.ending !== awaited; await nextTurn()) {
      awaited = pending.ending;
      await awaited;
    }
    if (pending.ended === undefined) {
      const file = await startFiles?.write(id, instance, payload);
      let isNamed = false;
      try {
        // The run may have ended in the meantime, so that its whole execution has been written.
        if (pending.ended === undefined) {
          const write = (stored?: StoredPayload): Promise<unknown> => {
            pending.write = writes.pend(() => {
              isNamed = file !== undefined;
              return this.#startQueries(stored, file);
            });
            return pending.write.done;
          };
          await (file === undefined ? large.with([payload] as const, { id, instance }, write) : write());
          if (isNamed) withStartFile.add(id);
        }
      } catch (error) {
        isNamed = false;
        throw error;
      } finally {
        if (file !== undefined && !isNamed) await startFiles?.remove(file);
      }
    }
    await pending.ended;
  }

  #startQueries(payload: StoredPayload | undefined, startFile?: string): readonly WriteQuery[] {
    const { record } = this;
    const { queries, files } = this.#parts;
    const { claim } = this.#start;
    return [
      ...(claim === undefined ? [] : [claim]),
      ...queries.row(record, this.#start, startFile),
      ...queries.belongings(record.id, payload),
      ...files.claim(record.id, this.#start.files?.() ?? [], record.instance),
    ];
  }

  #announceEnd(ending: Promise<unknown>): void {
    if (this.#pending !== undefined) this.#pending.ending = ending.catch(() => undefined);
  }

  async #saveEnd({ files, ...end }: ExecutionEnd, payload: StoredPayload | undefined, links: EndLinks): Promise<void> {
    const { writes, queries, calls } = this.#parts;
    const { id, expiresAt, workflowId } = this.record;
    const wholeExecution = (): readonly WriteQuery[] => [
      ...queries.row({ ...this.record, ...end }, this.#start),
      ...queries.belongings(id, payload, files),
      ...calls.linkQueries(id, links),
      ...(expiresAt === undefined ? [] : [queries.removeExcess(workflowId)]),
    ];
    if (this.#state === 'unsaved') {
      await writes.pend(wholeExecution).done;
      return;
    }
    const pending = this.#pending;
    if (pending !== undefined && (pending.write === undefined || pending.write.replace(wholeExecution))) {
      pending.ended = pending.write?.done ?? writes.pend(wholeExecution).done;
      await pending.ended;
      return;
    }
    await writes.write(...this.#endQueries({ files, ...end }, payload, links));
  }

  /** Completes an execution whose start is stored. */
  #endQueries({ files, ...end }: ExecutionEnd, payload: StoredPayload | undefined, links: EndLinks): readonly WriteQuery[] {
    const { queries, calls, files: repository, withStartFile } = this.#parts;
    const { id } = this.record;
    const { status, stoppedAt, waitTill, lastNode, errorMessage } = end;
    const isStartSuperseded = payload !== undefined && withStartFile.delete(id);
    return [
      ...(isStartSuperseded ? [queries.statements.startSuperseded.with({ start_file: null, id })] : []),
      ...queries.belongings(id, payload, files),
      ...(status === 'waiting' ? [] : repository.release(id)),
      queries.statements.end.with({
        status,
        stopped_at: stoppedAt ?? null,
        wait_till: waitTill ?? null,
        last_node: lastNode ?? null,
        error_message: errorMessage ?? null,
        id,
      }),
      ...calls.linkQueries(id, links),
    ];
  }

  async #remove(links: EndLinks): Promise<void> {
    const { writes, queries, calls, withStartFile } = this.#parts;
    const { id } = this.record;
    const linked = calls.linkQueries(id, links);
    const pending = this.#pending;
    if (linked.length === 0 && pending !== undefined) {
      const { write } = pending;
      const { reports } = this.#start;
      const reported = reports === undefined ? [] : [queries.errorReported(reports)];
      if (write === undefined) {
        pending.ended = writes.pend(() => reported).done;
        await pending.ended;
        return;
      }
      if (reports === undefined ? write.withdraw() : write.replace(() => reported)) {
        pending.ended = write.done;
        await write.done;
        return;
      }
    }
    if (pending !== undefined && pending.write === undefined) pending.ended = Promise.resolve();
    withStartFile.delete(id);
    await writes.write(...linked, queries.remove(id));
  }

  /** Calls `write` with the results and the result for the caller as they are stored. */
  #withParts(
    payload: Uint8Array | undefined,
    links: EndLinks,
    write: (payload: StoredPayload | undefined, links: EndLinks) => Promise<void>,
  ): Promise<void> {
    const { delivery } = links;
    const { id, instance } = this.record;
    const both = [payload, delivery?.data].filter((data) => data !== undefined);
    return this.#parts.large.with(both, { id, instance }, (...stored) => {
      const own = payload === undefined ? undefined : stored[0];
      return write(own, delivery === undefined ? links : { ...links, delivery: { ...delivery, ...stored.at(-1) } });
    });
  }
}

/** Whether the results or the result for the caller are stored in parts. Most are not, and take the short way. */
const areLarge = (payload: Uint8Array | undefined, { delivery }: EndLinks): boolean =>
  (payload !== undefined && isLarge(payload)) || (delivery !== undefined && isLarge(delivery.data));
