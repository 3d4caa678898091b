// Activates and deactivates workflows, reports next runs, and runs triggers manually.
import { AppError } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { Principal, type AdmittedWorkflow, type DetachedNode } from '../execution/index.ts';
import { Activation, rulesOf, triggerNodes } from './activation.ts';
import { ActiveWorkflow, type AlarmClocks } from './active-workflow.ts';
import { AlarmClock } from './alarm-clock.ts';
import { firstEvent, manualItems } from './by-hand.ts';
import { PollingNode } from './polling-node.ts';
import type { ActivateOptions, TriggerPorts } from './ports.ts';
import { ScheduleRule } from './schedule-rule.ts';
import { setImmediate } from 'node:timers/promises';

/** Maximum number of concurrent activations; they mostly wait for services. */
const AT_ONCE = 16;

const deactivated = (): AppError => new AppError('EXECUTION_CANCELED', 'The workflow was deactivated.');

const closing = (): AppError => new AppError('EXECUTION_CANCELED', 'The triggers were stopped because Millrace is shutting down.');

export class Triggers {
  readonly #ports: TriggerPorts;
  readonly #alarms: AlarmClock;
  readonly #timedAlarms: AlarmClock;
  readonly #active = new Map<string, Activation>();
  readonly #starting = new Map<string, Activation>();
  readonly #turns = new Turns();
  readonly #limit = new Limit(AT_ONCE);
  #isStopped = false;

  constructor(ports: TriggerPorts) {
    this.#ports = ports;
    const failed = (error: unknown): void => ports.logger.error(`A trigger's time could not be worked out: ${String(error)}`);
    this.#alarms = new AlarmClock(ports.clock, failed);
    this.#timedAlarms = new AlarmClock(ports.clock, failed);
  }

  /**
   * Starts every enabled trigger of a workflow (scheduled, polling, long-lived) and returns their names. A previous version of the workflow is
   * stopped first; its next runs are kept if the times are unchanged. If a node cannot start, its NodeError is thrown and the workflow stays
   * inactive.
   */
  activate(workflow: WorkflowFile, options: ActivateOptions = {}): Promise<readonly string[]> {
    const reason = new AppError('EXECUTION_CANCELED', 'The workflow was activated again.');
    return this.#inTurn(idOf(workflow), reason, (id) => this.#limit.run(() => this.#activate(id, workflow, options, reason)));
  }

