// Runs that go on in this process: which they are, and what is kept of them when they end.
import { AppError } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Roster, type Clock, type Executor, type RunningExecution, type RunOutcome, type StartRequest } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { ExecutionBegin, ExecutionRecord } from '../../store/index.ts';
import type { WorkflowRights } from '../credentials/workflow-rights.ts';
import type { ExecutionKeeper } from './keeper.ts';
import { LastingWrites } from './lasting-writes.ts';
import type { ProgressSaver } from './progress-saver.ts';
import type { SavingRules } from './saving-rules.ts';
import type { WorkflowStates } from './workflow-states.ts';

export interface RunsUnderWayPorts {
  readonly executor: Pick<Executor, 'errorRun'>;
  readonly keeper: ExecutionKeeper;
  readonly states: WorkflowStates;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly logger: Logger;
  readonly rights?: Pick<WorkflowRights, 'runnerOf'>;
  /** Where an execution is looked at, for error workflows. */
  readonly executionUrl?: (workflowId: string, executionId: string) => string;
  /** Told when an execution came to wait, so that somebody wakes it. */
  readonly onWaiting?: (waitTill: number) => void;
  /** Starts an error workflow; resolves at its end. */
  readonly start: (request: StartRequest) => Promise<unknown>;
}

/** A run and what became of keeping it. */
export interface KeptOutcome extends RunOutcome {
  /** Why the results could not be kept; absent when they were, or were not meant to be. */
  readonly notKept?: AppError;
}

interface Going {
  readonly record: ExecutionRecord;
  readonly workflow: WorkflowFile;
  readonly run: RunningExecution;
  /** Settles when the run has ended and the first attempt to store its end is over. */
  readonly done: Promise<unknown>;
  /** Settles when its end is stored, or given up. */
  over: Promise<unknown>;
}

/** How storing the start of an execution goes. */
export interface StartWrite {
  /** Set when it failed. */
  failure?: AppError;
}

/** A run that is followed to its end. */
export interface Followed {
  readonly workflow: WorkflowFile;
  /** The static data it began with. */
  readonly before: unknown;
  readonly rules: SavingRules;
  readonly progress?: ProgressSaver;
  /** Start record, if it is not written before the end. */
  readonly begun?: ExecutionBegin;
  /** The start record's write, if there is one. */
  readonly start?: StartWrite;
}

export class RunsUnderWay {
  readonly #ports: RunsUnderWayPorts;
  readonly #going = new Roster<Going>();
  readonly #writes: LastingWrites;
  #begun = 0;

  constructor(ports: RunsUnderWayPorts) {
    this.#ports = ports;
    this.#writes = new LastingWrites(ports);
  }

  get count(): number {
    return this.#going.size;
  }

  /** How many runs have begun or gone on here so far. */
  get begun(): number {
    return this.#begun;
  }

  /** The newest first. */
  records(): readonly ExecutionRecord[] {
    return this.#going
      .members()
      .map(({ record }) => record)
      .sort((a, b) => b.startedAt - a.startedAt);
  }

  /** The execution, while it goes on here. */
  record(executionId: string): ExecutionRecord | undefined {
    return this.#find(executionId)?.record;
  }

  /** Id of the user who started an execution by hand that goes on here. */
  starterOf(executionId: string): string | undefined {
    const going = this.#find(executionId);
    return going === undefined ? undefined : this.#ports.rights?.runnerOf(going.workflow);
  }

  /** Stops an execution that goes on here; resolves when it is over and kept. */
  async stop(executionId: string, reason: Error): Promise<void> {
    const going = this.#find(executionId);
    going?.run.stop(reason);
    await Promise.allSettled([going?.done]);
  }

