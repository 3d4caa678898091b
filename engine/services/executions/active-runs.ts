// Runs in progress in this process, and what is saved when they end.
import { AppError } from '../../contract/errors.ts';
import {
  openCalls,
  Roster,
  type AdmittedRequest,
  type CallLink,
  type Clock,
  type RunningExecution,
  type RunOutcome,
} from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { EndLinks, ExecutionEnd, ExecutionRecord, ExecutionWriter } from '../../store/index.ts';
import { LastingWrites, type Attempt } from '../lasting-writes.ts';
import type { CallLinks } from './call-links.ts';
import type { ErrorRuns } from './error-runs.ts';
import { failedEnd, type ExecutionPacker, type Origin } from './execution-packer.ts';
import type { SavingRules } from './saving-rules.ts';
import type { WorkflowStates } from './workflow-states.ts';

export interface ActiveRunsPorts {
  readonly packer: ExecutionPacker;
  readonly links: CallLinks;
  readonly errorRuns: ErrorRuns;
  readonly states: WorkflowStates;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly logger: Logger;
  /** Called with the time at which an execution continues, when it starts to wait or what it waits for becomes due earlier. */
  readonly onWaiting?: (waitTill: number) => void;
  /** Called when an execution starts to wait, after an attempt to store it. Must not throw. */
  readonly onWaits: (record: ExecutionRecord) => void;
  /** Called when a run ends and its execution is not stored. */
  readonly onUnsaved?: (executionId: string) => void;
}

/** Outcome of a run, and whether its results were stored. */
export interface SavedOutcome extends RunOutcome {
  /** Why the results could not be stored; absent if they were stored, or were not to be saved. */
  readonly saveFailure?: AppError;
}

/** A run in progress, with what is needed to store its end. */
export interface FollowedRun {
  readonly run: RunningExecution;
  readonly writer: ExecutionWriter;
  /** What runs, with the static data at its start. */
  readonly request: AdmittedRequest;
  readonly rules: SavingRules;
  readonly origin: Origin;
  /** Present for a called workflow whose caller is running. */
  readonly link?: CallLink | undefined;
  /** Whether the run was resumed. */
  readonly isResumed: boolean;
  /** Stops saving progress; resolves once no save is in progress. */
  readonly stopSaving: () => Promise<void>;
  /** Called when the run has ended, before its end is stored. */
  readonly onOver?: ((outcome: RunOutcome) => void) | undefined;
}

interface ActiveRun {
  readonly record: ExecutionRecord;
  readonly run: RunningExecution;
  /** Settles once the run has ended and the first attempt to store its end is over. */
  readonly done: Promise<unknown>;
  /** Whether its end or its wait is being stored. */
  hasEnded: boolean;
  /** Settles once its end is stored, or has failed to be stored for good. */
  over: Promise<unknown>;
}

/** Receives a write that is still being repeated when the run's response is sent. */
type OnRepeated = (write: Promise<unknown>) => void;

export class ActiveRuns {
  readonly #ports: ActiveRunsPorts;
  readonly #active = new Roster<ActiveRun>();
  readonly #writes: LastingWrites;
  readonly #listeners = new Set<() => void>();
  #startedCount = 0;

  constructor(ports: ActiveRunsPorts) {
    this.#ports = ports;
    this.#writes = new LastingWrites(ports);
  }

  get count(): number {
    return this.#active.size;
  }

  /** Number of runs started or resumed in this process. */
  get startedCount(): number {
    return this.#startedCount;
  }

  /** Calls the listener when a run has been added or removed; returns a function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Running executions, newest first. */
  records(): readonly ExecutionRecord[] {
    return this.#active
      .members()
      .map(({ record }) => record)
      .sort((a, b) => b.startedAt - a.startedAt);
  }

  /** Returns the row of an execution that runs in this process. */
  record(executionId: string): ExecutionRecord | undefined {
    return this.#find(executionId)?.record;
  }

  /** Stops an execution of this process; resolves once it has ended and is stored. */
  async stop(executionId: string, reason: Error): Promise<void> {
    const active = this.#find(executionId);
    active?.run.stop(reason);
    await Promise.allSettled([active?.done]);
  }

  /** Resolves once the end or the wait of an execution of this process is stored; immediately if nothing is being stored. */
  async saved(executionId: string): Promise<void> {
    const active = this.#find(executionId);
    if (active?.hasEnded !== true) return;
    await Promise.allSettled([active.done]);
    await Promise.allSettled([active.over]);
  }