  /** Stops a workflow's triggers and deletes its next runs. Nothing fires afterwards. */
  deactivate(workflowId: string): Promise<void> {
    const reason = deactivated();
    return this.#inTurn(workflowId, reason, async (id) => {
      await this.#stopActive(id, reason);
      const { store, team } = this.#ports;
      await (team === undefined ? store.remove(id) : team.claims.removeInactive(id));
    });
  }

  /** Ends a pending activation of the workflow, which then fails with EXECUTION_CANCELED. */
  cancel(workflowId: string): void {
    void this.#starting.get(workflowId)?.stop(deactivated());
  }

  /** Starts the long-lived triggers of an active workflow, if another server ran them until now. */
  startListening(workflowId: string): Promise<void> {
    return this.#turns.take(workflowId, async () => {
      if (!this.#isStopped) this.#active.get(workflowId)?.startListening();
    });
  }

  /** Stops the long-lived triggers of an active workflow, so that another server can run them. */
  stopListening(workflowId: string): Promise<void> {
    return this.#turns.take(workflowId, async () => this.#active.get(workflowId)?.stopListening());
  }

  isActive(workflowId: string): boolean {
    return this.#active.has(workflowId);
  }

  /** Returns the current problems of an active workflow's triggers by node name; empty if there are none. */
  problems(workflowId: string): ReadonlyMap<string, Error> {
    return this.#active.get(workflowId)?.workflow.problems ?? new Map<string, Error>();
  }

  /** Must be called when an execution has changed an active workflow's static data, so that its triggers use it. */
  staticDataChanged(workflowId: string, data: JsonObject): void {
    (this.#active.get(workflowId) ?? this.#starting.get(workflowId))?.workflow.staticData.replace(data);
  }

  /** Reads the clock immediately; must be called when the computer wakes up. */
  resume(): void {
    this.#alarms.look();
    this.#timedAlarms.look();
  }

  /**
   * Pauses scheduled and polling nodes, or lets them go on; listening nodes and manual runs are not affected. A run that becomes due during the
   * pause counts as missed if it is more than a minute late afterwards.
   */
  pauseSchedules(isPaused: boolean): void {
    this.#timedAlarms.pause(isPaused);
  }

  /**
   * Returns the next times of a scheduled or polling node in ascending order, in milliseconds since the epoch: the stored ones if the workflow is
   * active with the same times, otherwise those after an activation now. Throws NodeError for impossible times.
   */
  async nextRuns(workflow: WorkflowFile, nodeName: string, count: number): Promise<readonly number[]> {
    const id = String(workflow.id ?? '');
    const active = this.#active.get(id);
    const preview = new ActiveWorkflow(workflow, id, this.#ports, this.#clocks, {});
    const node = (await triggerNodes(preview)).find(({ name }) => name === nodeName);
    if (node === undefined) return [];
    const now = this.#alarms.now();
    const scheduled = rulesOf(node).flatMap((rule) => {
      const planned = new ScheduleRule(rule, node.detachedNode.context.timezone, () => undefined);
      planned.moveTo(active?.stateOf(planned.row) ?? { nextRun: planned.occurrences.next(now, null), lastRun: null });
      return planned.nextRuns(count);
    });
    const { detachedNode } = node;
    const polling =
      detachedNode.type.poll === undefined
        ? undefined
        : (active?.pollingNode(workflow, nodeName) ?? new PollingNode(preview, node.id, detachedNode));
    const times = new Set([...scheduled, ...(polling?.nextRuns(count) ?? [])]);
    return [...times].sort((a, b) => a - b).slice(0, count);
  }

  /**
   * Returns the items for a manual run: for a scheduled node those of the current time, for a polling node those of one poll, undefined for a
   * node that starts with one empty item. Throws NodeError if a poll finds nothing, and for a trigger that listens for events.
   */
  async manualItems(
    workflow: WorkflowFile,
    nodeName: string,
    principal: Principal = Principal.nobody,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<readonly ItemList[] | undefined> {
    return manualItems(await this.#byHand({ file: workflow, principal }, nodeName, signal), this.#alarms.now());
  }

  /** Returns the items of a long-lived trigger's first event. Throws the trigger's failure, and the signal's reason if it is aborted. */
  async listen(workflow: AdmittedWorkflow, nodeName: string, signal: AbortSignal): Promise<readonly ItemList[]> {
    return firstEvent(await this.#byHand(workflow, nodeName, signal), this.#alarms);
  }

  /** Resolves once no activation, poll or start of a run is pending. */
  async idle(): Promise<void> {
    await this.#turns.idle();
    await Promise.all([...this.#active.values()].map(({ workflow }) => workflow.settled()));
  }

  /** Stops everything and waits for pending work; next runs stay stored. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const reason = closing();
    const stopping = [...this.#active.values(), ...this.#starting.values()].map((activation) => activation.stop(reason));
    this.#active.clear();
    await Promise.all(stopping);
    await this.#turns.idle();
    this.#alarms.stop();
    this.#timedAlarms.stop();
  }

  get #clocks(): AlarmClocks {
    return { alarms: this.#alarms, timedAlarms: this.#timedAlarms };
  }

  /** Aborts a pending activation of the workflow, waits for its end, and then calls `work`. */
  async #inTurn<T>(workflowId: string, reason: Error, work: (id: string) => Promise<T>): Promise<T> {
    if (this.#isStopped) throw closing();
    const starting = this.#starting.get(workflowId);
    const [response] = await Promise.all([this.#turns.take(workflowId, () => work(workflowId)), starting?.stop(reason)]);
    return response;
  }

  async #activate(id: string, workflow: WorkflowFile, options: ActivateOptions, reason: Error): Promise<readonly string[]> {
    const wasActive = await this.#stopActive(id, reason);
    if (this.#isStopped) throw closing();
    const active = new ActiveWorkflow(workflow, id, this.#ports, this.#clocks, options);
    const activation = new Activation(active, options.missedRuns ?? 'skip');
    this.#starting.set(id, activation);
    try {
      const started = await activation.start(!wasActive);
      this.#active.set(id, activation);
      return started;
    } finally {
      this.#starting.delete(id);
    }
  }

  async #stopActive(id: string, reason: Error): Promise<boolean> {
    const activation = this.#active.get(id);
    this.#active.delete(id);
    await activation?.stop(reason);
    return activation !== undefined;
  }

  #byHand({ file, principal }: AdmittedWorkflow, nodeName: string, signal: AbortSignal): Promise<DetachedNode> {
    const { workflowId } = principal;
    const staticData = workflowId === undefined ? undefined : this.#active.get(workflowId)?.workflow.staticData.data;
    return this.#ports.detachedNode(file, nodeName, { mode: 'manual', principal, signal, staticData });
  }
}

function idOf({ id, name = '' }: WorkflowFile): string {
  if (id !== undefined && id !== '') return String(id);
  throw new AppError('WORKFLOW_INVALID', `The workflow "${name}" has no id. Save it before you activate it.`);
}

/** Limits how many tasks run concurrently, and yields to other work before each task. */
class Limit {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs the task once a slot is free, and returns its result. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      // Tasks that never await I/O would otherwise block the event loop until the last one is done.
      await setImmediate();
      return await work();
    } finally {
      // The slot is passed to the next waiting task, so that a new task cannot overtake it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

/** Serializes work per key (a workflow); different keys do not wait for each other. */
class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Does the work once all earlier work on the key has settled. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    this.#last.set(key, done);
    try {
      await before;
      return await work();
    } finally {
      if (this.#last.get(key) === done) this.#last.delete(key);
      resolve();
    }
  }

  /** Resolves when no work is pending. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
