// One run of one workflow: takes tasks from the schedule one by one, records each result, and ends with the outcome.
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../contract/json.ts';
import type { ConsoleLevel, RunEvent } from '../contract/push.ts';
import { WAIT_FOREVER, type ExecutionMode, type ExecutionStatus, type RunResult } from '../contract/run-data.ts';
import type { ArchiveBudget, Logger, Responder, SubWorkflowCall, SubWorkflowResult, WebhookReply } from '../sdk/index.ts';
import { runBudget, type ModelBudget } from './models/model-budget.ts';
import { archiveBudget } from './archive-budget.ts';
import type { CancellationScope } from './cancellation.ts';
import type { CompiledNode, CompiledWorkflow } from './compiled-workflow.ts';
import { SubRuns } from './sub-runs.ts';
import { toErrorData } from './error-data.ts';
import { hasRequiredInputs } from './node-view.ts';
import type { ExecutionPorts, ExecutionSettings, RunListener } from './ports.ts';
import type { Principal } from './principal.ts';
import { Progress, type StoredProgress } from './progress.ts';
import type { Checkpoint } from './request.ts';
import type { CallPlace, Parking, RunHost } from './run-host.ts';
import {
  progressOf,
  withNext,
  type CompletedCall,
  type CompletedCalls,
  type PendingTask,
  type PinData,
  type RunState,
} from './run-state.ts';
import { Schedule } from './schedule.ts';
import { StaticData } from './static-data.ts';
import { zoneOf } from './timers.ts';
import { taskData, runTask, type TaskOutcome } from './task-runner.ts';

/** Maximum time in milliseconds before the loop yields to other work. */
const SLICE = 20;

/** Minimum length in milliseconds of pauses that are stored and survive a crash. */
const CHECKPOINT_FROM = 1000;

export interface RunSetup {
  readonly workflow: CompiledWorkflow;
  readonly state: RunState;
  readonly ports: ExecutionPorts;
  readonly settings: ExecutionSettings;
  readonly mode: ExecutionMode;
  readonly executionId: string;
  readonly scope: CancellationScope;
  /** Aborted when runs should park; absent for runs that cannot be resumed. */
  readonly parking?: AbortSignal;
  readonly listener?: RunListener;
  readonly responder?: Responder;
  /** Static data of the workflow, if it is newer than that of the file. */
  readonly staticData?: JsonObject;
  readonly latestStaticData?: (() => Promise<unknown>) | undefined;
  readonly principal: Principal;
  /** Whether this is part of a manual run. */
  readonly isManual?: boolean;
  /** Called after each node, and when the run starts to wait for the node of `task`. `isPause`: whether the run is about to pause. */
  readonly onStep?: (isPause: boolean, task?: PendingTask) => void;
  readonly checkpoint?: Checkpoint;
  /** Stores a checkpoint of the run that called this one, and of its callers. */
  readonly checkpointCaller?: () => Promise<void>;
  /** Limits of the archives of the run that called this one. */
  readonly archives?: ArchiveBudget;
  /** Counts calls of models by the run that called this one. */
  readonly callerModels?: ModelBudget | undefined;
  /** Whether the checkpoint is already stored. */
  readonly isCheckpointed?: boolean;
  /** Resolves with undefined if the called execution is waiting. */
  readonly runSubWorkflow: (call: SubWorkflowCall, callPlace: CallPlace, caller: Run) => Promise<SubWorkflowResult | undefined>;
}

export class Run implements RunHost {
  readonly workflow: CompiledWorkflow;
  readonly state: RunState;
  readonly ports: ExecutionPorts;
  readonly settings: ExecutionSettings;
  readonly mode: ExecutionMode;
  readonly executionId: string;
  readonly timezone: string;
  readonly signal: AbortSignal;
  readonly archives: ArchiveBudget;
  readonly models: ModelBudget;
  readonly staticData: StaticData;
  readonly pinData: PinData | undefined;
  readonly scope: CancellationScope;
  readonly subRuns: SubRuns;
  /** Static data to store with the workflow after the run; undefined if it has not changed. */
  changedStaticData: JsonObject | undefined;
  readonly #setup: RunSetup;
  readonly #notify: RunListener | undefined;
  readonly #schedule: Schedule;
  readonly #startedAt: number;
  /** Resolves the pending node early. Default outcome: stopped. */
  #interrupt: ((outcome?: TaskOutcome) => void) | undefined;
  /** The last node before the running one, which remains the last if the running one has no output. */
  #nodeBefore: string | undefined;
  /** The running task. */
  #task: PendingTask | undefined;
  /** The workflows that the running node has called. */
  #calls: CompletedCalls | undefined;
  /** What the running node has done in its task, if it can wait in the middle. */
  #progress: Progress | undefined;
  /** Responses to send once the run waits. */
  #replies: WebhookReply[] = [];
  #isCheckpointed: boolean;
  #isOver = false;

