// The room's door: activates and deactivates workflows, tells next runs, and lets triggers be tried out by hand.
import { AppError } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { StandingNode } from '../execution/index.ts';
import { Activation, rulesOf, triggerNodes } from './activation.ts';
import { ActiveWorkflow } from './active-workflow.ts';
import { AlarmClock } from './alarm-clock.ts';
import { firstEvent, manualItems } from './by-hand.ts';
import { Limit } from './limit.ts';
import { PollingNode } from './polling-node.ts';
import type { ActivateOptions, TriggerPorts } from './ports.ts';
import { ScheduleRule } from './schedule-rule.ts';
import { Turns } from './turns.ts';

/** Activations at once. Most of their time goes by waiting for services. */
const AT_ONCE = 16;

const closing = (): AppError => new AppError('EXECUTION_CANCELED', 'The triggers were stopped because Millrace is closing.');

export class Triggers {
  readonly #ports: TriggerPorts;
  readonly #alarms: AlarmClock;
  readonly #active = new Map<string, Activation>();
  readonly #starting = new Map<string, Activation>();
  readonly #turns = new Turns();
  readonly #limit = new Limit(AT_ONCE);
  #isStopped = false;

  constructor(ports: TriggerPorts) {
    this.#ports = ports;
    this.#alarms = new AlarmClock(ports.clock, (error) => ports.logger.error(`A trigger's time could not be worked out: ${String(error)}`));
  }

  /**
   * Starts every enabled trigger of a workflow (scheduled, polling, long-lived) and returns their names; a former version of it is stopped
   * first, its next runs stay where its times have not changed. All or nothing: throws NodeError naming the node that cannot start, and then
   * nothing of the workflow is active.
   */
  activate(workflow: WorkflowFile, options: ActivateOptions = {}): Promise<readonly string[]> {
    const reason = new AppError('EXECUTION_CANCELED', 'The workflow was activated anew.');
    return this.#inTurn(idOf(workflow), reason, (id) => this.#limit.run(() => this.#activate(id, workflow, options, reason)));
  }

  /** Stops a workflow's triggers and forgets its next runs. Nothing is fired after that. */
  deactivate(workflowId: string): Promise<void> {
    const reason = new AppError('EXECUTION_CANCELED', 'The workflow was deactivated.');
    return this.#inTurn(workflowId, reason, async (id) => {
      await this.#stopActive(id, reason);
      await this.#ports.store.remove(id);
    });
  }

  isActive(workflowId: string): boolean {
    return this.#active.has(workflowId);
  }

  /** Current problems of an active workflow's triggers, by node name; empty if there are none. */
  problems(workflowId: string): ReadonlyMap<string, Error> {
    return this.#active.get(workflowId)?.workflow.problems ?? new Map<string, Error>();
  }

  /** Tells that an execution changed an active workflow's static data: its triggers go on with it. */
  staticDataChanged(workflowId: string, data: JsonObject): void {
    (this.#active.get(workflowId) ?? this.#starting.get(workflowId))?.workflow.staticData.replace(data);
  }

  /** Looks at the clock at once: to be called when the computer has woken up. */
  resume(): void {
    this.#alarms.look();
  }

  /**
   * The next times of a scheduled or polling node, in ms since the epoch, ascending: as they are kept where the workflow is active with the
   * same times, else as they would be after an activation now. Throws NodeError for times that cannot be.
   */
  async nextRuns(workflow: WorkflowFile, nodeName: string, count: number): Promise<readonly number[]> {
    const id = String(workflow.id ?? '');
    const active = this.#active.get(id);
    const preview = new ActiveWorkflow(workflow, id, this.#ports, this.#alarms, {});
    const node = (await triggerNodes(preview)).find(({ name }) => name === nodeName);
    if (node === undefined) return [];
    const now = this.#alarms.now();
    const scheduled = rulesOf(node).flatMap((rule) => {
      const planned = new ScheduleRule(rule, node.standing.context.timezone, () => undefined);
      planned.moveTo(active?.stateOf(planned.row) ?? { nextRun: planned.occurrences.next(now, null), lastRun: null });
      return planned.nextRuns(count);
    });
    const { standing } = node;
    const polling =
      standing.type.poll === undefined ? undefined : (active?.pollingNode(workflow, nodeName) ?? new PollingNode(preview, standing));
    const times = new Set([...scheduled, ...(polling?.nextRuns(count) ?? [])]);
    return [...times].sort((a, b) => a - b).slice(0, count);
  }

  /**
   * Items for a run by hand: of now for a scheduled node, of one poll for a polling one; undefined for a node that starts with one empty item.
   * Throws NodeError when a poll finds nothing, and for a trigger that has to be listened to.
   */
  async manualItems(
    workflow: WorkflowFile,
    nodeName: string,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<readonly ItemList[] | undefined> {
    return manualItems(await this.#byHand(workflow, nodeName, signal), this.#alarms.now());
  }

  /** The items of the first event of a long-lived trigger. Throws what makes it fail, and the signal's reason when that is aborted. */
  async listen(workflow: WorkflowFile, nodeName: string, signal: AbortSignal): Promise<readonly ItemList[]> {
    return firstEvent(await this.#byHand(workflow, nodeName, signal), this.#alarms);
  }

  /** Resolves when nothing of the triggers is under way: no activation, no poll, no start of a run. */
  async idle(): Promise<void> {
    await this.#turns.idle();
    await Promise.all([...this.#active.values()].map(({ workflow }) => workflow.settled()));
  }

  /** Ends everything and waits for what is under way; next runs stay kept. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const reason = closing();
    const stopping = [...this.#active.values(), ...this.#starting.values()].map((activation) => activation.stop(reason));
    this.#active.clear();
    await Promise.all(stopping);
    await this.#turns.idle();
    this.#alarms.stop();
  }

  /** Ends an activation of the workflow that is still starting, and waits for it. */
  async #inTurn<T>(workflowId: string, reason: Error, work: (id: string) => Promise<T>): Promise<T> {
    if (this.#isStopped) throw closing();
    const starting = this.#starting.get(workflowId);
    const [answer] = await Promise.all([this.#turns.take(workflowId, () => work(workflowId)), starting?.stop(reason)]);
    return answer;
  }

  async #activate(id: string, workflow: WorkflowFile, options: ActivateOptions, reason: Error): Promise<readonly string[]> {
    const wasActive = await this.#stopActive(id, reason);
    if (this.#isStopped) throw closing();
    const active = new ActiveWorkflow(workflow, id, this.#ports, this.#alarms, options);
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

  #byHand(workflow: WorkflowFile, nodeName: string, signal: AbortSignal): Promise<StandingNode> {
    const staticData = this.#active.get(String(workflow.id ?? ''))?.workflow.staticData.data;
    return this.#ports.standing(workflow, nodeName, { mode: 'manual', signal, staticData });
  }
}

function idOf({ id, name = '' }: WorkflowFile): string {
  if (id !== undefined && id !== '') return String(id);
  throw new AppError('WORKFLOW_INVALID', `The workflow "${name}" has no id. Save it before it is activated.`);
}
