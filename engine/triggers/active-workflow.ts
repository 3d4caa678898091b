// Context shared by all triggers of an active workflow: file, static data, signal and outputs.
import { errorCodeOf } from '../contract/errors.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { Principal, type DetachedNode } from '../execution/index.ts';
import { NodeError } from '../sdk/index.ts';
import type { AlarmClock } from './alarm-clock.ts';
import { triggerError } from './failure.ts';
import { SharedStaticData } from './shared-static-data.ts';
import type { ActivateOptions, Firing, TriggerPorts } from './ports.ts';

/** Milliseconds between two attempts while the database cannot be written. */
export const STORE_PAUSE = 10_000;

export type AlarmClocks = Pick<ActiveWorkflow, 'alarms' | 'timedAlarms'>;

export class ActiveWorkflow {
  readonly file: WorkflowFile;
  readonly principal: Principal;
  readonly id: string;
  /** Whether it was activated on another server, or at an earlier start. */
  readonly isFollower: boolean;
  readonly ports: TriggerPorts;
  /** For listening nodes. */
  readonly alarms: AlarmClock;
  /** For schedules and polls, which can be paused. */
  readonly timedAlarms: AlarmClock;
  readonly staticData: SharedStaticData;
  /** Current problems by node name. */
  readonly problems = new Map<string, Error>();
  readonly #controller = new AbortController();
  readonly #activeWork = new Set<Promise<unknown>>();

  constructor(
    file: WorkflowFile,
    id: string,
    ports: TriggerPorts,
    { alarms, timedAlarms }: AlarmClocks,
    { principal = Principal.nobody, staticData, isFollower = false }: ActivateOptions,
  ) {
    this.isFollower = isFollower;
    this.file = file;
    this.principal = principal;
    this.id = id;
    this.ports = ports;
    this.alarms = alarms;
    this.timedAlarms = timedAlarms;
    this.staticData = new SharedStaticData(staticData ?? file.staticData, (data, claim) => ports.onStaticData(id, data, claim));
  }

  get isStopped(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Throws the reason of the stop. */
  throwIfStopped(): void {
    this.#controller.signal.throwIfAborted();
  }

  detachedNode(nodeName: string): Promise<DetachedNode> {
    return this.ports.detachedNode(this.file, nodeName, {
      mode: 'trigger',
      principal: this.principal,
      signal: this.#controller.signal,
      staticData: this.staticData.data,
    });
  }

  /** Starts an execution; returns whether its start is stored. Failures are logged. Rejects only with CLAIM_LOST, if the firing has a claim. */
  async fire(nodeName: string, items: readonly ItemList[], firing: Firing): Promise<boolean> {
    try {
      await this.ports.onFire(this, nodeName, items, firing);
      return true;
    } catch (error) {
      if (errorCodeOf(error) === 'CLAIM_LOST') throw error;
      this.logError('A run could not be started', nodeName, error);
      return false;
    }
  }

  /** Shows that a node pauses while the database cannot be written. `what`: what pauses, such as "Polls". */
  pausedAt(nodeName: string, what: string, cause: Error): void {
    if (this.isStopped || this.problems.has(nodeName)) return;
    const message = `${what} wait until the database can be written. ${cause.message}`;
    const reason = triggerError(new NodeError(message, { code: 'NODE_OPERATION_FAILED', cause }), nodeName);
    this.problems.set(nodeName, reason);
    this.logError(`${what} wait`, nodeName, cause);
    this.ports.onPaused(this, reason);
  }

  /** Reports a trigger failure: stores the reason and starts the error workflow. */
  failed(nodeName: string, error: unknown): void {
    if (this.isStopped) return;
    this.stillFailing(nodeName, error);
    this.ports.onError(this, nodeName, triggerError(error, nodeName));
  }

  /** Like `failed`, for a trigger that is already known to have failed: only updates the reason. */
  stillFailing(nodeName: string, error: unknown): void {
    if (this.isStopped) return;
    this.problems.set(nodeName, triggerError(error, nodeName));
    this.logError('A trigger failed', nodeName, error);
  }

  /** Logs why a run did not take place. */
  skipped(nodeName: string, due: number): void {
    this.ports.logger.warn(
      `A run that was due at ${new Date(due).toISOString()} was missed and is skipped (workflow "${this.file.name ?? this.id}", node "${nodeName}").`,
      { workflowId: this.id, node: nodeName },
    );
  }

  logError(what: string, nodeName: string, error: unknown): void {
    this.ports.logger.error(`${what} (workflow "${this.file.name ?? this.id}", node "${nodeName}"): ${String(error)}`, {
      workflowId: this.id,
      node: nodeName,
    });
  }

  /** Registers work that stopping waits for. */
  track(work: Promise<unknown>): void {
    const settled = work
      .catch((error: unknown) => this.ports.logger.error(`A trigger failed unexpectedly: ${String(error)}`, { workflowId: this.id }))
      .finally(() => this.#activeWork.delete(settled));
    this.#activeWork.add(settled);
  }

  /** Resolves when no work of the triggers is pending. */
  async settled(): Promise<void> {
    while (this.#activeWork.size > 0) await Promise.all(this.#activeWork);
  }

  /** Aborts pending work; nothing fires afterwards. */
  abort(reason: Error): void {
    this.#controller.abort(reason);
  }
}
