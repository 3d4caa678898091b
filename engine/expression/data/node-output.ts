// Output of other nodes in this execution: items by output and run, and the output that leads to the current node.
import type { Item, ItemList, TaskData } from '../../contract/run-data.ts';
import { noSuchOutput, noSuchRun, notExecuted, unknownNode } from './reference-errors.ts';
import type { Scope } from './scope.ts';

const noItems: readonly Item[] = [];

/** Returns the finished runs of a node; empty if it did not run. Names are untrusted, so only own properties are read. */
export function runsOf(scope: Scope, node: string): readonly TaskData[] {
  const { runData } = scope.view;
  const runs: unknown = Object.hasOwn(runData, node) ? runData[node] : undefined;
  return Array.isArray(runs) ? (runs as readonly TaskData[]) : [];
}

/** Returns the pinned items of a node, which are used if it did not run. */
export function pinnedItems(scope: Scope, node: string): ItemList | undefined {
  const { pinData } = scope.view;
  return pinData !== undefined && Object.hasOwn(pinData, node) ? pinData[node] : undefined;
}

/** Throws if the workflow does not contain the node. */
export function requireNode(scope: Scope, node: string): void {
  if (!scope.view.workflow.nodes.has(node)) throw unknownNode(node);
}

/** Returns the output lists of one run: those of main connections, or of the only other type (tools, models). */
export function outputsOf(task: TaskData): readonly ItemList[] {
  const data = task.data ?? {};
  return data['main'] ?? Object.values(data)[0] ?? [];
}

/** Returns the run with this index; the last run for undefined or -1. Throws if it does not exist. */
function runOf(scope: Scope, node: string, run: number | undefined): TaskData | undefined {
  const runs = runsOf(scope, node);
  const runIndex = run ?? scope.run;
  const index = runIndex === undefined || runIndex === -1 ? runs.length - 1 : runIndex;
  const task = runs[index];
  if (task === undefined && runs.length > 0) throw noSuchRun(node, index, runs.length);
  return task;
}

/**
 * Returns the items of an output in a run. Default output: the output connected to the current node; default run: the last run. Returns the
 * node's pinned items if it did not run. Throws if the data, the output or the run does not exist.
 */
export function itemsOf(scope: Scope, node: string, output?: number, run?: number): readonly Item[] {
  const task = runOf(scope, node, run);
  if (task === undefined) {
    const pinned = pinnedItems(scope, node);
    if (pinned === undefined || pinned === null) throw notExecuted(node);
    return pinned;
  }
  const outputs = outputsOf(task);
  const index = output ?? connectedOutput(scope, node);
  if (index >= outputs.length && output !== undefined) throw noSuchOutput(node, index);
  return outputs[index] ?? noItems;
}

/** Returns the names of all nodes that lead to the current node, or to a node that uses it, through connections of any type. */
function ancestors(scope: Scope): ReadonlySet<string> {
  return scope.once('ancestors', () => reach(scope, users(scope), undefined));
}

/** Returns all nodes that lead to one of `starts`, walking backwards up to `stop`. */
function reach(scope: Scope, starts: readonly string[], stop: string | undefined): ReadonlySet<string> {
  const match = new Set<string>();
  const waiting = [...starts];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const edge of scope.view.workflow.incoming.get(name) ?? []) {
      if (match.has(edge.source)) continue;
      match.add(edge.source);
      if (edge.source !== stop) waiting.push(edge.source);
    }
  }
  return match;
}

export function isConnected(scope: Scope, node: string): boolean {
  return users(scope).includes(node) || ancestors(scope).has(node);
}

/** Returns the current node and, if it is attached to others (such as a memory to an agent), the nodes that use it, whose input it sees. */
function users(scope: Scope): readonly string[] {
  return scope.once('users', () => {
    const { workflow, node } = scope.view;
    const match = new Set([node.name]);
    // Names that are added while the loop runs are visited, too.
    for (const name of match) {
      const main = new Set(workflow.edgesFrom(name, 'main'));
      for (const edge of workflow.outgoing.get(name) ?? []) if (!main.has(edge)) match.add(edge.target);
    }
    return [...match];
  });
}

/** Returns the output of a node through which its items reach the current node; 0 if there is none. */
export function connectedOutput(scope: Scope, node: string): number {
  return scope.once(`output:${node}`, () => {
    const edges = scope.view.workflow.outgoing.get(node) ?? [];
    const targets = users(scope);
    const direct = edges.find((edge) => targets.includes(edge.target));
    if (direct !== undefined) return direct.sourceOutput;
    if (edges.every((edge) => edge.sourceOutput === 0)) return 0;
    const below = reach(scope, targets, node);
    return edges.find((edge) => below.has(edge.target))?.sourceOutput ?? 0;
  });
}