  /** Resolves once no run is active and all results are stored. */
  async idle(): Promise<void> {
    while (this.#active.size > 0) await Promise.allSettled(this.#active.members().map(({ over }) => over));
  }

  /** Tries failed writes once more and then gives up; called when the server stops. */
  stopRepeating(): void {
    this.#writes.stop();
  }

  /** Waits for the end of a run and stores its results. Rejects only if the workflow cannot start. */
  follow(followed: FollowedRun): Promise<SavedOutcome> {
    const { run, writer } = followed;
    const { record } = writer;
    this.#startedCount++;
    const writes: Promise<unknown>[] = [];
    let isWaiting = false;
    const finish = async (): Promise<SavedOutcome> => {
      const outcome = await this.#finish(followed, (write) => writes.push(write));
      isWaiting = outcome.result.status === 'waiting';
      return outcome;
    };
    const done = finish().finally(() => {
      if (writes.length === 0) leave();
      else active.over = Promise.allSettled(writes).then(leave);
    });
    const active: ActiveRun = { record, run, done, hasEnded: false, over: done };
    const ended = (): void => void (active.hasEnded = true);
    run.done.then(ended, ended);
    const remove = this.#active.add(active);
    const leave = (): void => {
      remove();
      this.#notify();
      if (isWaiting) this.#ports.onWaits(record);
    };
    this.#notify();
    return done;
  }

  #notify(): void {
    for (const changed of this.#listeners) changed();
  }

  #find(executionId: string): ActiveRun | undefined {
    return this.#active.find(({ record }) => record.id === executionId);
  }

