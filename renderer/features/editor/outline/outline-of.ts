// Lists a workflow in reading order: triggers first, each followed by the nodes attached to it and by its targets; unconnected nodes and notes last.
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { WorkflowGraph, type Edge } from '../../../../engine/workflow/graph/graph.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { isTriggerNode, stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { edgesAt, loops } from '../../../../engine/workflow/graph/walk.ts';
import { MAIN, type CanvasNodeState, type CanvasPort } from '../canvas/canvas-model.ts';
import { indexInType } from '../view/linked-ports.ts';
import { unknownType } from '../view/type-look.ts';

export interface OutlineTarget {
  readonly id: string;
  readonly name: string;
  /** Index of its target input among those of the same type. Default: the first. */
  readonly input?: number;
  /** Whether the connection leads back to an ancestor. */
  readonly isBack?: boolean;
}

export interface OutlineOutput {
  readonly name?: string;
  /** Connection type. Default: `main`. */
  readonly type?: string;
  readonly targets: readonly OutlineTarget[];
}

export interface OutlineInput {
  readonly name?: string;
  /** Connection type. */
  readonly type: string;
  /** Types of nodes that may be attached, or may not. */
  readonly accepts?: CanvasPort['accepts'];
  /** Whether it has as many connections as it accepts. */
  readonly isFull?: true;
}

/** A node as a line of the outline. */
export interface OutlineNode {
  readonly id: string;
  readonly name: string;
  /** Full name of its type. */
  readonly type: string;
  readonly typeLabel: string;
  readonly iconUrl: string;
  /** Shown instead of the icon if the type is not installed. */
  readonly initials?: string;
  /** 0 at the start of a path; increases after triggers and branches, so that a chain stays in one column. */
  readonly depth: number;
  readonly isTrigger: boolean;
  readonly isDisabled: boolean;
  /** Whether the node is a sticky note, which has no connections. */
  readonly isNote?: boolean;
  readonly issues: readonly string[];
  readonly state: CanvasNodeState;
  readonly outputs: readonly OutlineOutput[];
  /** Default: a single input for items. */
  readonly inputs?: readonly OutlineInput[];
  /** Name of the parent's output that leads here, if the parent has several. */
  readonly via?: { readonly output: number; readonly name?: string };
  /** Name of the first node of its loop. */
  readonly loop?: string;
}

/** Information about nodes that a workflow file does not contain. */
export interface OutlineSource {
  readonly iconUrl?: (type: string) => string;
  /** Returns the outputs of a node. Default: those in its description. */
  readonly portsOf?: (node: WorkflowNode) => readonly CanvasPort[];
  /** Returns the inputs of a node. Default: those in its description. */
  readonly inputsOf?: (node: WorkflowNode) => readonly CanvasPort[];
  readonly issuesOf?: (node: WorkflowNode) => readonly string[];
  readonly stateOf?: (node: WorkflowNode) => CanvasNodeState;
}

/** A node's position in the traversal. */
interface Place {
  readonly name: string;
  readonly depth: number;
  readonly parent?: string;
  readonly via?: Edge;
}

/** Returns the rows of a workflow. Ids are those of the nodes, or their names if the file has no ids. */
export function outlineOf(workflow: WorkflowFile, types: NodeTypeLookup, source: OutlineSource = {}): OutlineNode[] {
  const graph = new WorkflowGraph(workflow);
  const places = walkAll(graph, types);
  const isAncestor = ancestry(places);
  const heads = loopHeads(graph, places);
  const outputs = new Map(places.map(({ name }) => [name, outputsOf(graph, name, types, source, isAncestor)]));
  return places.map(({ name, depth, parent, via }) => {
    const node = graph.node(name) as WorkflowNode;
    const isNote = node.type === stickyNoteType;
    const before = parent === undefined ? [] : (outputs.get(parent) ?? []);
    const output = via === undefined ? -1 : before.findIndex(({ edges }) => edges.includes(via));
    const loop = heads.get(name);
    const description = types.description(node.type, node.typeVersion);
    const missing = description === undefined && !isNote ? unknownType(node.type) : undefined;
    const inputs = inputsOf(graph, name, source.inputsOf?.(node) ?? describedPorts(node, types, 'inputs'));
    return {
      id: node.id ?? name,
      type: node.type,
      name: isNote ? noteTitle(node) : name,
      typeLabel: description?.displayName ?? missing?.name ?? node.type.slice(node.type.lastIndexOf('.') + 1),
      iconUrl: source.iconUrl?.(node.type) ?? '',
      depth,
      isTrigger: isTriggerNode(node, types),
      isDisabled: node.disabled === true,
      issues: source.issuesOf?.(node) ?? [],
      state: source.stateOf?.(node) ?? 'idle',
      outputs: (outputs.get(name) ?? []).map(({ name: outputName, type, targets }) => ({
        ...(outputName === undefined ? {} : { name: outputName }),
        ...(type === MAIN ? {} : { type }),
        targets,
      })),
      ...(isNote ? { isNote } : {}),
      ...(missing === undefined ? {} : { initials: missing.initials }),
      ...(inputs.length === 1 && inputs[0]?.type === MAIN ? {} : { inputs }),
      ...(before.length > 1 && output !== -1 ? { via: viaOf(output, before[output]?.name) } : {}),
      ...(loop === undefined ? {} : { loop }),
    };
  });
}

