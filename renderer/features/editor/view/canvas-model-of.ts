// Creates the canvas model from the workflow, the node types and the run. Unchanged parts keep their identity.
import type { RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import type { Connections, WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { separateNodes } from '../../../../engine/workflow/attached-parts.ts';
import type { CredentialLookup } from '../../../../engine/workflow/issues/credential-issues.ts';
import { edgesOf, type Edge } from '../../../../engine/workflow/graph/graph.ts';
import { hasFailed, issueTexts, nodeIssues, type NodeIssues } from '../../../../engine/workflow/issues/node-issues.ts';
import type { NodeDescription, NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { isTriggerNode, stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { ownValue } from '../../../../engine/workflow/values/own-properties.ts';
import { readColor } from '../../../lib/color.ts';
import {
  MAIN,
  type CanvasEdge,
  type CanvasModel,
  type CanvasNode,
  type CanvasNodeState,
  type CanvasNote,
  type CanvasPort,
} from '../canvas/index.ts';
import { edgeKey } from '../document/edge-ids.ts';
import { isPinned } from '../document/operations.ts';
import { errorSentence } from '../../../../engine/contract/error-sentence.ts';
import { listeningTriggers, type RunState } from '../runs/run-slice.ts';
import { staleResults } from '../runs/stale-nodes.ts';
import { awaitedEvent, describeNode, type AwaitedEvent } from './describe-node.ts';
import { attachedInputs, missingInputs, unusedInputs } from './missing-inputs.ts';
import { linkedPorts, placeOfPort, type LinkedPorts } from './linked-ports.ts';
import { tintOf, unknownType } from './type-look.ts';

interface CanvasModelParts {
  readonly workflow: WorkflowFile;
  readonly types: NodeTypeLookup;
  readonly run: RunState;
  /** Undefined until they are loaded; then credentials are not checked. */
  readonly credentials?: CredentialLookup | undefined;
  /** Ids of newly added nodes, whose issues are not shown yet. */
  readonly untouched?: ReadonlySet<string>;
  readonly iconUrl: (type: string) => string;
  /** Translates texts of the canvas, such as "12 items". */
  readonly itemsText: (count: number) => string;
  /** Says until when a node waits, and for what. `till`: milliseconds since the epoch. */
  readonly waitText: (till: number | undefined, event?: AwaitedEvent) => string;
  /** Says what a trigger waits for, by the name of its type; absent until the run has waited for a while. */
  readonly hintText?: ((type: string) => string) | undefined;
}

interface Cached<T> {
  readonly keys: readonly unknown[];
  readonly result: T;
}

/** Creates successive models and reuses unchanged parts. */
export class CanvasModelMaker {
  readonly #nodes = new Map<string, Cached<CanvasNode>>();
  readonly #notes = new Map<string, Cached<CanvasNote>>();
  readonly #edges = new Map<string, Cached<CanvasEdge>>();

  make(parts: CanvasModelParts): CanvasModel {
    const { workflow, types } = parts;
    const stale = staleResults(parts.run, workflow);
    const linked = linkedPorts(workflow.connections);
    const nodes = new Map<string, CanvasNode>();
    const notes = new Map<string, CanvasNote>();
    const ids = new Map<string, string>();
    for (const node of workflow.nodes) {
      const id = node.id ?? '';
      ids.set(node.name, id);
      if (node.type === stickyNoteType)
        notes.set(
          id,
          reuse(this.#notes, id, [node], () => noteOf(node)),
        );
      else nodes.set(id, this.#node(id, node, types.description(node.type, node.typeVersion), linked.get(node.name), stale, parts));
    }
    const edges = new Map<string, CanvasEdge>();
    for (const edge of edgesOf(workflow.connections)) {
      const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
      if (source === undefined || target === undefined) continue;
      const id = edgeKey(source, target, edge);
      // The canvas has one list of ports for all types.
      const output = placeOfPort(nodes.get(source)?.outputs ?? [], edge.type, edge.sourceOutput) ?? edge.sourceOutput;
      const input = placeOfPort(nodes.get(target)?.inputs ?? [], edge.type, edge.targetInput) ?? edge.targetInput;
      edges.set(id, this.#edge({ id, source, target, output, input }, edge, stale, parts));
    }
    for (const cache of [this.#nodes, this.#notes, this.#edges]) {
      for (const id of cache.keys()) if (!nodes.has(id) && !notes.has(id) && !edges.has(id)) cache.delete(id);
    }
    return { nodes, notes, edges };
  }

  #node(
    id: string,
    node: WorkflowNode,
    description: NodeDescription | undefined,
    linked: LinkedPorts | undefined,
    stale: ReadonlySet<string>,
    parts: CanvasModelParts,
  ): CanvasNode {
    const { run, workflow } = parts;
    const runs = runsOf(run.runData, node.name);
    const isExecuting = run.executing.includes(node.name);
    const pinned = isPinned(workflow, node.name);
    const isWaiting = run.outcome?.status === 'waiting' && run.outcome.lastNode === node.name;
    const waitText = isWaiting ? parts.waitText(run.outcome?.waitTill, awaitedEvent(node, description)) : undefined;
    const isListening = listeningTriggers(run, node.name).length > 0;
    const hint = isListening ? hintOf(node, description, parts) : undefined;
    const links = ownValue(workflow.connections, node.name) as Connections[string] | undefined;
    const isStale = stale.has(node.name);
    const isUntouched = parts.untouched?.has(id) === true;
    const attached = [...(attachedInputs(workflow).get(node.name) ?? [])].join();
    const separate = attached === '' ? [] : separateNodes(workflow, parts.types)(node);
    const ports = description !== undefined && linked?.hasMainOnly === true ? undefined : linked?.key;
    return reuse(
      this.#nodes,
      id,
      [
        node,
        description,
        ports,
        runs,
        isExecuting,
        pinned,
        isStale,
        waitText,
        isListening,
        hint,
        links,
        isUntouched,
        parts.credentials,
        attached,
        separate.join(),
      ],
      () => {
        const issues = nodeIssues(node, parts.types, {
          runData: run.runData,
          isPinned: pinned,
          missingInputs: missingInputs(workflow, parts.types),
          unusedInputs: unusedInputs(workflow, parts.types),
          separateNodes: () => separate,
          ...(parts.credentials === undefined ? {} : { credentials: parts.credentials }),
        });
        const { inputs, outputs, subtitle } = describeNode(node, description, linked);
        const last = runs?.at(-1);
        const shownSubtitle = waitText ?? subtitle;
        return {
          id,
          type: node.type,
          position: { x: node.position[0], y: node.position[1] },
          title: node.name,
          ...(shownSubtitle === undefined ? {} : { subtitle: shownSubtitle }),
          icon: parts.iconUrl(node.type),
          ...(description === undefined ? {} : { tint: tintOf(description) }),
          ...colorOf(node),
          ...(hint === undefined ? {} : { hint }),
          isTrigger: isTriggerNode(node, parts.types),
          inputs,
          outputs: withCounts(outputs, links, runs ?? [], parts.itemsText),
          state: stateOf(isExecuting, isWaiting || isListening, isStale, last),
          ...(last === undefined || last.error !== undefined ? {} : badgeOf(runs ?? [])),
          issues: issues === undefined || (isUntouched && issues.execution !== true) ? [] : issueLines(issues, node, parts.types, last),
          isDisabled: node.disabled === true,
          isPinned: pinned,
          hasNotes: (node.notes ?? '') !== '',
          ...(description === undefined ? { unknown: { initials: unknownType(node.type).initials } } : {}),
          ...(node.notesInFlow === true && node.notes !== undefined ? { notes: node.notes } : {}),
        };
      },
    );
  }

  #edge(
    ends: Pick<CanvasEdge, 'id' | 'source' | 'target' | 'output' | 'input'>,
    edge: Edge,
    stale: ReadonlySet<string>,
    { run, itemsText, workflow }: CanvasModelParts,
  ): CanvasEdge {
    const runs = runsOf(run.runData, edge.source);
    const pinned = isPinned(workflow, edge.source);
    // An attached node works while its root node does, but not all the time.
    const isLink = edge.type !== MAIN;
    const isLive = run.status === 'running' && run.executing.includes(isLink ? edge.source : edge.target);
    const last = runs?.at(-1);
    const isBad = isLink && last !== undefined && hasFailed(last);
    const isStale = stale.has(edge.source);
    return reuse(this.#edges, ends.id, [ends.output, ends.input, runs, pinned, isLive, isStale], () => {
      const count = itemCount(runs ?? [], edge.type, edge.sourceOutput);
      return {
        ...ends,
        ...(isLink ? { isLink } : {}),
        state: isLive ? 'running' : isBad ? 'error' : count > 0 ? (pinned ? 'pinned' : isStale ? 'stale' : 'success') : 'idle',
        ...(count > 0 ? { label: itemsText(count) } : {}),
      };
    });
  }
}

/** Returns the number of items that all runs of a node have passed on at an output. */
const itemCount = (runs: readonly TaskData[], type: string, output: number): number =>
  runs.reduce((sum, { data, executionStatus }) => sum + (executionStatus === 'waiting' ? 0 : (data?.[type]?.[output]?.length ?? 0)), 0);

/** Returns the outputs; unconnected ones with the number of their items, which otherwise the connections show. */
function withCounts(
  outputs: readonly CanvasPort[],
  links: Connections[string] | undefined,
  runs: readonly TaskData[],
  itemsText: (count: number) => string,
): readonly CanvasPort[] {
  return outputs.map((port, index) => {
    if (port.type !== MAIN || (links?.[MAIN]?.[index]?.length ?? 0) > 0) return port;
    const count = itemCount(runs, MAIN, index);
    return count === 0 ? port : { ...port, count: itemsText(count) };
  });
}

function hintOf(node: WorkflowNode, description: NodeDescription | undefined, { hintText }: CanvasModelParts): string | undefined {
  const own = description?.eventTriggerDescription ?? '';
  if (hintText === undefined) return undefined;
  return own === '' ? hintText(description?.displayName ?? node.name) : own;
}

/** Returns the color that the file has for a node, if it is one. */
function colorOf(node: WorkflowNode): Pick<CanvasNode, 'color'> {
  const color = readColor((node as { readonly color?: unknown }).color);
  return color === undefined ? {} : { color: color.hex };
}

function reuse<T>(cache: Map<string, Cached<T>>, id: string, keys: readonly unknown[], make: () => T): T {
  const before = cache.get(id);
  if (before !== undefined && before.keys.length === keys.length && before.keys.every((key, index) => key === keys[index]))
    return before.result;
  const value = make();
  cache.set(id, { keys, result: value });
  return value;
}

/** Returns the issues of a node. The cause of a failure comes first, since the first line is the node's subtitle. */
function issueLines(issues: NodeIssues, node: WorkflowNode, types: NodeTypeLookup, last: TaskData | undefined): string[] {
  if (last?.error === undefined || !hasFailed(last)) return issueTexts(issues, node, types);
  const { execution: _, ...visibleIssues } = issues;
  return [errorSentence(last.error), ...issueTexts(visibleIssues, node, types)];
}

const runsOf = (runData: RunData, name: string): readonly TaskData[] | undefined =>
  Object.hasOwn(runData, name) ? runData[name] : undefined;

function stateOf(isExecuting: boolean, isWaiting: boolean, isStale: boolean, last: TaskData | undefined): CanvasNodeState {
  if (isExecuting) return 'running';
  if (isWaiting) return 'waiting';
  if (last === undefined) return 'idle';
  if (last.error !== undefined) return hasFailed(last) ? 'error' : 'stopped';
  return isStale ? 'stale' : 'success';
}

/** Returns the number of runs if the node ran more than once. */
const badgeOf = (runs: readonly TaskData[]): { badge?: string } => (runs.length > 1 ? { badge: `× ${runs.length}` } : {});

function noteOf(node: WorkflowNode): CanvasNote {
  const { content, width, height, color } = node.parameters as { content?: unknown; width?: unknown; height?: unknown; color?: unknown };
  const number = (value: unknown, byDefault: number): number => (typeof value === 'number' && value > 0 ? value : byDefault);
  return {
    id: node.id ?? '',
    position: { x: node.position[0], y: node.position[1] },
    size: { width: number(width, 240), height: number(height, 160) },
    content: typeof content === 'string' ? content : '',
    color: Math.min(7, Math.max(1, number(color, 1))),
  };
}
