// Runs that go on in this process: which they are, and what is kept of them when they end.
import type { AppError } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Roster, type Clock, type Executor, type RunningExecution, type RunOutcome, type StartRequest } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { ExecutionBegin, ExecutionRecord } from '../../store/index.ts';
import type { WorkflowRights } from '../credentials/workflow-rights.ts';
import type { ExecutionKeeper } from './keeper.ts';
import type { ProgressSaver } from './progress-saver.ts';
import type { SavingRules } from './saving-rules.ts';
import type { WorkflowStates } from './workflow-states.ts';

export interface RunsUnderWayPorts {
  readonly executor: Pick<Executor, 'errorRun'>;
  readonly keeper: ExecutionKeeper;
  readonly states: WorkflowStates;
  readonly clock: Pick<Clock, 'now'>;
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
  readonly done: Promise<unknown>;
}

/** A run that is followed to its end. */
export interface Followed {
  readonly workflow: WorkflowFile;
  /** The static data it began with. */
  readonly before: unknown;
  readonly rules: SavingRules;
  readonly progress?: ProgressSaver;
  /** What to note at the end that was not when it began. */
  readonly begun?: ExecutionBegin;
}

export class RunsUnderWay {
  readonly #ports: RunsUnderWayPorts;
  readonly #going = new Roster<Going>();
  #begun = 0;

  constructor(ports: RunsUnderWayPorts) {
    this.#ports = ports;
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
    while (this.#going.size > 0) await Promise.allSettled(this.#going.members().map(({ done }) => done));
  }

  /** Lets a run go on to its end and keeps what it left. Rejects only for a workflow that cannot start. */
  follow(run: RunningExecution, record: ExecutionRecord, followed: Followed): Promise<KeptOutcome> {
    this.#begun++;
    const done = this.#finish(run, followed).finally(() => leave());
    const leave = this.#going.add({ record, workflow: followed.workflow, run, done });
    return done;
  }

  #find(executionId: string): Going | undefined {
    return this.#going.find(({ record }) => record.id === executionId);
  }

  async #finish(run: RunningExecution, { workflow, before, rules, progress, begun }: Followed): Promise<KeptOutcome> {
    const { keeper, clock, rights, onWaiting } = this.#ports;
    let outcome: RunOutcome;
    try {
      outcome = await run.done;
    } catch (error) {
      await progress?.close();
      if (rules.fromStart) await keeper.keepRefusal(run.executionId, clock.now(), error);
      throw error;
    }
    const { status, waitTill } = outcome.result;
    await progress?.close();
    const notKept = rules.keeps(status) ? await keeper.keep(outcome, begun, rights?.runnerOf(workflow)) : undefined;
    if (rules.fromStart && !rules.keeps(status)) await keeper.forget(run.executionId);
    await this.#keepStaticDataOf(workflow, before, outcome);
    if (waitTill !== undefined && notKept === undefined) onWaiting?.(waitTill);
    if (status === 'error') await this.#runErrorWorkflow(workflow, outcome);
    return notKept === undefined ? outcome : { ...outcome, notKept };
  }

  async #keepStaticDataOf(workflow: WorkflowFile, before: unknown, { staticData, result }: RunOutcome): Promise<void> {
    // What people try out by hand leaves no trace in the next run (documented for static data).
    if (staticData === undefined || result.mode === 'manual') return;
    const id = String(workflow.id);
    await this.#ports.states
      .keep(id, before, staticData)
      .catch((error: unknown) =>
        this.#ports.logger.error(`The static data of "${workflow.name ?? ''}" could not be kept: ${String(error)}`, { workflowId: id }),
      );
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
