// Determines stale results: their node has changed since, or a node before it has changed or run again.
import { stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { edgesOf } from '../../../../engine/workflow/graph/graph.ts';
import { ownValue } from '../../../../engine/workflow/values/own-properties.ts';
import { isPinned } from '../document/operations.ts';
import type { RunState } from './run-slice.ts';

type Nodes = WorkflowFile['nodes'];
type KnownRun = Pick<RunState, 'startedWith' | 'origins'>;

/** Returns the names of nodes that have changed since their results; nodes without results are compared with the start of the last run. */
export function staleNodes({ startedWith, origins }: KnownRun, now: WorkflowFile): readonly string[] {
  const former = new Map(startedWith?.nodes.map((node) => [node.id, node]));
  return now.nodes
    .filter((node) => {
      const old = (node.id === undefined ? undefined : origins[node.id]?.node) ?? former.get(node.id);
      return old === undefined ? startedWith !== undefined : isChanged(old, node);
    })
    .map(({ name }) => name);
}

/** Cached comparisons; nodes are immutable. */
const compared = new WeakMap<Nodes[number], { readonly with: Nodes[number]; readonly isChanged: boolean }>();

function isChanged(old: Nodes[number], node: Nodes[number]): boolean {
  if (old === node) return false;
  const cached = compared.get(node);
  if (cached?.with === old) return cached.isChanged;
  const isOther = stringifyExactly({ ...old, position: 0 }) !== stringifyExactly({ ...node, position: 0 });
  compared.set(node, { with: old, isChanged: isOther });
  return isOther;
}

/** Returns the names of nodes with stale results. Pinned data and results based on it are never stale. */
export function staleResults(run: KnownRun & { readonly runData: RunData }, workflow: WorkflowFile): ReadonlySet<string> {
  const ids = new Map(workflow.nodes.map(({ name, id }) => [name, id]));
  const edges = [...edgesOf(workflow.connections)];
  const outdated = edges.filter(({ source, target }) => ranLater(run, ids, source, target)).map(({ target }) => target);
  const seeds = [...staleNodes(run, workflow), ...outdated].filter((name) => !isPinned(workflow, name));
  if (seeds.length === 0) return none;
  const targets = Map.groupBy(edges, ({ source }) => source);
  const reached = new Set(seeds);
  for (const name of reached) for (const { target } of targets.get(name) ?? []) if (!isPinned(workflow, target)) reached.add(target);
  return new Set([...reached].filter((name) => Object.hasOwn(run.runData, name)));
}

const none: ReadonlySet<string> = new Set();

/** Whether the source of a connection has results of a later execution than its target. */
function ranLater(
  { origins, runData }: KnownRun & { readonly runData: RunData },
  ids: ReadonlyMap<string, string | undefined>,
  source: string,
  target: string,
): boolean {
  const from = (ownValue(origins, ids.get(source) ?? '') as RunState['origins'][string] | undefined)?.executionId;
  const to = (ownValue(origins, ids.get(target) ?? '') as RunState['origins'][string] | undefined)?.executionId;
  if (from === undefined || to === undefined || from === to) return false;
  const startOf = (name: string): number => (ownValue(runData, name) as RunData[string] | undefined)?.at(-1)?.startTime ?? 0;
  return startOf(source) > startOf(target);
}
