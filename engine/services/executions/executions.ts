// Use cases around executions: run and keep, take up what waits, try again, stop, mark what died.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { ExecutionFinishedEvent, ExecutionQueuedEvent } from '../../contract/push.ts';
import type { ExecutionMode, ItemList } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Clock, Executor, RunListener, StartRequest } from '../../execution/index.ts';
import type { Logger, Responder } from '../../sdk/index.ts';
import type { ExecutionRecord, Store } from '../../store/index.ts';
import type { WorkflowRights } from '../credentials/workflow-rights.ts';
import { living, OtherInstances, type OtherInstancesPorts } from './other-instances.ts';
import { countsForLimit, type ExecutionQueue } from './execution-queue.ts';
import { productionQueue, type Launch } from './production-queue.ts';
import { ProgressSaver } from './progress-saver.ts';
import { ExecutionKeeper, type KeptExecution } from './keeper.ts';
import { isRetryable, notRetried } from './retry-rules.ts';
import { RunsUnderWay, type KeptOutcome, type StartWrite } from './runs-under-way.ts';
import { WorkflowStates, type WorkflowStatesPorts } from './workflow-states.ts';
import { keptAll, savingRules, type SavingDefaults, type SavingRules } from './saving-rules.ts';

export interface ExecutionServicePorts {
  readonly executor: Executor;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly logger: Logger;
  /** Id of this process among those on the data folder, and whether the process of an id still lives. */
  readonly instance: OtherInstancesPorts['instance'];
  readonly saving?: SavingDefaults;
  /** In whose name workflows run; absent where all may be used. */
  readonly rights?: Pick<WorkflowRights, 'inNameOf' | 'runnerOf'>;
  /** Where an execution is looked at, for error workflows. */
  readonly executionUrl?: (workflowId: string, executionId: string) => string;
  /** Told of every run that goes on, besides the run's own listener. */
  readonly listener?: RunListener;
  /** Told of the newest static data of a workflow whenever it changes. */
  readonly onStaticData?: WorkflowStatesPorts['onChange'];
  /** Told when an execution came to wait, so that somebody wakes it. */
  readonly onWaiting?: (waitTill: number) => void;
  /** Production executions that run at the same time, Infinity for no limit. Without it there is no queue. */
  readonly productionLimit?: number;
  /** Called when an execution was queued, and when a queued one was stopped or deleted. */
  readonly onQueue?: (event: ExecutionQueuedEvent | ExecutionFinishedEvent) => void;
}

export interface KeptStart extends StartRequest {
  /** Keep it whatever the settings say. */
  readonly isKept?: boolean;
  readonly retryOf?: string;
}

/** An execution that goes on. */
export interface KeptRun {
  readonly executionId: string;
  /** Resolves when its start is kept (at once when it is not to be); rejects when it cannot be. */
  readonly started: Promise<void>;
  /** Rejects only for a workflow that cannot start. */
  readonly done: Promise<KeptOutcome>;
}

export interface ResumeOptions {
  /** What the waiting node gives; its input when absent. */
  readonly output?: readonly ItemList[];
  readonly responder?: Responder;
  readonly listener?: RunListener;
  /** State kept with the workflow, where a node changed it on the way. */
  readonly staticData?: JsonObject;
}

const savedAll: SavingDefaults = { saveDataErrorExecution: 'all', saveDataSuccessExecution: 'all', saveManualExecutions: true };
const started = Promise.resolve();

export class ExecutionService {
  readonly keeper: ExecutionKeeper;
  readonly #ports: ExecutionServicePorts;
  /** The static data of workflows. */
  readonly states: WorkflowStates;
  /** Executions that this process runs. */
  readonly underWay: RunsUnderWay;
  /** Executions that other processes on the data folder run. */
  readonly others: OtherInstances;
  /** Executions that are claimed in the database, but not under way yet. */
  readonly #claimed = new Set<string>();
  /** Production executions beyond the limit; absent where nothing is queued. */
  readonly queue?: ExecutionQueue<Launch>;

