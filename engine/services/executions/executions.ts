// Use cases of executions: start, save, resume, retry, stop, recover after a crash.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { ExecutionMode, ExecutionStatus } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import {
  failedResult,
  openCalls,
  Principal,
  resumedBy,
  asNewExecution,
  type StoredRunState,
  type AdmittedWorkflow,
  type CalledRuns,
  type CallLink,
  type RunListener,
  type RunningExecution,
  type RunOutcome,
  type StartRequest,
} from '../../execution/index.ts';
import type { ExecutionFilter, ExecutionRecord } from '../../store/index.ts';
import { CallLinks } from './call-links.ts';
import type { ExecutionRequest, ExecutionServicePorts, ResumeOptions } from './execution-ports.ts';
import { DeletedWorkflows } from './deleted-workflows.ts';
import { OtherInstances } from './other-instances.ts';
import { ErrorRuns } from './error-runs.ts';
import { countsForLimit, type RunQueue } from './execution-queue.ts';
import { productionQueue } from './production-queue.ts';
import { RemoteRuns } from './remote-runs.ts';
import { ExecutionPacker, fileIds, filesOfStart, type CalledAs, type Origin } from './execution-packer.ts';
import { RunLauncher, type Launch, type LaunchedRun } from './run-launcher.ts';
import { ActiveRuns, type SavedOutcome } from './active-runs.ts';
import { isRetryable, notRetryable, originOf, storedExecution, storedState, type StoredExecution } from './stored-executions.ts';
import { UNSAVED_WORKFLOW_ID } from '../../contract/rest/constants.ts';
import { isUnsaved, UNSAVED } from '../principals.ts';
import { importedWorkflowId } from '../workflow-ids.ts';
import type { WorkflowStates } from './workflow-states.ts';
import { saveAlways, savedAll, savingRules, type SavingRules } from './saving-rules.ts';

/** Milliseconds after which a manual execution is deleted if it is not saved permanently. */
const TEST_RUN_LIFETIME = 86_400_000;

export class ExecutionService implements CalledRuns {
  readonly packer: ExecutionPacker;
  readonly #ports: ExecutionServicePorts;
  /** The static data of workflows. */
  readonly states: WorkflowStates;
  /** Executions that this process runs. */
  readonly activeRuns: ActiveRuns;
  /** Executions that other processes on the data folder run. */
  readonly otherInstances: OtherInstances;
  /** Executions that are claimed in the database but have not started yet. */
  readonly #claimed = new Set<string>();
  /** Production executions beyond the limit; absent if there is no queue. */
  readonly queue?: RunQueue<Launch>;
  /** Callers on other servers of a team. */
  readonly remote: RemoteRuns | undefined;
  readonly errorRuns: ErrorRuns;
  readonly links: CallLinks;
  readonly ofDeleted: DeletedWorkflows;
  readonly #launcher: RunLauncher;

  constructor(ports: ExecutionServicePorts) {
    this.#ports = ports;
    this.packer = new ExecutionPacker(ports.store);
    this.states = ports.states;
    this.links = new CallLinks(ports);
    const { team } = ports.instance;
    this.remote = team === undefined ? undefined : new RemoteRuns({ ...ports, team });
    this.otherInstances = new OtherInstances({
      ...ports,
      links: this.links,
      isOurs: (id) => this.activeRuns.record(id) !== undefined || this.#claimed.has(id) || this.queue?.isClaiming === true,
    });
    this.errorRuns = new ErrorRuns({
      ...ports,
      admitted: (execution) => this.admitted(execution),
      start: (request) => this.start(request).done,
      claims: team === undefined ? undefined : ports.store.triggerClaims,
    });
    this.ofDeleted = new DeletedWorkflows({
      ...ports,
      stop: (id, reason) => this.stop(id, reason),
      remove: (filter) => this.remove(filter),
    });
    this.activeRuns = new ActiveRuns({
      ...ports,
      onWaits: ({ id, workflowId }) =>
        void this.ofDeleted
          .waits(id, workflowId)
          .catch((error: unknown) => ports.logger.warn(`An execution of a deleted workflow could not be stopped: ${String(error)}`)),
      packer: this.packer,
      links: this.links,
      errorRuns: this.errorRuns,
    });
    this.#launcher = new RunLauncher({ ...ports, packer: this.packer, activeRuns: this.activeRuns });
    const { productionLimit: limit } = ports;
    if (limit === undefined) return;
    this.queue = productionQueue({
      ...ports,
      limit,
      packer: this.packer,
      claimed: this.#claimed,
      remote: this.remote,
      launch: (launch) => this.#launch(launch),
      assertWritable: () => this.#launcher.assertWritable(),
      rulesOf: (workflow, mode) => this.#rules(workflow, mode),
      admitted: (execution) => this.admitted(execution),
    });
  }

