// Extracts selected nodes into a sub-workflow and replaces them by a node that calls it.
import type { Connections, WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { scanCode, splitTemplate } from './code-scan.ts';
import { addConnections, removeConnections, removeNodes } from '../graph/connections.ts';
import { extractReferences, type ExtractedReferences } from './extract-references.ts';
import { edgesOf, type Edge } from '../graph/graph.ts';
import { hasRenamableContent, renameAllInParameters } from './node-references.ts';
import { isRecord, mapEntries } from '../values/own-properties.ts';
import { adjacencyList, type AdjacencyList, leafNodes, rootNodes, subgraphEnds } from '../graph/subgraph.ts';
import { uniqueName } from './node-names.ts';

const NOTE = 'n8n-nodes-base.stickyNote';
/** Canvas units between the added nodes and the selected ones. */
const GAP = 240;

export interface ExtractionOptions {
  /** Name of the new workflow. */
  readonly name: string;
  readonly newId: () => string;
  readonly isTrigger: (node: WorkflowNode) => boolean;
  readonly outputCount: (node: WorkflowNode) => number;
}

/** Reason why a selection cannot be extracted. `edges`: connections that prevent it. */
export interface ExtractionProblem {
  readonly reason: 'empty' | 'trigger' | 'subNode' | 'entries' | 'exits' | 'ends' | 'path';
  readonly nodes: readonly string[];
  readonly edges: readonly Edge[];
}

export interface ExtractedSubWorkflow {
  /** The new workflow, which must be saved first. */
  readonly file: WorkflowFile;
  /** Returns the old workflow with a node that calls the new one by its id. */
  readonly callerOf: (workflowId: string) => { readonly file: WorkflowFile; readonly callId: string };
}

/**
 * Moves the selected nodes to a new workflow. What they read from outside nodes becomes inputs of its trigger; what outside nodes read from them
 * is returned with its items. Returns a problem if data enters or leaves at several nodes, or a trigger is selected. Pinned data moves along.
 */
export function extractSubWorkflow(
  file: WorkflowFile,
  names: ReadonlySet<string>,
  options: ExtractionOptions,
): ExtractedSubWorkflow | ExtractionProblem {
  const part = new Part(file, names, options);
  const problem = part.problem();
  return problem ?? new Extraction(part, options).result();
}

/** The selection and the edges that cross its boundary. */
class Part {
  readonly file: WorkflowFile;
  readonly names: ReadonlySet<string>;
  readonly selected: readonly WorkflowNode[];
  readonly outside: readonly WorkflowNode[];
  /** Selected nodes on the main path: neither notes nor sub-nodes such as models and tools. */
  readonly running: ReadonlySet<string>;
  readonly entering: readonly Edge[];
  readonly leaving: readonly Edge[];
  readonly inside: readonly Edge[];
  readonly #isTrigger: (node: WorkflowNode) => boolean;
  readonly #list: AdjacencyList;

  constructor(file: WorkflowFile, names: ReadonlySet<string>, { isTrigger }: ExtractionOptions) {
    this.file = file;
    this.names = names;
    this.selected = file.nodes.filter(({ name }) => names.has(name));
    this.outside = file.nodes.filter(({ name }) => !names.has(name));
    const edges = [...edgesOf(file.connections)];
    this.entering = edges.filter(({ source, target }) => !names.has(source) && names.has(target));
    this.leaving = edges.filter(({ source, target }) => names.has(source) && !names.has(target));
    this.inside = edges.filter(({ source, target }) => names.has(source) && names.has(target));
    const subNodes = new Set(this.inside.filter(({ type }) => type !== 'main').map(({ source }) => source));
    const runs = ({ name, type }: WorkflowNode): boolean => type !== NOTE && !subNodes.has(name);
    this.running = new Set(this.selected.filter(runs).map(({ name }) => name));
    this.#isTrigger = isTrigger;
    this.#list = adjacencyList(mainConnections(file.connections));
  }

  /** First nodes of the new workflow: the node where data enters, or all nodes without a selected parent. */
  get starts(): readonly string[] {
    const [entry] = this.entering;
    return entry === undefined ? [...rootNodes(this.running, this.#list)] : [entry.target];
  }

  /** The node whose items the new workflow returns. */
  get end(): string | undefined {
    const leaves = this.#leaves();
    return this.leaving[0]?.source ?? (leaves.length === 1 ? leaves[0] : undefined);
  }

  problem(): ExtractionProblem | undefined {
    if (this.running.size === 0) return { reason: 'empty', nodes: [], edges: [] };
    const triggers = this.selected.filter(this.#isTrigger);
    if (triggers.length > 0) return { reason: 'trigger', nodes: triggers.map(({ name }) => name), edges: [] };
    const cut = [...this.entering, ...this.leaving].filter(({ type }) => type !== 'main');
    if (cut.length > 0) return { reason: 'subNode', nodes: namesOf(cut, this.names), edges: cut };
    const entries = new Set(this.entering.map(({ target, targetInput }) => JSON.stringify([target, targetInput])));
    if (entries.size > 1)
      return { reason: 'entries', nodes: [...new Set(this.entering.map(({ target }) => target))], edges: this.entering };
    const exits = new Set(this.leaving.map(({ source, sourceOutput }) => JSON.stringify([source, sourceOutput])));
    if (exits.size > 1) return { reason: 'exits', nodes: [...new Set(this.leaving.map(({ source }) => source))], edges: this.leaving };
    return this.#misplacedEnds() ?? this.#furtherEnds();
  }

  /** Edges by which data enters or leaves in the middle of the selection. */
  #misplacedEnds(): ExtractionProblem | undefined {
    const ends = subgraphEnds(this.running, this.#list);
    if (!Array.isArray(ends)) return undefined;
    const [first] = ends as Extract<typeof ends, readonly unknown[]>;
    if (first?.errorCode === 'Input Edge To Non-Root Node') return { reason: 'entries', nodes: [first.node], edges: this.entering };
    if (first?.errorCode === 'Output Edge From Non-Leaf Node') return { reason: 'exits', nodes: [first.node], edges: this.leaving };
    if (first?.errorCode === 'No Continuous Path From Root To Leaf In Selection')
      return { reason: 'path', nodes: [first.start, first.end], edges: [...this.entering, ...this.leaving] };
    return undefined;
  }

  /** A workflow returns the items of the node that runs last, so no other path may end within the selection. */
  #furtherEnds(): ExtractionProblem | undefined {
    const [exit] = this.leaving;
    if (exit === undefined) return undefined;
    const otherLeaves = this.#leaves().filter((name) => name !== exit.source);
    return otherLeaves.length === 0
      ? undefined
      : { reason: 'ends', nodes: otherLeaves, edges: this.inside.filter(({ target }) => otherLeaves.includes(target)) };
  }

  #leaves(): readonly string[] {
    return [...leafNodes(this.running, this.#list)];
  }
}

const mainConnections = (connections: Connections): Connections =>
  mapEntries(connections, (source, byType) => [
    source,
    isRecord(byType) && 'main' in byType ? { main: byType['main'] } : {},
  ]) as Connections;

const namesOf = (edges: readonly Edge[], among: ReadonlySet<string>): readonly string[] => [
  ...new Set(edges.flatMap(({ source, target }) => [source, target]).filter((name) => among.has(name))),
];

class Extraction {
  readonly #part: Part;
  readonly #options: ExtractionOptions;
  readonly #start: string;
  readonly #return: string;
  readonly #call: string;
  /** The selected nodes, in which references to outside nodes are replaced by inputs. */
  readonly #extracted: ExtractedReferences;
  /** The remaining nodes, in which references to selected nodes are replaced by fields of the call. */
  readonly #remaining: ExtractedReferences;

  constructor(part: Part, options: ExtractionOptions) {
    this.#part = part;
    this.#options = options;
    this.#start = uniqueName('Start', part.names);
    this.#return = uniqueName('Return', part.names);
    this.#call = uniqueName(`Call ${options.name}`, new Set(part.file.nodes.map(({ name }) => name)));
    const all = part.file.nodes.map(({ name }) => name);
    this.#extracted = extractReferences(part.selected, all, this.#start, this.#readers());
    const { end } = part;
    const renamed = end === undefined ? part.outside : part.outside.map((node) => this.#renamed(node, end));
    const sources = all.filter((name) => name !== end);
    this.#remaining = extractReferences(renamed, sources, this.#call);
  }

  result(): ExtractedSubWorkflow {
    return { file: this.#subWorkflow(), callerOf: (workflowId) => this.#caller(workflowId) };
  }

  /** Nodes whose `$json` is an item of the caller: those fed by the start node, and those without a selected parent. */
  #readers(): readonly string[] {
    return this.#part.starts.filter((name) => !this.#part.inside.some(({ target, type }) => target === name && type === 'main'));
  }

  #renamed(node: WorkflowNode, end: string): WorkflowNode {
    const parameters = renameAllInParameters(node.parameters, new Map([[end, this.#call]]), {
      hasRenamableContent: hasRenamableContent(node.type),
    });
    return parameters === node.parameters ? node : { ...node, parameters };
  }

  /** Fields are declared only if single fields are read: nodes that read whole items receive them unchanged. */
  get #hasFields(): boolean {
    const { variables } = this.#extracted;
    const onlyInput = [...variables.values()].every((expression) => expression.startsWith('$json'));
    return (
      variables.size > 0 && !(onlyInput && this.#part.selected.some((node) => this.#readers().includes(node.name) && readsItems(node)))
    );
  }

  #subWorkflow(): WorkflowFile {
    const { file, inside, names, selected } = this.#part;
    const nodes = this.#hasFields || this.#extracted.variables.size === 0 ? this.#extracted.nodes : [...selected];
    const first = nodes.find(({ name }) => name === this.#part.starts[0]) ?? nodes[0];
    const [x, y] = first?.position ?? [0, 0];
    const added = [this.#startNode([x - GAP, y]), ...this.#returnNode()];
    const entry = this.#part.entering[0]?.targetInput ?? 0;
    const edges = [
      ...this.#part.starts.map((target) => mainEdge(this.#start, 0, target, entry)),
      ...inside,
      ...(added.length > 1 ? [mainEdge(this.#part.end ?? '', this.#part.leaving[0]?.sourceOutput ?? 0, this.#return, 0)] : []),
    ];
    const pinned = Object.entries(file.pinData ?? {}).filter(([name]) => names.has(name));
    const { executionOrder, timezone } = file.settings ?? {};
    const settings = { ...(executionOrder === undefined ? {} : { executionOrder }), ...(timezone === undefined ? {} : { timezone }) };
    const created: WorkflowFile = {
      name: this.#options.name,
      nodes: [...added.slice(0, 1), ...nodes, ...added.slice(1)],
      connections: {},
      settings,
      ...(pinned.length === 0 ? {} : { pinData: Object.fromEntries(pinned) as NonNullable<WorkflowFile['pinData']> }),
    };
    return addConnections(created, edges);
  }

  #startNode(position: [number, number]): WorkflowNode {
    const values = [...this.#extracted.variables.keys()].map((name) => ({ name, type: 'any' }));
    const parameters = this.#hasFields ? { inputSource: 'workflowInputs', workflowInputs: { values } } : { inputSource: 'passthrough' };
    return this.#node(this.#start, 'n8n-nodes-base.executeWorkflowTrigger', 1.1, position, parameters);
  }

  /** A last node, needed if the end has further outputs, or if values of other nodes are returned as well. */
  #returnNode(): readonly WorkflowNode[] {
    const { end, leaving, selected } = this.#part;
    const node = selected.find(({ name }) => name === end);
    const fields = [...this.#remaining.variables];
    if (node === undefined || (fields.length === 0 && (leaving.length === 0 || this.#options.outputCount(node) < 2))) return [];
    const position: [number, number] = [node.position[0] + GAP, node.position[1]];
    if (fields.length === 0) return [this.#node(this.#return, 'n8n-nodes-base.noOp', 1, position, {})];
    const entries = fields.map(([field, expression]) => `${JSON.stringify(field)}: ${expression}`);
    const parameters = { mode: 'raw', jsonOutput: `={{ { ${entries.join(', ')} } }}`, includeOtherFields: true, options: {} };
    return [this.#node(this.#return, 'n8n-nodes-base.set', 3.4, position, parameters)];
  }

  #caller(workflowId: string): { readonly file: WorkflowFile; readonly callId: string } {
    const { file, entering, leaving, names, selected, starts } = this.#part;
    const anchor = selected.find(({ name }) => name === starts[0]) ?? (selected[0] as WorkflowNode);
    const call = this.#node(this.#call, 'n8n-nodes-base.executeWorkflow', 1.2, anchor.position, {
      workflowId: { __rl: true, mode: 'list', value: workflowId, cachedResultName: this.#options.name },
      workflowInputs: this.#inputs(),
      options: {},
    });
    const rewritten = new Map(this.#remaining.nodes.map((node) => [node.name, node]));
    const without = removeNodes(removeConnections(file, [...entering, ...leaving]), [...names]);
    const remainingWorkflow: WorkflowFile = { ...without, nodes: [...without.nodes.map((node) => rewritten.get(node.name) ?? node), call] };
    const edges = [
      ...entering.map(({ source, sourceOutput }) => mainEdge(source, sourceOutput, this.#call, 0)),
      ...leaving.map(({ target, targetInput }) => mainEdge(this.#call, 0, target, targetInput)),
    ];
    return { file: addConnections(remainingWorkflow, edges), callId: call.id ?? '' };
  }

  #inputs(): WorkflowNode['parameters'] {
    if (!this.#hasFields) return { mappingMode: 'defineBelow', value: {}, matchingColumns: [], schema: [] };
    const fields = [...this.#extracted.variables];
    return {
      mappingMode: 'defineBelow',
      value: Object.fromEntries(fields.map(([field, expression]) => [field, `={{ ${expression} }}`])),
      matchingColumns: [],
      schema: fields.map(([id]) => ({
        id,
        displayName: id,
        required: false,
        defaultMatch: false,
        display: true,
        canBeUsedToMatch: true,
        type: 'any',
        removed: false,
      })),
      attemptToConvertTypes: false,
      convertFieldsToString: false,
    };
  }

  #node(
    name: string,
    type: string,
    typeVersion: number,
    position: readonly [number, number],
    parameters: WorkflowNode['parameters'],
  ): WorkflowNode {
    return { id: this.#options.newId(), name, type, typeVersion, position: [...position], parameters };
  }
}

const mainEdge = (source: string, sourceOutput: number, target: string, targetInput: number): Edge => ({
  source,
  sourceOutput,
  target,
  targetInput,
  type: 'main',
});

/** Whether code or expressions of a node read a whole item, such as `$json` without a field, or `$input.all()`. */
function readsItems({ type, parameters }: WorkflowNode): boolean {
  const isCode = hasRenamableContent(type);
  const inCode = (code: string): boolean => {
    const tokens = scanCode(code);
    return tokens.some(({ kind, text }, index) => {
      if (kind !== 'word' || tokens[index - 1]?.text === '.') return false;
      if (text === '$input' || text === '$items' || (isCode && (text === 'items' || text === 'item'))) return true;
      return text === '$json' && (tokens[index + 1]?.text !== '.' || tokens[index + 2]?.kind !== 'word');
    });
  };
  const within = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(within);
    if (isRecord(value)) return Object.values(value).some(within);
    if (typeof value !== 'string') return false;
    if (!value.startsWith('=')) return isCode && inCode(value);
    return splitTemplate(value).some((segment) => segment.code && inCode(segment.text));
  };
  return within(parameters);
}