  constructor(ports: ExecutionServicePorts) {
    this.#ports = ports;
    this.keeper = new ExecutionKeeper(ports);
    this.others = new OtherInstances(ports);
    this.states = new WorkflowStates({ workflows: ports.store.workflows, onChange: ports.onStaticData });
    this.underWay = new RunsUnderWay({
      ...ports,
      keeper: this.keeper,
      states: this.states,
      start: (request) => this.start(request).done,
    });
    const { productionLimit: limit } = ports;
    if (limit === undefined) return;
    this.queue = productionQueue({
      ...ports,
      limit,
      keeper: this.keeper,
      claimed: this.#claimed,
      launch: (launch) => this.#launch(launch),
      assertWritable: () => this.#assertWritable(),
      rulesOf: (workflow, mode) => this.#rules(workflow, mode),
      workflowOf: async (kept, file) => this.#asStarted(await this.#withStaticData(file, kept.record.workflowId), kept),
    });
  }

  /** Saves the workflow, runs it, and keeps the execution with its data. The error workflow runs after a failure, and is kept likewise. */
  async runAndSave(request: StartRequest): Promise<KeptOutcome> {
    const { store, ids, clock } = this.#ports;
    const id = request.workflow.id === undefined ? ids() : String(request.workflow.id);
    await store.workflows.save(id, request.workflow, clock.now());
    const saved = await store.workflows.get(id);
    // The file goes on with the static data that earlier runs kept.
    return this.start({ ...request, isKept: true, workflow: { ...request.workflow, id, staticData: saved?.staticData } }).done;
  }

  /** Starts a workflow, and keeps its execution as the settings say. */
  start({ isKept = false, retryOf, ...request }: KeptStart): KeptRun {
    const { executor, ids } = this.#ports;
    const { workflow, mode, executionId = ids(), startNode, items, output } = request;
    const record = this.#newRecord(executionId, String(workflow.id ?? ''), workflow, mode, retryOf);
    const staticData = request.staticData ?? this.states.get(record.workflowId);
    const launch: Launch = {
      record,
      workflow,
      staticData,
      rules: this.#rules(workflow, mode, isKept),
      start: { startNode, items, output },
      listener: request.listener,
      begin: (given) => executor.start({ ...request, staticData, ...given }),
    };
    return this.queue !== undefined && countsForLimit(mode) ? this.queue.start(launch) : this.#launch(launch);
  }

  /** Takes up a waiting execution. Throws EXECUTION_NOT_FOUND when there is none, or it does not wait (any more). */
  async resume(executionId: string, options: ResumeOptions = {}): Promise<KeptOutcome> {
    return (await this.takeUp(executionId, options)).done;
  }