  async #finish(followed: FollowedRun, onRepeated: OnRepeated): Promise<SavedOutcome> {
    const { run, writer, request, stopSaving, link, onOver } = followed;
    let outcome: RunOutcome;
    try {
      outcome = await run.done;
    } catch (error) {
      await stopSaving();
      if (writer.state !== 'unsaved') await this.#saveFailedStart(followed, error, onRepeated);
      throw error;
    }
    await stopSaving();
    const { result } = outcome;
    // The next run of the workflow starts with the static data of this one, so it is set immediately and stored with the end.
    const staticData = this.#saveStaticData(followed, outcome, onRepeated);
    if (result.status !== 'waiting') onOver?.(outcome);
    else if (link?.isAwaited() === true) await link.checkpointCaller();
    const saveFailure = await this.#save(outcome, followed, onRepeated);
    await staticData;
    if (writer.failure !== undefined) return { ...outcome, saveFailure: writer.failure };
    if (result.status === 'error' || result.status === 'canceled') {
      const { workflow: file, principal } = request;
      await this.#ports.errorRuns.afterRun({ file, principal }, { ...outcome, retryOf: writer.record.retryOf });
    }
    return saveFailure === undefined ? outcome : { ...outcome, saveFailure };
  }

  /** Stores that an execution could not even start. */
  async #saveFailedStart({ writer, isResumed }: FollowedRun, error: unknown, onRepeated: OnRepeated): Promise<void> {
    const now = this.#ports.clock.now();
    const message = error instanceof Error ? error.message : String(error);
    await this.#saveFailure(
      writer,
      error,
      now,
      isResumed ? await this.#ports.links.failure(writer.record, message) : undefined,
      onRepeated,
    );
  }

  /** Stores the end of an execution without its results, because they cannot be stored. */
  async #saveWithoutResults(
    writer: ExecutionWriter,
    stoppedAt: number | undefined,
    failure: unknown,
    onRepeated: OnRepeated,
  ): Promise<void> {
    const { links, clock } = this.#ports;
    const error = new Error(unsavedMessage(failure));
    await this.#saveFailure(writer, error, stoppedAt ?? clock.now(), await links.failure(writer.record, error.message), onRepeated);
  }

  async #saveFailure(
    writer: ExecutionWriter,
    error: unknown,
    stoppedAt: number,
    delivery: EndLinks['delivery'],
    onRepeated: OnRepeated,
  ): Promise<void> {
    await this.#write(writer, () => writer.saveEnd(failedEnd(error, stoppedAt, delivery)), onRepeated);
    if (delivery !== undefined) this.#ports.onWaiting?.(delivery.now);
  }

  /** Stores the end of a run according to its rules; returns the error of the first attempt. */
  async #save(outcome: RunOutcome, followed: FollowedRun, onRepeated: OnRepeated): Promise<AppError | undefined> {
    const { onWaiting, onUnsaved } = this.#ports;
    const { writer, rules, origin } = followed;
    const { result } = outcome;
    if (writer.failure !== undefined) return writer.failure;
    const isSaved = rules.shouldSave(result.status);
    if (!isSaved) onUnsaved?.(writer.record.id);
    const links = await this.#linksOf(outcome, followed);
    if (!isSaved && writer.state === 'unsaved' && links.delivery === undefined) return undefined;
    const due = links.delivery?.now ?? links.awaits?.now ?? result.waitTill;
    let end: ExecutionEnd | Promise<ExecutionEnd> | undefined;
    const write = async (): Promise<void> => {
      await (isSaved ? writer.saveEnd((end ??= this.#end(outcome, origin, links))) : writer.remove(links));
      if (due !== undefined) onWaiting?.(due);
    };
    const { failure, repeated } = await this.#write(writer, write, onRepeated, () => writer.failure === undefined);
    if (failure === undefined) return undefined;
    // Results that can never be stored, such as results too large for a row, must not leave the execution running forever.
    if (repeated === undefined && writer.state !== 'unsaved' && writer.failure === undefined)
      await this.#saveWithoutResults(writer, result.stoppedAt, failure, onRepeated);
    if (failure instanceof AppError) return failure;
    return new AppError('STORE_FAILED', `The execution could not be saved: ${String(failure)}`, { cause: failure });
  }

  /** The end of a run with its results; if they cannot be packed, with the error instead. */
  #end(outcome: RunOutcome, origin: Origin, links: EndLinks): ExecutionEnd | Promise<ExecutionEnd> {
    const { packer } = this.#ports;
    const failed = (error: unknown): ExecutionEnd | Promise<ExecutionEnd> => packer.end(withoutResults(outcome, error), origin, { links });
    try {
      const end = packer.end(outcome, origin, { links });
      return end instanceof Promise ? end.catch(failed) : end;
    } catch (error) {
      return failed(error);
    }
  }

  /** Rows stored with the end of an execution: the result for a waiting caller, and the executions that it waits for. */
  async #linksOf({ result, state }: RunOutcome, { writer: { record }, request, rules, link, isResumed }: FollowedRun): Promise<EndLinks> {
    const steps = rules.progress ? { hadSteps: true } : {};
    if (result.status === 'waiting') {
      const childIds = state === undefined ? [] : openCalls(state).map(({ executionId }) => executionId);
      return childIds.length === 0 ? steps : { ...steps, awaits: { childIds, now: this.#ports.clock.now() } };
    }
    const isDelivered = isResumed || link?.isAwaited() === false;
    const delivery = isDelivered ? await this.#ports.links.result(record, request.workflow, result) : undefined;
    return { ...steps, ...(delivery === undefined ? {} : { delivery }), ...(isResumed ? { isOver: true } : {}) };
  }

  async #write(
    { record }: ExecutionWriter,
    write: () => Promise<void>,
    onRepeated: OnRepeated,
    isRepeated: () => boolean = () => true,
  ): Promise<Attempt> {
    const attempt = await this.#writes.attempt(`The end of the execution ${record.id}`, write, isRepeated);
    if (attempt.repeated !== undefined) onRepeated(attempt.repeated);
    return attempt;
  }

  async #saveStaticData(
    { writer, request, origin: { called } }: FollowedRun,
    { staticData, staticDataBefore, result }: RunOutcome,
    onRepeated: OnRepeated,
  ): Promise<void> {
    const { workflow, principal } = request;
    const { workflowId: id } = principal;
    // Static data of manual runs and inline workflows is not stored (as n8n documents it).
    const isDiscarded = result.mode === 'manual' || called?.isByHand === true || called?.isInline === true;
    if (staticData === undefined || isDiscarded || id === undefined || writer.failure !== undefined) return;
    const write = (): Promise<void> => this.#ports.states.save(id, staticDataBefore, staticData);
    const { repeated } = await this.#writes.attempt(
      `The static data of "${workflow.name ?? id}"`,
      write,
      () => writer.failure === undefined,
    );
    if (repeated !== undefined) onRepeated(repeated);
  }
}

const unsavedMessage = (failure: unknown): string =>
  `The results of this execution could not be saved: ${failure instanceof Error ? failure.message : String(failure)}`;

/** Replaces results that cannot be stored by the error. */
function withoutResults({ executionId, result }: RunOutcome, failure: unknown): RunOutcome {
  const message = unsavedMessage(failure);
  const { lastNodeExecuted: node } = result.resultData;
  const error = { name: 'AppError', code: 'STORE_FAILED', message, timestamp: result.stoppedAt, ...(node === undefined ? {} : { node }) };
  const resultData = { runData: {}, error, ...(node === undefined ? {} : { lastNodeExecuted: node }) };
  return { executionId, result: { ...result, status: 'error', resultData } };
}