  /** Resolves when nothing goes on any more and all is kept. */
  async idle(): Promise<void> {
    while (this.#going.size > 0) await Promise.allSettled(this.#going.members().map(({ over }) => over));
  }

  /** Writes that failed are tried once more, and then no more: the server stops. */
  stopRepeating(): void {
    this.#writes.stop();
  }

  /** Lets a run go on to its end and keeps what it left. Rejects only for a workflow that cannot start. */
  follow(run: RunningExecution, record: ExecutionRecord, followed: Followed): Promise<KeptOutcome> {
    this.#begun++;
    const writes: Promise<unknown>[] = [];
    const done = this.#finish(run, followed, (write) => writes.push(write)).finally(() => {
      if (writes.length === 0) leave();
      else going.over = Promise.allSettled(writes).then(leave);
    });
    const going: Going = { record, workflow: followed.workflow, run, done, over: done };
    const leave = this.#going.add(going);
    return done;
  }

  #find(executionId: string): Going | undefined {
    return this.#going.find(({ record }) => record.id === executionId);
  }

  /** `later` is called with each write that goes on being tried after the run is answered. */
  async #finish(run: RunningExecution, followed: Followed, later: (write: Promise<unknown>) => void): Promise<KeptOutcome> {
    const { workflow, before, rules, progress, start } = followed;
    const { keeper, clock } = this.#ports;
    let outcome: RunOutcome;
    try {
      outcome = await run.done;
    } catch (error) {
      await progress?.close();
      if (rules.fromStart && start?.failure === undefined) {
        const refused = clock.now();
        await this.#write(run.executionId, () => keeper.keepRefusal(run.executionId, refused, error), later);
      }
      throw error;
    }
    await progress?.close();
    const notKept = await this.#keep(outcome, followed, later);
    if (start?.failure !== undefined) return { ...outcome, notKept: start.failure };
    await this.#keepStaticDataOf(workflow, before, outcome, later);
    const { result } = outcome;
    if (result.status === 'error') await this.#runErrorWorkflow(workflow, outcome);
    return notKept === undefined ? outcome : { ...outcome, notKept };
  }

  /** Stores the end of a run as its rules say; returns why the first attempt failed. */
  async #keep(
    outcome: RunOutcome,
    { workflow, rules, begun, start }: Followed,
    later: (write: Promise<unknown>) => void,
  ): Promise<AppError | undefined> {
    const { keeper, rights, onWaiting } = this.#ports;
    const { executionId, result } = outcome;
    if (start?.failure !== undefined) return start.failure;
    if (!rules.keeps(result.status)) {
      if (rules.fromStart) await this.#write(executionId, () => keeper.forget(executionId), later);
      return undefined;
    }
    let packing: Promise<() => Promise<void>> | undefined;
    const write = async (): Promise<void> => {
      packing ??= keeper.ending(outcome, begun, rights?.runnerOf(workflow));
      await (
        await packing
      )();
      if (result.waitTill !== undefined) onWaiting?.(result.waitTill);
    };
    const failure = await this.#write(executionId, write, later, () => start?.failure === undefined);
    if (failure === undefined || failure instanceof AppError) return failure;
    return new AppError('STORE_FAILED', `The execution could not be kept: ${String(failure)}`, { cause: failure });
  }

  async #write(
    executionId: string,
    write: () => Promise<void>,
    later: (write: Promise<unknown>) => void,
    isRepeated: () => boolean = () => true,
  ): Promise<unknown> {
    const { failure, repeated } = await this.#writes.attempt(`The end of the execution ${executionId}`, write, isRepeated);
    if (repeated !== undefined) later(repeated);
    return failure;
  }

  async #keepStaticDataOf(
    workflow: WorkflowFile,
    before: unknown,
    { staticData, result }: RunOutcome,
    later: (write: Promise<unknown>) => void,
  ): Promise<void> {
    // Manual runs leave no trace in the next run (documented for static data).
    if (staticData === undefined || result.mode === 'manual') return;
    const id = String(workflow.id);
    const write = (): Promise<void> => this.#ports.states.keep(id, before, staticData);
    const { repeated } = await this.#writes.attempt(`The static data of "${workflow.name ?? id}"`, write);
    if (repeated !== undefined) later(repeated);
  }

  async #runErrorWorkflow(workflow: WorkflowFile, outcome: RunOutcome): Promise<void> {
    try {
      const url = this.#ports.executionUrl?.(String(workflow.id), outcome.executionId);
      const request = await this.#ports.executor.errorRun(workflow, outcome, url);
      if (request !== undefined) await this.#ports.start(request);
    } catch (error) {
      this.#ports.logger.error(`The error workflow of "${workflow.name ?? ''}" could not run: ${String(error)}`, {
        executionId: outcome.executionId,
      });
    }
  }
}