  /** Saves the workflow, runs it, and saves the execution with its data. After a failure, runs the error workflow and saves that execution too. */
  async runAndSave(request: StartRequest): Promise<SavedOutcome> {
    const { store, ids, clock, principals } = this.#ports;
    const owner = await store.users.owner();
    const id = await importedWorkflowId(store.workflows, request.workflow.id, owner?.id ?? null, ids);
    await store.workflows.save(id, request.workflow, clock.now());
    const [saved, principal = Principal.nobody] = await Promise.all([store.workflows.get(id), principals.ofStored(id)]);
    // The run starts with the static data stored by earlier runs.
    const workflow = { ...request.workflow, id, staticData: saved?.staticData };
    return this.start({ ...request, isKept: true, workflow, principal }).done;
  }

  /** Starts a workflow, and saves its execution according to the settings. Throws STORE_FAILED while the database cannot be written to. */
  start({ isKept = false, failed, retryOf, called, reports, claim, ...request }: ExecutionRequest): LaunchedRun {
    const { ids } = this.#ports;
    const { workflow, principal, mode, executionId = ids(), startNode, items, output, destination, partial } = request;
    const rules = this.#rules(workflow, mode, principal, isKept);
    const newRecord = this.#newRecord(executionId, principal, workflow, mode, retryOf);
    const record = rules.isTemporary === true ? { ...newRecord, expiresAt: newRecord.startedAt + TEST_RUN_LIFETIME } : newRecord;
    const launch: Launch = {
      record,
      request: { ...request, listener: this.#listener(request.listener) },
      ...(failed === undefined ? {} : { result: failedResult(failed, startNode ?? '', mode, record.startedAt) }),
      rules,
      start: { startNode, items, output },
      reports,
      claim,
      origin: {
        ...originFor(principal, called, destination ?? partial?.destination),
        ...(isKept ? { isKept } : {}),
        ...this.remote?.callerWith(request.responder),
      },
    };
    return this.queue !== undefined && failed === undefined && this.#mayBeQueued(mode) ? this.queue.start(launch) : this.#launch(launch);
  }

  /** Starts a called workflow as an execution of its own; returns undefined if this service does not run the caller. */
  startCalled(request: StartRequest, link: CallLink): RunningExecution | undefined {
    if (this.activeRuns.record(link.parentId) === undefined) return undefined;
    const { ids } = this.#ports;
    const { workflow, principal = Principal.nobody, mode, startNode, items, isManual = false, depth = 0 } = request;
    const { parentId, parentWorkflowId, parentNode, index, isInline } = link;
    const executionId = ids();
    const parent = { id: parentId, workflowId: parentWorkflowId, node: parentNode, ...(index === undefined ? {} : { call: index }) };
    const staticData = request.staticData ?? (isInline ? undefined : this.#staticDataOf(principal));
    const end = Promise.withResolvers<RunOutcome>();
    const { done, stop } = this.#launcher.launch({
      record: { ...this.#newRecord(executionId, principal, workflow, mode), parent },
      request: { ...request, principal, staticData },
      rules: this.#rules(workflow, mode, principal),
      start: { startNode, items },
      origin: originFor(principal, { isInline, isByHand: isManual, depth }),
      link,
      onOver: end.resolve,
    });
    done.then(end.resolve, end.reject);
    return { executionId, done: end.promise, stop };
  }

  /** Resumes a waiting execution. Throws EXECUTION_NOT_FOUND if it does not exist or is no longer waiting. */
  async resume(executionId: string, options: ResumeOptions = {}): Promise<SavedOutcome> {
    return (await this.resumeRun(executionId, options)).done;
  }

  /** Like `resume`, but resolves as soon as the execution is running and its new input is stored. */
  async resumeRun(executionId: string, { output, question, responder, listener, staticData }: ResumeOptions = {}): Promise<LaunchedRun> {
    const { store, instance, clock } = this.#ports;
    const execution = await this.get(executionId);
    const stored = storedState(execution);
    if (execution?.workflow === undefined || stored === undefined) throw notWaiting(executionId);
    const state = resumedBy(stored, output, question);
    if (state === undefined) throw notWaiting(executionId);
    // A call that was approved must not be made twice.
    const isCaller = openCalls(state).length > 0 && !hasAnswers(state);
    const claim = {
      ...(output === undefined ? {} : { payload: await this.packer.resumed(execution.payload, state), files: filesOfStart({ output }) }),
      // Its pending calls return the stored results, so a crash before the next node loses nothing.
      ...(isCaller ? { checkpoint: clock.now() } : {}),
    };
    this.#claimed.add(executionId);
    try {
      if (!(await store.executions.claim(executionId, instance.id, claim))) throw notWaiting(executionId);
      const ready = await this.links.withResults(executionId, state);
      const { mode } = execution.record;
      const { file: workflow, principal } = await this.#admitted(execution.workflow, execution);
      const origin = originOf(execution);
      const run = this.#launch({
        record: { ...resumedRecord(execution.record), instance: instance.id },
        request: {
          workflow,
          principal,
          mode,
          responder: responder ?? this.remote?.responderFor(executionId, origin.caller),
          staticData,
          ...callOf(execution),
          isCheckpointed: isCaller,
          listener: this.#listener(listener),
        },
        state: ready,
        rules: this.#rules(workflow, mode, principal, execution.payload?.isKept),
        origin: { ...origin, ...this.remote?.callerWith(responder, origin.caller) },
      });
      if (countsForLimit(mode)) this.queue?.occupy(run.done);
      return run;
    } finally {
      this.#claimed.delete(executionId);
    }
  }

  /** Resumes all waiting executions that are due; returns their outcomes. */
  async resumeDue(): Promise<readonly SavedOutcome[]> {
    const due = await this.#ports.store.executions.due(this.#ports.clock.now());
    const outcomes = await Promise.allSettled(due.map(({ id }) => this.resume(id)));
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /**
   * Retries a failed execution from the node that failed, or a crashed one from its start. `workflow`: the saved version, if it is to run instead
   * of the version that ran. An execution that was started by hand runs on behalf of `userId` again, others on behalf of the workflow's owner.
   * Throws EXECUTION_NOT_FOUND, BAD_REQUEST if the execution cannot be retried, WORKFLOW_NOT_FOUND if its workflow was deleted, or FORBIDDEN if another
   * user started it by hand.
   */
  async retry(executionId: string, userId: string, workflow?: WorkflowFile): Promise<LaunchedRun> {
    let execution = await this.get(executionId);
    if (execution !== undefined && this.otherInstances.isLost(execution.record)) {
      await this.recover();
      execution = await this.get(executionId);
    }
    if (execution === undefined) throw notFound(executionId);
    // An inline workflow is not saved: the saved version is that of its caller.
    const isInline = execution.payload?.called?.isInline === true;
    const file = isInline ? execution.workflow : (workflow ?? execution.workflow);
    if (!isRetryable(execution, file)) throw notRetryable(execution);
    await this.ofDeleted.assertLeft(execution.record);
    const admitted = await this.#admitted(file, execution);
    await this.#assertOwnRun(execution, admitted.principal, userId);
    const run = this.#startRetry(executionId, admitted, execution);
    this.#noteSuccess(executionId, run).catch((error: unknown) =>
      this.#ports.logger.warn(`That the execution ${executionId} was retried could not be stored: ${String(error)}`, { executionId }),
    );
    return run;
  }

  async #noteSuccess(executionId: string, run: LaunchedRun): Promise<void> {
    const outcome = await run.done.catch(() => undefined);
    if (outcome?.result.status === 'success') await this.#ports.store.executions.noteRetry(executionId, outcome.executionId);
  }

  /** Throws FORBIDDEN for an execution that another user started by hand, since its retry would act on behalf of that user. */
  async #assertOwnRun({ record: { id } }: StoredExecution, { startedBy }: Principal, userId: string): Promise<void> {
    if (startedBy === undefined || startedBy === (await this.#ports.principals.ofPerson(userId)).userId) return;
    throw new AppError('FORBIDDEN', `The execution ${id} cannot be retried: another user started it by hand.`, {
      params: { id },
      hint: 'Run the workflow yourself.',
    });
  }

  /**
   * Stops a waiting or running execution of any process, with the executions it waits for, and returns its new row. A caller that waits for it
   * fails with the reason. If its process has ended, the execution is only marked as stopped. Throws EXECUTION_NOT_FOUND if it is neither running nor waiting.
   */
  async stop(executionId: string, reason: AppError = stopped()): Promise<ExecutionRecord> {
    const { store, clock, onWaiting } = this.#ports;
    const active = this.activeRuns.record(executionId);
    if (active !== undefined) {
      await this.activeRuns.stop(executionId, reason);
      const stored = await store.executions.get(executionId);
      return stored ?? { ...active, status: 'canceled', stoppedAt: clock.now() };
    }
    const row = await store.executions.get(executionId);
    const delivery = row === undefined ? undefined : await this.links.failure(row, reason.message);
    if (row?.status === 'running') {
      if (!this.otherInstances.isLost(row)) await this.otherInstances.stop(executionId);
      const execution = await store.executions.get(executionId);
      if (execution !== undefined && this.otherInstances.isLost(execution))
        await store.executions.cancelLost(execution, clock.now(), delivery);
    } else if (!(await store.executions.cancelWaiting(executionId, clock.now(), delivery, reason.message))) {
      throw new AppError('EXECUTION_NOT_FOUND', `The execution ${executionId} is neither running nor waiting.`, {
        params: { id: executionId },
      });
    }
    if (delivery !== undefined) onWaiting?.(delivery.now);
    for (const { id } of await store.executions.calls.awaited(executionId)) await this.stop(id).catch(() => undefined);
    this.queue?.drop(executionId);
    this.#ports.onWaitEnded?.(executionId);
    const stored = await store.executions.get(executionId);
    // Manual executions of unsaved workflows are not stored when they end.
    return stored ?? { ...(row as ExecutionRecord), status: 'canceled', stoppedAt: clock.now() };
  }

  /**
   * Removes finished executions, and waiting or queued ones if the filter includes them or lists ids; returns their number. Callers that wait for
   * a removed execution fail. Called executions are stopped if their caller is removed.
   */
  async remove(filter: ExecutionFilter): Promise<number> {
    const { store, clock, onWaiting, onWaitEnded } = this.#ports;
    const now = clock.now();
    const count = await store.executionList.remove(filter, now, async (ids) => {
      for (const id of ids) onWaitEnded?.(id);
      await this.links.endAbandoned(ids, (id) => this.stop(id));
    });
    if (count > 0) onWaiting?.(now);
    for (const id of filter.ids ?? []) {
      if (this.queue?.has(id) === true && (await store.executions.get(id)) === undefined) this.queue.drop(id);
    }
    return count;
  }

  /** Resolves once no run is active, here or elsewhere for a caller here, and all results are stored. */
  async idle(): Promise<void> {
    await this.queue?.settled();
    await this.activeRuns.idle();
    await this.#ports.executor.idle();
  }

  /** Returns an execution's row with its data; undefined for an unknown id. */
  get(executionId: string): Promise<StoredExecution | undefined> {
    return storedExecution(this.#ports.store, executionId);
  }

  /** Returns the status of a stored execution; undefined for an unknown id. */
  async statusOf(executionId: string): Promise<ExecutionStatus | undefined> {
    return (await this.#ports.store.executions.get(executionId))?.status;
  }

  /** The workflow of a stored execution with the identity of its run; undefined if the workflow was not stored. */
  async admitted(execution: StoredExecution): Promise<AdmittedWorkflow | undefined> {
    return execution.workflow === undefined ? undefined : this.#admitted(execution.workflow, execution);
  }

  /** Marks executions whose process has ended as crashed or, if they have a checkpoint, as waiting; returns the ids of the crashed ones. */
  recover(): Promise<readonly string[]> {
    return this.otherInstances.recover();
  }

  /** Handles stop requests from other processes and recovers executions whose process has ended; returns the ids of the crashed ones. */
  async followOthers(): Promise<readonly string[]> {
    const { store, instance, logger } = this.#ports;
    const failed = (error: unknown): void => logger.warn(`An execution could not be stopped: ${String(error)}`);
    for (const id of await store.executions.stopRequests(instance.id)) this.activeRuns.stop(id, stopped()).catch(failed);
    const lostRecords = await this.recover();
    await this.otherInstances.running();
    return lostRecords;
  }

  /** On a team, any server with a free slot also runs error workflows and retries. */
  #mayBeQueued(mode: ExecutionMode): boolean {
    return countsForLimit(mode) || (this.remote !== undefined && (mode === 'error' || mode === 'retry'));
  }

  #launch(launch: Launch): LaunchedRun {
    const { caller, called } = launch.origin;
    // Earlier executions may have changed static data while this one was queued.
    const request = called?.isInline === true ? launch.request : this.states.addTo(launch.request);
    const run = this.#launcher.launch({ ...launch, request });
    // The caller of a new execution is here.
    if (launch.start === undefined && caller !== undefined) this.remote?.follow(run, caller);
    return run;
  }

  #startRetry(retryOf: string, { file: workflow, principal }: AdmittedWorkflow, execution: StoredExecution): LaunchedRun {
    const state = storedState(execution);
    const { payload } = execution;
    const mode: ExecutionMode = 'retry';
    const called = payload?.called;
    const request = { workflow, principal, mode, ...callOf(execution) };
    if (state === undefined) return this.start({ ...payload?.start, ...request, retryOf, called });
    return this.#launch({
      record: this.#newRecord(this.#ports.ids(), principal, workflow, mode, retryOf),
      request: { ...request, listener: this.#listener(undefined) },
      state: asNewExecution(state),
      rules: this.#rules(workflow, mode, principal),
      start: payload?.start ?? {},
      origin: originFor(principal, called, payload?.executedNode),
      files: fileIds(payload?.resultData?.runData ?? {}),
    });
  }

  #newRecord(
    id: string,
    { workflowId = UNSAVED, userId }: Principal,
    workflow: WorkflowFile,
    mode: ExecutionMode,
    retryOf?: string,
  ): ExecutionRecord {
    const { clock, instance } = this.#ports;
    return {
      id,
      workflowId,
      workflowName: workflow.name ?? '',
      mode,
      status: 'running',
      startedAt: clock.now(),
      instance: instance.id,
      ...ownerOf(userId),
      ...(retryOf === undefined ? {} : { retryOf }),
    };
  }

  #rules(workflow: WorkflowFile, mode: ExecutionMode, principal?: Principal, isKept = false): SavingRules {
    const isWorkflowSaved = principal === undefined || principal.workflowId !== undefined;
    const rules = savingRules(workflow.settings, mode, this.#ports.saving?.() ?? savedAll, isWorkflowSaved);
    return isKept ? { ...saveAlways, progress: rules.progress } : rules;
  }

  /** The file with its latest static data, and the identity of the run. An inline workflow has the identity of its caller and no static data. */
  async #admitted(file: WorkflowFile, { record, payload = {} }: StoredExecution): Promise<AdmittedWorkflow> {
    const principal = await this.#ports.principals.ofExecution(record, payload);
    const own = { ...file, id: isUnsaved(record.workflowId) ? UNSAVED_WORKFLOW_ID : record.workflowId };
    return { file: payload.called?.isInline === true ? own : await this.#withStaticData(own, principal), principal };
  }

  async #withStaticData(file: WorkflowFile, principal: Principal): Promise<WorkflowFile> {
    const { workflowId } = principal;
    if (workflowId === undefined) return file;
    const newest = this.#staticDataOf(principal);
    if (newest !== undefined) return { ...file, staticData: newest };
    const saved = await this.#ports.store.workflows.get(workflowId);
    return saved === undefined ? file : { ...file, staticData: saved.staticData };
  }

  #staticDataOf({ workflowId }: Principal): JsonObject | undefined {
    return workflowId === undefined ? undefined : this.states.get(workflowId);
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