/** Returns the first line of a note, which is more useful than its name; the name if the note is empty. */
function noteTitle({ name, parameters }: WorkflowNode): string {
  const content = parameters?.['content'];
  const line =
    typeof content === 'string'
      ? content
          .slice(0, 2000)
          .split('\n')
          .map(withoutMarks)
          .find((text) => text !== '')
      : undefined;
  return line?.slice(0, 80) ?? name;
}

/** Returns a line of Markdown without its leading and inline marks. */
const withoutMarks = (line: string): string =>
  line
    .replace(/^[\s#>*+-]+/, '')
    .replaceAll(/[*_`]{1,3}/g, '')
    .trim();

const viaOf = (output: number, name: string | undefined): { output: number; name?: string } =>
  name === undefined ? { output } : { output, name };

/** Returns every node once, in the order of the rows. */
function walkAll(graph: WorkflowGraph, types: NodeTypeLookup): Place[] {
  const all = [...graph.nodes.values()].sort((a, b) => coordinate(a, 1) - coordinate(b, 1) || coordinate(a, 0) - coordinate(b, 0));
  const nodes = all.filter(({ type }) => type !== stickyNoteType);
  const isLoose = ({ name }: WorkflowNode): boolean => edgesFrom(graph, name).length === 0 && !hasSource(graph, name);
  const connected = nodes.filter((node) => !isLoose(node));
  const isAttached = ({ name }: WorkflowNode): boolean => edgesFrom(graph, name).some(({ type }) => type !== MAIN);
  const hasMainSource = ({ name }: WorkflowNode): boolean => edgesTo(graph, name).some(({ type }) => type === MAIN);
  const roots = [
    ...nodes.filter((node) => isTriggerNode(node, types)),
    ...connected.filter((node) => !hasMainSource(node) && !isAttached(node)),
    // The remaining nodes form loops that no path enters.
    ...connected,
    ...nodes,
    ...all,
  ];
  const places = new Map<string, Place>();
  for (const { name } of roots) walkFrom(graph, name, places);
  return [...places.values()];
}

const coordinate = (node: WorkflowNode, axis: 0 | 1): number => Number(node.position?.[axis] ?? 0);

/** Depth first with an explicit stack, since workflows may be deep. */
function walkFrom(graph: WorkflowGraph, root: string, places: Map<string, Place>): void {
  const stack: Place[] = [{ name: root, depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (places.has(next.name)) continue;
    places.set(next.name, next);
    const { name, depth } = next;
    const down = edgesFrom(graph, name).filter(({ type }) => type === MAIN);
    const edges = down.filter((edge) => !places.has(edge.target));
    const isFork = new Set(down.map((edge) => edge.target)).size > 1;
    const below = isFork || depth === 0 ? depth + 1 : depth;
    for (const edge of edges.reverse()) stack.push({ name: edge.target, depth: below, parent: name, via: edge });
    // What is attached to a node belongs to it, and comes before what follows it.
    const attached = edgesTo(graph, name).filter(({ type }) => type !== MAIN);
    for (const { source } of attached.reverse()) stack.push({ name: source, depth: depth + 1, parent: name });
  }
}

/** Returns the edges to existing nodes, by output. */
function edgesFrom(graph: WorkflowGraph, name: string): Edge[] {
  return edgesAt(graph, name, 'down', 'ALL').filter(({ target }) => graph.node(target) !== undefined);
}

/** Returns the edges from other existing nodes, by input. */
function edgesTo(graph: WorkflowGraph, name: string): Edge[] {
  return edgesAt(graph, name, 'up', 'ALL').filter(({ source }) => graph.node(source) !== undefined && source !== name);
}

const hasSource = (graph: WorkflowGraph, name: string): boolean => edgesTo(graph, name).length > 0;

/** Returns a function that checks whether a node is another one or its ancestor in the traversal. */
function ancestry(places: readonly Place[]): (upper: string, lower: string) => boolean {
  const at = new Map(places.map(({ name }, index) => [name, index]));
  const ends = places.map((_, index) => index + 1);
  for (let index = places.length - 1; index >= 0; index--) {
    const parent = at.get(places[index]?.parent ?? '');
    if (parent !== undefined && places[index]?.parent !== undefined) ends[parent] = Math.max(ends[parent] ?? 0, ends[index] ?? 0);
  }
  return (upper, lower) => {
    const from = at.get(upper) ?? -1;
    const index = at.get(lower) ?? -1;
    return from !== -1 && index >= from && index < (ends[from] ?? 0);
  };
}

/** Maps a node's name to the name of the first row of its loop. */
function loopHeads(graph: WorkflowGraph, places: readonly Place[]): Map<string, string> {
  const at = new Map(places.map(({ name }, index) => [name, index]));
  const heads = new Map<string, string>();
  for (const group of loops(graph)) {
    const members = group.filter((name) => at.has(name)).sort((a, b) => (at.get(a) ?? 0) - (at.get(b) ?? 0));
    for (const member of members) heads.set(member, members[0] as string);
  }
  return heads;
}

interface OutputAt {
  readonly name?: string;
  readonly type: string;
  readonly targets: OutlineTarget[];
  readonly edges: Edge[];
}

/** Returns the outputs of a node with their targets; connections of undescribed outputs are appended. */
function outputsOf(
  graph: WorkflowGraph,
  name: string,
  types: NodeTypeLookup,
  source: OutlineSource,
  isAncestor: (upper: string, lower: string) => boolean,
): OutputAt[] {
  const node = graph.node(name) as WorkflowNode;
  const ports = source.portsOf?.(node) ?? describedPorts(node, types, 'outputs');
  const outputs: OutputAt[] = ports.map((port) => ({ ...port, targets: [], edges: [] }));
  for (const edge of edgesFrom(graph, name)) {
    const output = outputAt(outputs, edge);
    const id = graph.node(edge.target)?.id ?? edge.target;
    output.edges.push(edge);
    if (output.targets.some((target) => target.id === id && (target.input ?? 0) === edge.targetInput)) continue;
    output.targets.push({
      id,
      name: edge.target,
      ...(edge.targetInput === 0 ? {} : { input: edge.targetInput }),
      // An attached node is listed below its root node.
      ...(edge.type === MAIN && isAncestor(edge.target, name) ? { isBack: true } : {}),
    });
  }
  return outputs;
}

/** Returns the inputs of a node; those with a limit may be full. */
function inputsOf(graph: WorkflowGraph, name: string, ports: readonly CanvasPort[]): OutlineInput[] {
  return ports.map(({ name: portName, type, limit, accepts }, place) => {
    const index = indexInType(ports, place);
    const connectionCount = limit === undefined ? 0 : graph.edgesTo(name, type).filter(({ targetInput }) => targetInput === index).length;
    return {
      type,
      ...(portName === undefined ? {} : { name: portName }),
      ...(accepts === undefined ? {} : { accepts }),
      ...(limit !== undefined && connectionCount >= limit ? { isFull: true as const } : {}),
    };
  });
}

/** Returns the output of an edge: that of its type with its index. */
function outputAt(outputs: OutputAt[], { type, sourceOutput }: Edge): OutputAt {
  const ofType = outputs.filter((output) => output.type === type);
  while (ofType.length <= sourceOutput) {
    const more: OutputAt = { type, targets: [], edges: [] };
    ofType.push(more);
    outputs.push(more);
  }
  return ofType[sourceOutput] as OutputAt;
}

/** Returns the ports in a description; a single one if it computes them from parameters. */
function describedPorts(node: WorkflowNode, types: NodeTypeLookup, side: 'inputs' | 'outputs'): CanvasPort[] {
  const description = types.description(node.type, node.typeVersion);
  const listed = description?.[side] ?? ['main'];
  const names = side === 'inputs' ? description?.inputNames : description?.outputNames;
  const ports = typeof listed === 'string' ? ['main'] : listed;
  return ports.map((port, index) => {
    const name = names?.[index] ?? (typeof port === 'string' ? undefined : port.displayName);
    return { type: typeof port === 'string' ? port : port.type, ...(name === undefined ? {} : { name }) };
  });
}
