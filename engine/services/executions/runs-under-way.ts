// Runs in progress in this process, and what is saved when they end.
import { AppError } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import {
  openCalls,
  Roster,
  type CallLink,
  type Clock,
  type Principal,
  type RunningExecution,
  type RunOutcome,
} from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { EndLinks, ExecutionBegin, ExecutionRecord } from '../../store/index.ts';
import type { CallLinks } from './call-links.ts';
import type { ErrorRuns } from './error-runs.ts';
import type { ExecutionKeeper, Origin } from './keeper.ts';
import { LastingWrites, type Attempt } from '../lasting-writes.ts';
import type { SavingRules } from './saving-rules.ts';
import type { WorkflowStates } from './workflow-states.ts';

export interface RunsUnderWayPorts {
  readonly keeper: ExecutionKeeper;
  readonly links: CallLinks;
  readonly errorRuns: ErrorRuns;
  readonly states: WorkflowStates;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly logger: Logger;
  /** Called when an execution starts to wait, so that its resumption is scheduled. */
  readonly onWaiting?: (waitTill: number) => void;
  /** Called when an execution starts to wait, after an attempt to store it. Must not throw. */
  readonly onWaits: (record: ExecutionRecord) => void;
  /** Called when a run ends and its execution is not stored. */
  readonly onUnkept?: (executionId: string) => void;
}

/** Outcome of a run, and whether its results were stored. */
export interface KeptOutcome extends RunOutcome {
  /** Why the results could not be stored; absent if they were stored, or were not to be saved. */
  readonly notKept?: AppError;
}

interface Going {
  readonly record: ExecutionRecord;
  readonly run: RunningExecution;
  /** Settles once the run has ended and the first attempt to store its end is over. */
  readonly done: Promise<unknown>;
  /** Whether its end or its wait is being stored. */
  hasEnded: boolean;
  /** Settles once its end is stored, or has failed to be stored for good. */
  over: Promise<unknown>;
}

/** Progress of storing the start of an execution. */
export interface StartWrite {
  /** Whether its row is stored or being stored. */
  isNoted: boolean;
  /** Set if storing the row failed. */
  failure?: AppError;
}

/** A run in progress, with what is needed to store its end. */
export interface Followed {
  readonly workflow: WorkflowFile;
  readonly principal: Principal;
  /** Static data at the start of the run. */
  readonly before: unknown;
  readonly rules: SavingRules;
  /** Stops saving progress; resolves once no save is in progress. */
  readonly settle: () => Promise<void>;
  /** Start record of a new execution. */
  readonly begun?: ExecutionBegin;
  readonly start: StartWrite;
  readonly origin: Origin;
  /** Present for a called workflow whose caller is running. */
  readonly link?: CallLink;
  /** Whether the run was resumed. */
  readonly isTakenUp: boolean;
  /** Called when the run has ended, before its end is stored. */
  readonly onOver?: (outcome: RunOutcome) => void;
}

type Later = (write: Promise<unknown>) => void;

/** A function, since storing the start may fail while the end is being written. */
const hasFailed = (start: StartWrite): boolean => start.failure !== undefined;

export class RunsUnderWay {
  readonly #ports: RunsUnderWayPorts;
  readonly #going = new Roster<Going>();
  readonly #writes: LastingWrites;
  readonly #watchers = new Set<() => void>();
  #begun = 0;

  constructor(ports: RunsUnderWayPorts) {
    this.#ports = ports;
    this.#writes = new LastingWrites(ports);
  }

  get count(): number {
    return this.#going.size;
  }

  /** Number of runs started or resumed in this process. */
  get begun(): number {
    return this.#begun;
  }

