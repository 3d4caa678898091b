// Starts, resumes and stops executions, and runs the workflows that a workflow calls.
import { storeCustomEntry } from '../contract/custom-data.ts';
import { AppError } from '../contract/errors.ts';
import type { RunResult } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { CancellationScope } from './cancellation.ts';
import { compileWorkflow, unknownType, type CompiledWorkflow } from './compiled-workflow.ts';
import { toErrorData } from './error-data.ts';
import { errorRun, triggerErrorRun, type Failed, type FailedOutcome } from './error-workflow.ts';
import { planPartialRun } from './partial-run.ts';
import { defaultSettings, type ExecutionPorts, type ExecutionSettings } from './ports.ts';
import { Principal, type AdmittedWorkflow } from './principal.ts';
import type { AdmittedRequest, CalledRuns, CallLink, ResumeRequest, RunningExecution, RunOutcome, StartRequest } from './request.ts';
import { resumedBy } from './questions.ts';
import { Roster } from './roster.ts';
import { newRunState, restoreRunState, stepsOf, storeRunState, type CallResult, type RunState, type StoredRunState } from './run-state.ts';
import { Run, type RunSetup } from './run.ts';
import { detachedNode, type DetachedNode, type DetachedRequest } from './detached-node.ts';
import { nodesLeadingTo, startNodeOf, startTask } from './start.ts';
import { callResult, returnOf, callWorkflow, saveStaticData } from './sub-workflow.ts';
import { limitTime } from './timers.ts';

interface MissingPackage {
  /** Name of the node. */
  readonly node: string;
  readonly error: AppError;
}

export class Executor {
  readonly #ports: ExecutionPorts;
  #settings: ExecutionSettings;
  #calledRuns: CalledRuns | undefined;
  readonly #root = new CancellationScope();
  readonly #parking = new AbortController();
  readonly #running = new Roster<Promise<unknown>>();

  constructor(ports: ExecutionPorts, settings: Partial<ExecutionSettings> = {}) {
    this.#ports = ports;
    this.#settings = { ...defaultSettings, ...settings };
  }

  /** Runs called workflows as executions of their own from now on. Without that, or if it returns undefined, they run within their callers. */
  runCallsIn(calledRuns: CalledRuns): void {
    this.#calledRuns = calledRuns;
  }

  /** Changes settings for runs and triggers that start from now on. */
  change(settings: Partial<Pick<ExecutionSettings, 'timezone' | 'timeout' | 'vars'>>): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  /** Starts a workflow. `done` does not reject if the run fails; `start` throws if the workflow cannot start (no start node, invalid time zone). */
  start(request: StartRequest): RunningExecution {
    return this.#launch(request, (executionId, scope) => this.#run(request, executionId, scope, true));
  }

  /** Resumes a run that was waiting (the waiting node passes on its input) or that failed (the failed node runs again). */
  resume(request: ResumeRequest, stored: StoredRunState): RunningExecution {
    return this.#launch(request, (executionId, scope) => this.#resume(request, stored, executionId, scope, true));
  }