  constructor(setup: RunSetup) {
    this.#setup = setup;
    this.workflow = setup.workflow;
    this.state = setup.state;
    this.ports = setup.ports;
    this.settings = setup.settings;
    this.mode = setup.mode;
    this.executionId = setup.executionId;
    this.scope = setup.scope;
    this.signal = setup.scope.signal;
    this.archives = setup.archives ?? archiveBudget(setup.settings.archives);
    this.models = runBudget(setup, setup.callerModels);
    this.pinData = setup.state.bounds.pinData;
    this.timezone = zoneOf(setup.workflow.graph.settings.timezone) ?? setup.settings.timezone;
    this.staticData = new StaticData(setup.staticData ?? setup.workflow.graph.file.staticData, setup.latestStaticData);
    this.#schedule = new Schedule(
      setup.workflow,
      setup.state,
      (node, inputs) => hasRequiredInputs(this, node, inputs),
      setup.state.bounds.only,
    );
    this.#notify = setup.listener === undefined ? undefined : withGuardedCalls(setup.listener, setup.ports.logger);
    this.#startedAt = setup.ports.clock.now();
    this.subRuns = new SubRuns(
      this.state,
      this.executionId,
      () => this.ports.clock.now(),
      (event) => this.#notify?.(event),
    );
    this.#isCheckpointed = setup.isCheckpointed === true;
  }

  /** Runs until the end, a wait, or the first failure. Never rejects. */
  async finish(): Promise<RunResult> {
    const { graph } = this.workflow;
    this.#notify?.({
      type: 'executionStarted',
      executionId: this.executionId,
      workflowId: graph.id,
      workflowName: graph.name,
      mode: this.mode,
      startedAt: this.#startedAt,
    });
    const interrupt = (): void => this.#interrupt?.();
    this.signal.addEventListener('abort', interrupt, { once: true });
    let status: ExecutionStatus;
    try {
      status = await this.#loop();
      this.changedStaticData = this.staticData.changed();
    } catch (error) {
      status = this.signal.aborted ? 'canceled' : 'error';
      this.state.error ??= toErrorData(error, undefined, this.ports.clock.now());
    } finally {
      this.signal.removeEventListener('abort', interrupt);
    }
    this.#isOver = true;
    const result = this.#result(status);
    this.#notify?.({
      type: 'executionFinished',
      executionId: this.executionId,
      workflowId: graph.id,
      status: result.status,
      stoppedAt: result.stoppedAt,
      waitTill: result.waitTill,
      error: result.resultData.error,
      lastNodeExecuted: result.resultData.lastNodeExecuted,
    });
    return result;
  }

  async pauseUntil(time: number): Promise<void> {
    const { clock } = this.ports;
    const { parking } = this.#setup;
    const signal = parking === undefined ? this.signal : AbortSignal.any([this.signal, parking]);
    if (time - clock.now() >= CHECKPOINT_FROM) await this.checkpoint(time);
    try {
      await clock.sleep(Math.max(0, time - clock.now()), signal);
    } catch (error) {
      if (this.signal.aborted || parking?.aborted !== true) throw error;
      this.#interrupt?.({ waitTill: time });
      // The run has continued without this node, so its code must not continue.
      await new Promise(() => undefined);
    }
    await this.leaveCheckpoint();
  }

  /** Whether the run has ended or was parked, so that the results of its calls are no longer needed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Stores a checkpoint from which the run resumes after a crash, while its node pauses until `time`, or while it waits for a called workflow if
   * `time` is absent. Checkpoints of its callers are stored with it.
   */
  async checkpoint(time?: number): Promise<void> {
    const { checkpoint, checkpointCaller } = this.#setup;
    const task = this.#task;
    if (checkpoint === undefined || task === undefined || this.#isOver) return;
    const paused: PendingTask =
      time === undefined ? { ...task, calls: [...(this.#calls ?? [])], progress: this.#progress?.snapshot() } : { ...task, resumed: true };
    const progress = progressOf(this.state);
    const { pending } = progress.state;
    const state = { ...progress.state, pending: withNext(pending, paused, this.workflow.depthFirst) };
    this.#isCheckpointed = true;
    // The caller's checkpoint comes second, since it refers to this one.
    await checkpoint.save({ ...progress, state }, time ?? WAIT_FOREVER);
    await checkpointCaller?.();
  }

  /** Must be called before the run continues: it no longer resumes from its checkpoint. */
  async leaveCheckpoint(): Promise<void> {
    if (!this.#isCheckpointed || this.#isOver) return;
    this.#isCheckpointed = false;
    await this.#setup.checkpoint?.clear();
  }

  get parking(): Parking | undefined {
    const { parking: signal } = this.#setup;
    if (signal === undefined) return undefined;
    const parkNode = (): Promise<never> => {
      this.#interrupt?.({ isParked: true });
      return new Promise(() => undefined);
    };
    return { signal, parkNode };
  }

  contextOf(nodeName: string): JsonObject {
    let context = this.state.contexts.get(nodeName);
    if (context === undefined) {
      context = {};
      this.state.contexts.set(nodeName, context);
    }
    return context;
  }

  /** Listener that receives the events of this run. */
  get listener(): RunListener | undefined {
    return this.#setup.listener;
  }

  get principal(): Principal {
    return this.#setup.principal;
  }

  /** Whether a user started the run manually, or started its caller manually. */
  get isManual(): boolean {
    return this.mode === 'manual' || this.#setup.isManual === true;
  }

  get responder(): Responder | undefined {
    return this.#setup.responder;
  }

  resumeUrl(endpoint: 'webhook-waiting' | 'form-waiting'): string | undefined {
    return this.settings.resumeUrl?.(endpoint, this.executionId);
  }

  openProgress(stored: StoredProgress | undefined, calls: readonly (CompletedCall | null)[]): Progress {
    const { clock, uuid } = this.ports;
    const progress: Progress = new Progress(
      {
        uuid,
        now: () => clock.now(),
        leaveCheckpoint: () => this.leaveCheckpoint(),
        suspend: () => this.#suspend(progress, calls),
      },
      stored,
    );
    this.#progress = progress;
    return progress;
  }

  /** The node has ended all that it can do, and its code does not continue. */
  #suspend(progress: Progress, calls: readonly (CompletedCall | null)[]): Promise<never> {
    this.#interrupt?.({ waitTill: progress.waitTill, calls: [...calls], progress: progress.snapshot() });
    return new Promise(() => undefined);
  }

  respondWhenWaiting(reply: WebhookReply): boolean {
    return this.#replies.push(reply) > 0;
  }

  /** Several texts are one response. */
  #respondNow(): void {
    const [first, ...more] = this.#replies.splice(0);
    if (first === undefined) return;
    const texts = [first, ...more].flatMap(({ body }) => (typeof body === 'string' ? [body] : []));
    this.responder?.respond(texts.length > 1 ? { ...first, body: texts.join('\n\n') } : first);
  }

  console(source: string, messages: readonly unknown[], level: ConsoleLevel): void {
    const { executionId } = this;
    this.#notify?.({ type: 'sendConsoleMessage', executionId, source, level, time: this.ports.clock.now(), messages });
  }

  async runSubWorkflow(call: SubWorkflowCall, callPlace: CallPlace): Promise<SubWorkflowResult> {
    this.#calls = callPlace.calls;
    const result = await this.#setup.runSubWorkflow(call, callPlace, this);
    if (result !== undefined) return result;
    if (callPlace.waits !== undefined) return callPlace.waits.block();
    this.#interrupt?.({ waitTill: WAIT_FOREVER, calls: [...callPlace.calls] });
    // The run was parked together with the node, whose code must not continue.
    return new Promise(() => undefined);
  }

  async #loop(): Promise<ExecutionStatus> {
    let deadline = performance.now() + SLICE;
    for (let task = this.#schedule.next(); task !== undefined; task = this.#schedule.next()) {
      this.signal.throwIfAborted();
      if (this.#setup.parking?.aborted === true) return this.#park(task);
      const node = this.workflow.node(task.node);
      if (node === undefined) continue;
      const stop = await this.#step(node, task);
      if (stop !== undefined) return stop;
      const isLong = performance.now() > deadline;
      this.#setup.onStep?.(isLong);
      if (isLong) {
        await setImmediate();
        deadline = performance.now() + SLICE;
      }
    }
    return 'success';
  }

  /** Puts the task back for the resumption, which may follow immediately. */
  #park(task: PendingTask): ExecutionStatus {
    this.state.waitTill = this.ports.clock.now();
    this.#schedule.putBack(task);
    return 'waiting';
  }

  /** Runs one task and records it. Returns a status if the run ends here. */
  #step(node: CompiledNode, task: PendingTask): ExecutionStatus | undefined | Promise<ExecutionStatus | undefined> {
    const { state } = this;
    const runs = state.runData[node.name];
    const runIndex = runs === undefined ? 0 : runs.length;
    const startTime = this.ports.clock.now();
    this.#nodeBefore = state.lastNode;
    state.lastNode = node.name;
    this.#task = task;
    this.#calls = undefined;
    this.#progress = undefined;
    this.#notify?.({
      type: 'nodeExecuteBefore',
      executionId: this.executionId,
      nodeName: node.name,
      startTime,
      source: task.sources,
    });
    let outcome: TaskOutcome | Promise<TaskOutcome>;
    try {
      outcome = runTask(this, node, task, runIndex);
    } catch (error) {
      outcome = { error };
    }
    if (!(outcome instanceof Promise)) return this.#record(node, task, outcome, startTime);
    // A checkpoint is more precise: it contains the node's pending calls and when the node would continue.
    if (!this.#isCheckpointed) this.#setup.onStep?.(true, task);
    return this.#orInterrupted(outcome).then(async (settled) => {
      if (settled.waitTill === undefined) await this.leaveCheckpoint();
      return this.#record(node, task, settled, startTime);
    });
  }

  /** Resolves early if the run is stopped, even if the node ignores the signal. The node's later result is dropped. */
  #orInterrupted(outcome: Promise<TaskOutcome>): Promise<TaskOutcome> {
    return new Promise((resolve) => {
      this.#interrupt = (instead = { error: this.signal.reason }) => resolve(instead);
      outcome.then(resolve, (error: unknown) => resolve({ error }));
    });
  }

  #record(node: CompiledNode, task: PendingTask, outcome: TaskOutcome, startTime: number): ExecutionStatus | undefined {
    const { state } = this;
    const now = this.ports.clock.now();
    if (outcome.isParked === true) return this.#park(task);
    if (outcome.waitTill !== undefined) {
      state.waitTill = outcome.waitTill;
      const { calls, progress } = outcome;
      this.#schedule.putBack(calls === undefined ? { ...task, resumed: true } : { ...task, calls, progress });
      this.#respondNow();
      return 'waiting';
    }
    if (outcome.hasEnded === true) {
      state.lastNode = this.#nodeBefore;
      return undefined;
    }
    const error = outcome.error === undefined ? undefined : toErrorData(outcome.error, node.name, now);
    const runIndex = state.runData[node.name]?.length ?? 0;
    const data = taskData(task, outcome, {
      uses: this.subRuns.take(node.name, task.progress === undefined ? undefined : runIndex),
      startTime,
      now,
      executionIndex: state.executionIndex++,
      isStopped: this.signal.aborted,
      error,
    });
    const runs = state.runData[node.name] ?? (state.runData[node.name] = []);
    runs.push(data);
    this.#notify?.({ type: 'nodeExecuteAfter', executionId: this.executionId, nodeName: node.name, data });
    if (outcome.outputs === undefined) {
      state.error = error;
      // A retry makes the calls again.
      const { calls: _made, progress: _done, ...again } = task;
      this.#schedule.putBack(again);
      return this.signal.aborted ? 'canceled' : 'error';
    }
    if (node.name !== state.bounds.destination) this.#schedule.add(node, outcome.outputs, runs.length - 1);
    return undefined;
  }

  #result(status: ExecutionStatus): RunResult {
    const { state } = this;
    return {
      status,
      mode: this.mode,
      startedAt: this.#startedAt,
      stoppedAt: this.ports.clock.now(),
      ...(status === 'waiting' ? { waitTill: state.waitTill } : undefined),
      resultData: {
        runData: state.runData,
        ...(state.lastNode === undefined ? undefined : { lastNodeExecuted: state.lastNode }),
        ...(state.error === undefined ? undefined : { error: state.error }),
        ...(state.customData.size === 0 ? undefined : { metadata: Object.fromEntries(state.customData) }),
      },
    };
  }
}

/** Wraps a listener so that its errors are logged and do not end the run. */
function withGuardedCalls(listener: RunListener, logger: Logger): RunListener {
  return (event: RunEvent) => {
    try {
      listener(event);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      logger.error(`A listener of the execution failed: ${message}`, { executionId: event.executionId, event: event.type });
    }
  };
}