  /** Calls the listener when a run has been added or removed; returns a function that ends it. */
  onChange(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  /** Running executions, newest first. */
  records(): readonly ExecutionRecord[] {
    return this.#going
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
    const going = this.#find(executionId);
    going?.run.stop(reason);
    await Promise.allSettled([going?.done]);
  }

  /** Resolves once the end or the wait of an execution of this process is stored; immediately if nothing is being stored. */
  async saved(executionId: string): Promise<void> {
    const going = this.#find(executionId);
    if (going?.hasEnded !== true) return;
    await Promise.allSettled([going.done]);
    await Promise.allSettled([going.over]);
  }

  /** Resolves once no run is active and all results are stored. */
  async idle(): Promise<void> {
    while (this.#going.size > 0) await Promise.allSettled(this.#going.members().map(({ over }) => over));
  }

  /** Tries failed writes once more and then gives up; called when the server stops. */
  stopRepeating(): void {
    this.#writes.stop();
  }

  /** Awaits the end of a run and stores its results. Rejects only if the workflow cannot start. */
  follow(run: RunningExecution, record: ExecutionRecord, followed: Followed): Promise<KeptOutcome> {
    this.#begun++;
    const writes: Promise<unknown>[] = [];
    let isWaiting = false;
    const finish = async (): Promise<KeptOutcome> => {
      const outcome = await this.#finish(run, record, followed, (write) => writes.push(write));
      isWaiting = outcome.result.status === 'waiting';
      return outcome;
    };
    const done = finish().finally(() => {
      if (writes.length === 0) leave();
      else going.over = Promise.allSettled(writes).then(leave);
    });
    const going: Going = { record, run, done, hasEnded: false, over: done };
    const ended = (): void => void (going.hasEnded = true);
    run.done.then(ended, ended);
    const remove = this.#going.add(going);
    const leave = (): void => {
      remove();
      this.#tell();
      if (isWaiting) this.#ports.onWaits(record);
    };
    this.#tell();
    return done;
  }

  #tell(): void {
    for (const changed of this.#watchers) changed();
  }

  #find(executionId: string): Going | undefined {
    return this.#going.find(({ record }) => record.id === executionId);
  }

  /** `later` is called for each write that is still being retried when the run's response is sent. */
  async #finish(run: RunningExecution, record: ExecutionRecord, followed: Followed, later: Later): Promise<KeptOutcome> {
    const { workflow: file, principal, settle, start, link, onOver } = followed;
    let outcome: RunOutcome;
    try {
      outcome = await run.done;
    } catch (error) {
      await settle();
      if (start.isNoted && start.failure === undefined) await this.#keepRefusal(record, followed, error, later);
      throw error;
    }
    await settle();
    const { result } = outcome;
    // The next run of the workflow starts with the static data of this one, so it is set immediately and stored with the end.
    const statics = this.#keepStaticDataOf(followed, outcome, later);
    if (result.status !== 'waiting') onOver?.(outcome);
    else if (link?.isAwaited() === true) await link.checkpointCaller();
    const notKept = await this.#keep(record, outcome, followed, later);
    await statics;
    if (start.failure !== undefined) return { ...outcome, notKept: start.failure };
    if (result.status === 'error' || result.status === 'canceled')
      await this.#ports.errorRuns.afterRun({ file, principal }, { ...outcome, retryOf: record.retryOf });
    return notKept === undefined ? outcome : { ...outcome, notKept };
  }