  /** Returns the items that a finished execution returns to its caller. `workflow`: the file as it ran. */
  async callResult(workflow: WorkflowFile, result: RunResult): Promise<CallResult> {
    const compiled = await compileWorkflow(workflow, this.#ports.nodes);
    return callResult(result, returnOf(compiled, startNodeOf(compiled, 'integrated')), this.#root.signal);
  }

  /** Returns a node outside of a run: for triggers, webhooks and the editor's lists. */
  async detachedNode(workflow: WorkflowFile, nodeName: string, request: DetachedRequest): Promise<DetachedNode> {
    const call: Parameters<typeof detachedNode>[5] = (called, callPlace, caller) =>
      callWorkflow(this.#ports, called, { ...callPlace, run: caller, depth: 0 }, (next, link) => this.#calledRun(next, link));
    return detachedNode(await compileWorkflow(workflow, this.#ports.nodes), nodeName, this.#ports, this.#settings, request, call);
  }

  /** Returns what is wrong with the first enabled node whose package is not installed; undefined if there is none. */
  async missingPackage(workflow: WorkflowFile): Promise<MissingPackage | undefined> {
    const node = (await compileWorkflow(workflow, this.#ports.nodes)).nodeWithoutPackage();
    return node === undefined ? undefined : { node: node.name, error: unknownType(node) };
  }

  /** Runs the error workflow of a failed run; returns undefined if there is none. Errors in it are logged. `url`: URL of the failed execution. */
  async runErrorWorkflow(failed: AdmittedWorkflow, outcome: RunOutcome, url?: string): Promise<RunOutcome | undefined> {
    try {
      const request = await this.errorRun(failed, outcome, url);
      return request === undefined ? undefined : await this.start(request).done;
    } catch (error) {
      this.#ports.logger.error(`The error workflow of "${failed.file.name ?? ''}" could not run: ${String(error)}`, {
        executionId: outcome.executionId,
      });
      return undefined;
    }
  }

  /**
   * Returns the error workflow to start after a failure, for callers that store executions; undefined if there is none. Throws
   * WORKFLOW_NOT_CALLABLE if the failed workflow may not call it.
   */
  async errorRun(failed: AdmittedWorkflow, outcome: FailedOutcome, url?: string): Promise<AdmittedRequest | undefined> {
    return errorRun(await this.#failed(failed), outcome, (id) => this.#errorWorkflow(id, failed.principal), url);
  }

  /** Like `errorRun`, for a failed trigger of an active workflow. */
  async triggerErrorRun(failed: AdmittedWorkflow, nodeName: string, error: unknown): Promise<AdmittedRequest | undefined> {
    const data = toErrorData(error, nodeName, this.#ports.clock.now());
    return triggerErrorRun(await this.#failed(failed), data, (id) => this.#errorWorkflow(id, failed.principal));
  }

  async #failed(workflow: AdmittedWorkflow): Promise<Failed> {
    const compiled = await compileWorkflow(workflow.file, this.#ports.nodes);
    return { workflow, node: (name) => compiled.node(name) };
  }

  /**
   * Parks runs at the next point from which they can be resumed: before their next node, during pauses, and when a workflow they called parks.
   * Parked runs end as waiting. A called workflow without an execution of its own continues, since it could not be resumed.
   */
  park(): void {
    this.#parking.abort();
  }

  /** Stops all runs. Runs started afterwards are stopped immediately. */
  stop(reason: Error = new AppError('EXECUTION_CANCELED', 'The execution was stopped because Millrace is shutting down.')): void {
    this.#root.cancel(reason);
  }

  /** Resolves once no run is active, including called workflows that run without being awaited. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.members());
  }

  async #errorWorkflow(id: string, failed: Principal): Promise<AdmittedWorkflow | undefined> {
    const workflow = await this.#ports.workflow?.(id);
    if (workflow !== undefined) this.#ports.assertCallable?.(workflow, failed);
    return workflow;
  }

  #launch(
    { executionId = (this.#ports.executionIds ?? this.#ports.uuid)(), parent = this.#root }: Pick<StartRequest, 'executionId' | 'parent'>,
    run: (executionId: string, scope: CancellationScope) => Promise<RunOutcome>,
  ): RunningExecution {
    const scope = parent.child();
    const done = run(executionId, scope).finally(() => {
      scope.close();
      leave();
    });
    const leave = this.#running.add(done);
    return { executionId, done, stop: (reason) => scope.cancel(reason) };
  }

  async #run(request: StartRequest, executionId: string, scope: CancellationScope, parks: boolean): Promise<RunOutcome> {
    const workflow = await compileWorkflow(request.workflow, this.#ports.nodes);
    return this.#finish(request, workflow, startState(workflow, request), executionId, scope, parks);
  }

  async #resume(
    request: ResumeRequest,
    stored: StoredRunState,
    executionId: string,
    scope: CancellationScope,
    parks: boolean,
  ): Promise<RunOutcome> {
    const workflow = await compileWorkflow(request.workflow, this.#ports.nodes);
    return this.#finish(
      request,
      workflow,
      restoreRunState(resumedBy(stored, request.output, request.question) ?? stored),
      executionId,
      scope,
      parks,
    );
  }

  /** `parks`: whether the run may be parked, because it can be resumed later. */
  async #finish(
    request: ResumeRequest,
    workflow: CompiledWorkflow,
    state: RunState,
    executionId: string,
    scope: CancellationScope,
    parks: boolean,
  ): Promise<RunOutcome> {
    const {
      mode,
      listener,
      responder,
      staticData,
      latestStaticData,
      principal = Principal.nobody,
      isManual,
      onProgress,
      stored,
      checkpoint,
      isCheckpointed,
      depth = 0,
    } = request;
    if (workflow.usesSandbox) this.#ports.sandbox.warm();
    const steps = onProgress === undefined ? undefined : stepsOf(state, workflow.depthFirst);
    const onStep: RunSetup['onStep'] = (isPause, task) => {
      if (task === undefined) steps?.note();
      onProgress?.(() => steps?.take(task), isPause);
    };
    const run = new Run({
      workflow,
      state,
      ports: stored === undefined ? this.#ports : gatedPorts(this.#ports, stored),
      settings: this.#settings,
      mode,
      executionId,
      scope,
      parking: parks ? this.#parking.signal : undefined,
      checkpoint,
      checkpointCaller: request.checkpointCaller,
      archives: request.archives,
      callerModels: request.callerModels,
      isCheckpointed,
      listener,
      responder,
      staticData,
      latestStaticData,
      principal,
      isManual,
      onStep: steps === undefined ? undefined : onStep,
      runSubWorkflow: this.#calls(stored, depth),
    });
    const cancel = limitTime(scope, workflow.graph.settings, this.#settings.timeout);
    try {
      const result = await run.finish();
      const canGoOn = result.status !== 'success';
      const { changedStaticData } = run;
      return {
        executionId,
        result,
        staticData: changedStaticData,
        ...(changedStaticData === undefined ? undefined : { staticDataBefore: run.staticData.stored }),
        ...(canGoOn ? { state: storeRunState(state) } : undefined),
      };
    } finally {
      cancel();
    }
  }

  /** Calls of a run, made once its start is stored. */
  #calls(stored: ResumeRequest['stored'], depth: number): RunSetup['runSubWorkflow'] {
    return async (call, callPlace, caller) => {
      await stored;
      return callWorkflow(this.#ports, call, { ...callPlace, run: caller, depth }, (next, link) => this.#calledRun(next, link));
    };
  }

  /** Starts a called workflow: stored, if its caller is. */
  #calledRun(request: StartRequest, link: CallLink): RunningExecution {
    return this.#calledRuns?.startCalled(request, link) ?? this.#startCalled(request, link);
  }

  #startCalled(request: StartRequest, { isInline }: CallLink): RunningExecution {
    return this.#launch(request, async (executionId, scope) => {
      let outcome = await this.#run(request, executionId, scope, false);
      let staticData = await saveStaticData(this.#ports, request, outcome, isInline);
      while (outcome.result.waitTill !== undefined && outcome.state !== undefined) {
        await this.#ports.clock.sleep(Math.max(0, outcome.result.waitTill - this.#ports.clock.now()), scope.signal);
        const next = { ...request, staticData };
        outcome = await this.#resume(next, outcome.state, executionId, scope, false);
        staticData = await saveStaticData(this.#ports, next, outcome, isInline);
      }
      return outcome;
    });
  }
}

/** Returns the start node and the bounds of a run. Throws NO_START_NODE or NODE_NOT_FOUND. */
function startState(workflow: CompiledWorkflow, request: StartRequest): RunState {
  const { mode, startNode, destination, partial, pinData } = request;
  if (partial !== undefined) {
    const { only, ...start } = planPartialRun(workflow, { pinData, ...partial });
    return newRunState({ ...start, bounds: { only, destination: partial.destination, pinData } });
  }
  const only = destination === undefined ? undefined : nodesLeadingTo(workflow, destination);
  const start = startNode ?? startNodeOf(workflow, mode, destination);
  const state = newRunState({ pending: [startTask(start, request)], bounds: { only, destination, pinData } });
  for (const [key, value] of request.customData ?? []) storeCustomEntry(state.customData, key, value);
  return state;
}

/**
 * Wraps the ports so that requests and user code wait until `stored` resolves. If `stored` rejects, they reject with its reason and have no
 * effect. A run that uses neither is not delayed.
 */
function gatedPorts(ports: ExecutionPorts, stored: Promise<void>): ExecutionPorts {
  const { http, sandbox } = ports;
  let isStored = false;
  stored.then(
    () => (isStored = true),
    () => undefined,
  );
  const gated = <T>(act: () => Promise<T>): Promise<T> => (isStored ? act() : stored.then(act));
  return {
    ...ports,
    http: { request: (request) => gated(() => http.request(request)) },
    sandbox: {
      warm: () => sandbox.warm(),
      run: (...args) => gated(() => sandbox.run(...args)),
      // A query accesses only its own tables, so it need not wait.
      query: (...args) => sandbox.query(...args),
    },
  };
}
