// Starts all triggers of an active workflow together, or none.
import { errorCodeOf } from '../contract/errors.ts';
import type { WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import type { DetachedNode } from '../execution/index.ts';
import { isCalledTrigger, isTriggerNode } from '../workflow/planning/start-node.ts';
import type { ActiveWorkflow } from './active-workflow.ts';
import { triggerError } from './failure.ts';
import { ListeningNode } from './listening-node.ts';
import { PollingNode } from './polling-node.ts';
import type { SavedPlan } from './plan.ts';
import type { MissedRuns, ScheduleRow } from './ports.ts';
import type { RuleSetup } from './schedule-rule.ts';
import { WorkflowSchedule } from './workflow-schedule.ts';

export class Activation {
  readonly workflow: ActiveWorkflow;
  readonly #missedRuns: MissedRuns;
  #schedule: WorkflowSchedule | undefined;
  #polling: PollingNode[] = [];
  /** Names of the long-lived triggers. */
  readonly #longLived: string[] = [];
  /** Those that run on this server. */
  #listening: readonly ListeningNode[] = [];

  constructor(workflow: ActiveWorkflow, missedRuns: MissedRuns) {
    this.workflow = workflow;
    this.#missedRuns = missedRuns;
  }

  /** Starts every trigger and returns their names. If one cannot start, stops the others and throws its NodeError. */
  async start(isRestart: boolean): Promise<readonly string[]> {
    try {
      const nodes = await triggerNodes(this.workflow);
      this.#schedule = this.#scheduleOf(nodes);
      for (const { detachedNode, id, name } of nodes) {
        if (detachedNode.type.poll !== undefined)
          this.#polling.push(withNodeName(name, () => new PollingNode(this.workflow, id, detachedNode)));
        if (detachedNode.type.trigger !== undefined) this.#longLived.push(name);
      }
      if (await this.#hasLease()) this.#listening = this.#longLivedNodes();
      this.workflow.throwIfStopped();
      const handOns = await this.#together<(() => Promise<void>) | void>([
        ...this.#polling.map((node) => [node.name, node.check()] as const),
        ...this.#listening.map((node) => [node.name, node.start()] as const),
      ]);
      await this.#schedule.start(isRestart);
      this.workflow.throwIfStopped();
      for (const node of this.#polling) node.start();
      // Nothing can fail from here on: runs are started for the items of the first polls.
      for (const handOn of handOns) if (handOn !== undefined) this.workflow.track(handOn());
      return nodes.map(({ name }) => name);
    } catch (error) {
      await this.stop(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /** Stops every trigger and waits for pending work. Nothing is fired afterwards. */
  async stop(reason: Error): Promise<void> {
    this.workflow.abort(reason);
    this.#schedule?.stop();
    for (const node of this.#polling) node.stop();
    await Promise.all(this.#listening.map((node) => node.stop()));
    await this.workflow.settled();
  }

  /** Starts the long-lived triggers that another server ran. A trigger that cannot start is tried again, as after a failure. */
  startListening(): void {
    if (this.workflow.isStopped || this.#listening.length > 0) return;
    this.#listening = this.#longLivedNodes();
    for (const node of this.#listening) node.ring();
  }

  /** Stops the long-lived triggers, which another server will run. */
  async stopListening(): Promise<void> {
    const nodes = this.#listening;
    this.#listening = [];
    await Promise.all(nodes.map((node) => node.stop()));
    for (const { name } of nodes) this.workflow.problems.delete(name);
  }

  #longLivedNodes(): readonly ListeningNode[] {
    return this.#longLived.map((name) => new ListeningNode(this.workflow, name));
  }

  async #hasLease(): Promise<boolean> {
    const { id, isFollower, ports } = this.workflow;
    return this.#longLived.length > 0 && (ports.team === undefined || (await ports.team.takeLease(id, isFollower)));
  }

  /** Returns the state of a stored rule; undefined if the workflow no longer has this rule. */
  stateOf(row: ScheduleRow): SavedPlan | undefined {
    return this.#schedule?.stateOf(row);
  }

  /** Returns the polling node with this name, if it is active with the same parameters. */
  pollingNode(file: WorkflowFile, nodeName: string): PollingNode | undefined {
    return file === this.workflow.file ? this.#polling.find(({ name }) => name === nodeName) : undefined;
  }

  /** Waits until all have started. The first failure stops the others and is thrown with the node's name. */
  async #together<T>(work: readonly (readonly [nodeName: string, done: Promise<T>])[]): Promise<T[]> {
    const settled = await Promise.allSettled(
      work.map(async ([nodeName, done]) => {
        try {
          return await done;
        } catch (error) {
          const failure = triggerError(error, nodeName);
          this.workflow.abort(failure);
          throw failure;
        }
      }),
    );
    this.workflow.throwIfStopped();
    return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  /** Created even without rules, to remove the rows of deleted nodes. */
  #scheduleOf(nodes: readonly TriggerNode[]): WorkflowSchedule {
    const { workflow } = this;
    return new WorkflowSchedule(nodes.flatMap(rulesOf), {
      workflowId: workflow.id,
      zone: nodes[0]?.detachedNode.context.timezone ?? 'UTC',
      missedRuns: this.#missedRuns,
      alarms: workflow.timedAlarms,
      store: workflow.ports.store,
      team: workflow.ports.team,
      itemsAt: async (nodeName, at) => {
        const { type, context } = await workflow.detachedNode(nodeName);
        const items = type.schedule?.items(context, at) ?? [];
        workflow.problems.delete(nodeName);
        return items;
      },
      fire: (nodeName, items, firing) => workflow.fire(nodeName, items, firing),
      failed: (nodeName, error) => workflow.failed(nodeName, error),
      skipped: (nodeName, due) => workflow.skipped(nodeName, due),
      onUnsaved: (nodeName, error) => workflow.logError('The next run could not be stored', nodeName, error),
      track: (work) => workflow.track(work),
    });
  }
}

export interface TriggerNode {
  readonly name: string;
  /** Id that is unique within the workflow and does not change when the node is renamed. */
  readonly id: string;
  readonly detachedNode: DetachedNode;
}

/** Returns the enabled nodes that fire by themselves. Throws NodeError for a trigger of unknown type. */
export async function triggerNodes(workflow: Pick<ActiveWorkflow, 'file' | 'detachedNode'>): Promise<readonly TriggerNode[]> {
  const triggerNodes: TriggerNode[] = [];
  const ids = new Set<string>();
  for (const node of workflow.file.nodes) {
    if (node.disabled === true) continue;
    const detachedNode = await detachedNodeOf(workflow, node);
    if (detachedNode === undefined) continue;
    const { schedule, poll, trigger } = detachedNode.type;
    if (schedule === undefined && poll === undefined && trigger === undefined) continue;
    const id = node.id === undefined || ids.has(node.id) ? `name:${node.name}` : node.id;
    ids.add(id);
    triggerNodes.push({ name: node.name, id, detachedNode });
  }
  return triggerNodes;
}

/** Returns undefined for a node that is not a trigger but has an unknown type, or that other parts of the product start. */
async function detachedNodeOf(workflow: Pick<ActiveWorkflow, 'detachedNode'>, node: WorkflowNode): Promise<DetachedNode | undefined> {
  try {
    return await workflow.detachedNode(node.name);
  } catch (error) {
    const isIdle = isCalledTrigger(node) || !isTriggerNode(node, { description: () => undefined });
    if (errorCodeOf(error) === 'NODE_TYPE_UNKNOWN' && isIdle) return undefined;
    throw triggerError(error, node.name);
  }
}

/** Returns the rules of a scheduled node; an empty list for other nodes. Throws NodeError PARAMETER_INVALID. */
export function rulesOf({ name, id, detachedNode }: TriggerNode): RuleSetup[] {
  const times = withNodeName(name, () => detachedNode.type.schedule?.times(detachedNode.context) ?? []);
  return times.map((time, index) => ({ nodeName: name, nodeId: id, index, time }));
}

/** Adds the node's name to errors that `make` throws. */
function withNodeName<T>(nodeName: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw triggerError(error, nodeName);
  }
}