  /** As `resume`, answering as soon as it goes on. */
  async takeUp(executionId: string, { output, responder, listener, staticData }: ResumeOptions = {}): Promise<KeptRun> {
    const { store, instance, executor } = this.#ports;
    const kept = await this.keeper.get(executionId);
    const state = kept === undefined ? undefined : this.keeper.storedState(kept);
    this.#claimed.add(executionId);
    try {
      if (kept?.workflow === undefined || state === undefined || !(await store.executions.claim(executionId, instance.id))) {
        throw new AppError('EXECUTION_NOT_FOUND', `There is no waiting execution ${executionId}.`, { params: { id: executionId } });
      }
      const workflow = this.#asStarted(await this.#withStaticData(kept.workflow, kept.record.workflowId), kept);
      const { mode } = kept.record;
      return this.#launch({
        record: kept.record,
        workflow,
        staticData,
        rules: { ...this.#rules(workflow, mode), fromStart: true },
        listener,
        begin: (given) => executor.resume({ workflow, mode, output, responder, staticData, ...given }, state),
      });
    } finally {
      this.#claimed.delete(executionId);
    }
  }

  /** Takes up all waiting executions whose time has come; answers how they went on. */
  async resumeDue(): Promise<readonly KeptOutcome[]> {
    const due = await this.#ports.store.executions.due(this.#ports.clock.now());
    const outcomes = await Promise.allSettled(due.map(({ id }) => this.resume(id)));
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /**
   * Tries a failed execution again, from the node that failed on; one whose process died from its start. `workflow`: as it is saved now,
   * instead of as it ran. Throws EXECUTION_NOT_FOUND, or BAD_REQUEST for one that cannot be tried again.
   */
  async retry(executionId: string, workflow?: WorkflowFile): Promise<KeptRun> {
    let kept = await this.keeper.get(executionId);
    if (kept !== undefined && this.#isLost(kept.record)) {
      await this.recover();
      kept = await this.keeper.get(executionId);
    }
    if (kept === undefined) throw notFound(executionId);
    const file = workflow ?? kept.workflow;
    if (!isRetryable(kept, file)) throw notRetried(kept);
    const again = await this.#withStaticData(file, kept.record.workflowId);
    // What is saved now is another's work than what was run by hand: it runs as its owner's.
    const started = workflow === undefined ? this.#asStarted(again, kept) : again;
    const run = this.#startRetry(executionId, started, kept);
    void run.done.then(
      ({ result, executionId: retryId }) =>
        result.status === 'success' ? this.#ports.store.executions.noteRetry(executionId, retryId) : undefined,
      () => undefined,
    );
    return run;
  }

  /**
   * Stops an execution that waits or runs, here or in another process; returns how it stands now. One whose process has ended is marked.
   * Throws EXECUTION_NOT_FOUND if it neither runs nor waits.
   */
  async stop(executionId: string): Promise<ExecutionRecord> {
    const going = this.underWay.record(executionId);
    if (going !== undefined) {
      await this.underWay.stop(executionId, stopped());
      const kept = await this.#ports.store.executions.get(executionId);
      return kept ?? { ...going, status: 'canceled', stoppedAt: this.#ports.clock.now() };
    }
    const { store, clock } = this.#ports;
    const row = await store.executions.get(executionId);
    if (row?.status === 'running') {
      if (!this.#isLost(row)) await this.others.stop(executionId);
      const left = await store.executions.get(executionId);
      if (left !== undefined && this.#isLost(left)) await store.executions.cancelLost(executionId, clock.now());
    } else if (!(await store.executions.cancelWaiting(executionId, clock.now()))) {
      throw new AppError('EXECUTION_NOT_FOUND', `The execution ${executionId} neither runs nor waits.`, { params: { id: executionId } });
    }
    this.queue?.drop(executionId);
    return (await store.executions.get(executionId)) as ExecutionRecord;
  }

  /** Takes executions out of the queue that were deleted. */
  async forgetQueued(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.queue?.has(id) === true && (await this.#ports.store.executions.get(id)) === undefined) this.queue.drop(id);
    }
  }

  /** Resolves when nothing runs any more and all is kept. */
  async idle(): Promise<void> {
    await this.underWay.idle();
    await this.#ports.executor.idle();
  }

  /** An execution's row with its data; undefined for an unknown id. */
  get(executionId: string): Promise<KeptExecution | undefined> {
    return this.keeper.get(executionId);
  }

  /** The workflow of a kept execution as it goes on: in the name in which it began. */
  workflowOf(kept: KeptExecution): WorkflowFile | undefined {
    return kept.workflow === undefined ? undefined : this.#asStarted({ ...kept.workflow, id: kept.record.workflowId }, kept);
  }

  /** Marks executions whose process ended while they ran; returns their ids. */
  async recover(): Promise<readonly string[]> {
    const { store, instance, clock } = this.#ports;
    const isAlive = living(instance);
    const lost = (await store.executions.running()).filter((record) => this.#isLost(record, isAlive)).map(({ id }) => id);
    await store.executions.markCrashed(lost, clock.now());
    return lost;
  }

  /** Does what other processes asked for, and looks after those that have ended; returns the ids of the executions that ended with them. */
  async followOthers(): Promise<readonly string[]> {
    const { store, instance } = this.#ports;
    for (const id of await store.executions.stopRequests(instance.id)) void this.underWay.stop(id, stopped());
    const lost = await this.recover();
    await this.others.running();
    return lost;
  }

  /** Whether an execution counts as running, but nothing runs it. */
  #isLost({ id, status, instance }: ExecutionRecord, isAlive = (id: string): boolean => this.#ports.instance.isAlive(id)): boolean {
    if (status !== 'running') return false;
    if (instance !== this.#ports.instance.id) return !isAlive(instance);
    return this.underWay.record(id) === undefined && !this.#claimed.has(id);
  }

  /** Who keeps how far a run has come; nobody where that is not asked for. */
  #progress(executionId: string, workflow: WorkflowFile, rules: SavingRules, started: Promise<void>): ProgressSaver | undefined {
    if (!rules.progress) return undefined;
    const startedBy = this.#ports.rights?.runnerOf(workflow);
    return new ProgressSaver({
      started,
      save: (progress) => this.keeper.keepProgress(executionId, progress, startedBy),
      onFailure: (error) =>
        this.#ports.logger.warn(`The progress of the execution ${executionId} could not be kept: ${String(error)}`, { executionId }),
    });
  }

  #startRetry(retryOf: string, workflow: WorkflowFile, kept: KeptExecution): KeptRun {
    const { executor, ids } = this.#ports;
    const state = this.keeper.storedState(kept);
    const mode: ExecutionMode = 'retry';
    if (state === undefined) return this.start({ ...kept.payload?.start, workflow, mode, retryOf });
    return this.#launch({
      record: this.#newRecord(ids(), kept.record.workflowId, workflow, mode, retryOf),
      workflow,
      rules: this.#rules(workflow, mode),
      start: kept.payload?.start ?? {},
      begin: (given) => executor.resume({ workflow, mode, ...given }, state),
    });
  }

  /** Stores the start of an execution if it is new, begins its run, and follows the run to its end. */
  #launch({ record, workflow, staticData, rules, start, listener, begin }: Launch): KeptRun {
    const begun = start === undefined ? undefined : this.keeper.beginning(record, workflow, start, this.#ports.rights?.runnerOf(workflow));
    const isNoted = rules.fromStart && begun !== undefined;
    if (isNoted) this.#assertWritable();
    const noted = isNoted ? this.keeper.begin(begun) : started;
    const stored = isNoted ? noted : undefined;
    const progress = this.#progress(record.id, workflow, rules, noted);
    const run = begin({ executionId: record.id, onProgress: progress?.reached, listener: this.#listener(listener), stored });
    const write: StartWrite = {};
    noted.catch((error: AppError) => {
      write.failure = error;
      run.stop(error);
    });
    const before = staticData ?? workflow.staticData;
    const followed = { workflow, before, rules, progress, begun: isNoted ? undefined : begun, start: isNoted ? write : undefined };
    return { executionId: record.id, started: noted, done: this.underWay.follow(run, record, followed) };
  }

  /** Throws STORE_FAILED while the database cannot be written: the run would only be stopped. */
  #assertWritable(): void {
    const { health } = this.#ports.store;
    if (!health.isOk)
      throw new AppError('STORE_FAILED', `The database could not be written: ${health.reason}. Nothing is started until then.`);
  }

  #newRecord(id: string, workflowId: string, workflow: WorkflowFile, mode: ExecutionMode, retryOf: string | undefined): ExecutionRecord {
    const { clock, instance } = this.#ports;
    return {
      id,
      workflowId,
      workflowName: workflow.name ?? '',
      mode,
      status: 'running',
      startedAt: clock.now(),
      instance: instance.id,
      ...(retryOf === undefined ? {} : { retryOf }),
    };
  }

  #rules(workflow: WorkflowFile, mode: ExecutionMode, isKept = false): SavingRules {
    const rules = savingRules(workflow.settings, mode, this.#ports.saving ?? savedAll);
    return isKept ? { ...keptAll, progress: rules.progress } : rules;
  }

  #asStarted(file: WorkflowFile, { payload }: KeptExecution): WorkflowFile {
    return this.#ports.rights?.inNameOf(file, payload?.startedBy) ?? file;
  }

  async #withStaticData(file: WorkflowFile, workflowId: string): Promise<WorkflowFile> {
    const newest = this.states.get(workflowId);
    if (newest !== undefined) return { ...file, staticData: newest };
    const saved = await this.#ports.store.workflows.get(workflowId);
    return saved === undefined ? file : { ...file, staticData: saved.staticData };
  }

  #listener(own: RunListener | undefined): RunListener | undefined {
    const { listener } = this.#ports;
    if (listener === undefined || own === undefined) return own ?? listener;
    return (event) => {
      own(event);
      listener(event);
    };
  }
}

const stopped = (): AppError => new AppError('EXECUTION_CANCELED', 'The execution was stopped.');

const notFound = (id: string): AppError =>
  new AppError('EXECUTION_NOT_FOUND', `There is no execution with the id "${id}".`, { params: { id } });