/** A run on behalf of nobody belongs to no user, not to the instance owner. */
const ownerOf = (userId: string | null | undefined): Pick<ExecutionRecord, 'ownerId'> => (userId === null ? {} : { ownerId: userId ?? '' });

const originFor = ({ startedBy }: Principal, called: CalledAs | undefined, executedNode?: string): Origin => ({
  ...(startedBy === undefined ? {} : { startedBy }),
  ...(called === undefined ? {} : { called }),
  ...(executedNode === undefined ? {} : { executedNode }),
});

/** How another workflow called the workflow of a stored execution. */
const callOf = ({ payload: { called } = {} }: StoredExecution): Pick<StartRequest, 'isManual' | 'depth'> =>
  called === undefined ? {} : { isManual: called.isByHand, depth: called.depth };

const stopped = (): AppError => new AppError('EXECUTION_CANCELED', 'The execution was stopped.');

const resumedRecord = ({ waitTill: _past, ...record }: ExecutionRecord): ExecutionRecord => ({ ...record, status: 'running' });

/** Whether a person has answered a question of a task that has not ended. */
const hasAnswers = ({ pending }: StoredRunState): boolean =>
  pending.some(({ progress }) => progress?.questions.some(({ answer }) => answer !== undefined) === true);

const notWaiting = (id: string): AppError =>
  new AppError('EXECUTION_NOT_FOUND', `There is no waiting execution ${id}.`, { params: { id } });

const notFound = (id: string): AppError =>
  new AppError('EXECUTION_NOT_FOUND', `There is no execution with the id "${id}".`, { params: { id } });