  async #keepRefusal(record: ExecutionRecord, { isTakenUp }: Followed, error: unknown, later: Later): Promise<void> {
    const { keeper, links, clock, onWaiting } = this.#ports;
    const refused = clock.now();
    const message = error instanceof Error ? error.message : String(error);
    const delivery = isTakenUp ? await links.failure(record, message) : undefined;
    await this.#write(record.id, () => keeper.keepRefusal(record.id, refused, error, { delivery }), later);
    if (delivery !== undefined) onWaiting?.(refused);
  }

  /** Stores the end of an execution without its results, because they cannot be stored. */
  async #keepWithoutResults(record: ExecutionRecord, { stoppedAt }: RunOutcome['result'], failure: unknown, later: Later): Promise<void> {
    const { keeper, links, clock, onWaiting } = this.#ports;
    const error = new Error(
      `The results of this execution could not be saved: ${failure instanceof Error ? failure.message : String(failure)}`,
    );
    const delivery = await links.failure(record, error.message);
    await this.#write(record.id, () => keeper.keepRefusal(record.id, stoppedAt ?? clock.now(), error, { delivery }), later);
    if (delivery !== undefined) onWaiting?.(delivery.now);
  }

  /** Stores the end of a run according to its rules; returns the error of the first attempt. */
  async #keep(record: ExecutionRecord, outcome: RunOutcome, followed: Followed, later: Later): Promise<AppError | undefined> {
    const { keeper, onWaiting } = this.#ports;
    const { rules, begun, start, origin } = followed;
    const { result } = outcome;
    if (start.failure !== undefined) return start.failure;
    const isKept = rules.keeps(result.status);
    if (!isKept) this.#ports.onUnkept?.(record.id);
    const links = await this.#linksOf(record, outcome, followed);
    if (!isKept && !start.isNoted && links.delivery === undefined) return undefined;
    const due = links.delivery?.now ?? links.awaits?.now ?? result.waitTill;
    let packing: Promise<() => Promise<void>> | undefined;
    const write = async (): Promise<void> => {
      if (isKept) {
        const options = { begun: start.isNoted ? undefined : begun, links };
        packing ??= keeper
          .ending(outcome, origin, options)
          .catch((error: unknown) => keeper.ending(withoutResults(outcome, error), origin, options));
        const writeEnd = await packing;
        await writeEnd();
      } else await keeper.forget(record.id, links);
      if (due !== undefined) onWaiting?.(due);
    };
    const { failure, repeated } = await this.#write(record.id, write, later, () => start.failure === undefined);
    if (failure === undefined) return undefined;
    // Results that can never be stored, such as results too large for a row, must not leave the execution running forever.
    if (repeated === undefined && start.isNoted && !hasFailed(start)) await this.#keepWithoutResults(record, result, failure, later);
    if (failure instanceof AppError) return failure;
    return new AppError('STORE_FAILED', `The execution could not be saved: ${String(failure)}`, { cause: failure });
  }

  /** Rows stored with the end of an execution: the result for a waiting caller, and the executions that it waits for. */
  async #linksOf(
    record: ExecutionRecord,
    { result, state }: RunOutcome,
    { workflow, rules, link, isTakenUp }: Followed,
  ): Promise<EndLinks> {
    const steps = rules.progress ? { hadSteps: true } : {};
    if (result.status === 'waiting') {
      const childIds = state === undefined ? [] : openCalls(state).map(({ executionId }) => executionId);
      return childIds.length === 0 ? steps : { ...steps, awaits: { childIds, now: this.#ports.clock.now() } };
    }
    const isDelivered = isTakenUp || link?.isAwaited() === false;
    const delivery = isDelivered ? await this.#ports.links.result(record, workflow, result) : undefined;
    return { ...steps, ...(delivery === undefined ? {} : { delivery }), ...(isTakenUp ? { isOver: true } : {}) };
  }

  async #write(executionId: string, write: () => Promise<void>, later: Later, isRepeated: () => boolean = () => true): Promise<Attempt> {
    const attempt = await this.#writes.attempt(`The end of the execution ${executionId}`, write, isRepeated);
    if (attempt.repeated !== undefined) later(attempt.repeated);
    return attempt;
  }

  async #keepStaticDataOf(
    { workflow, principal: { workflowId: id }, before, origin: { called }, start }: Followed,
    { staticData, result }: RunOutcome,
    later: Later,
  ): Promise<void> {
    // Static data of manual runs and inline workflows is not stored (as n8n documents it).
    const isPassing = result.mode === 'manual' || called?.isByHand === true || called?.isInline === true;
    if (staticData === undefined || isPassing || id === undefined || start.failure !== undefined) return;
    const write = (): Promise<void> => this.#ports.states.keep(id, before, staticData);
    const what = `The static data of "${workflow.name ?? id}"`;
    const { repeated } = await this.#writes.attempt(what, write, () => start.failure === undefined);
    if (repeated !== undefined) later(repeated);
  }
}

/** Replaces results that cannot be stored by the error. */
function withoutResults({ executionId, result }: RunOutcome, failure: unknown): RunOutcome {
  const message = `The results of this execution could not be saved: ${failure instanceof Error ? failure.message : String(failure)}`;
  const { lastNodeExecuted: node } = result.resultData;
  const error = { name: 'AppError', code: 'STORE_FAILED', message, timestamp: result.stoppedAt, ...(node === undefined ? {} : { node }) };
  const resultData = { runData: {}, error, ...(node === undefined ? {} : { lastNodeExecuted: node }) };
  return { executionId, result: { ...result, status: 'error', resultData } };
}
