// Nodes that are attached to a root node by connections other than `main`: the root node uses them while it runs, and each use is recorded.
import type { JsonObject } from '../contract/json.ts';
import type { ModelUse } from '../contract/model-use.ts';
import type { Item, ItemList } from '../contract/run-data.ts';
import type { AiConnectionType } from '../contract/connection-types.ts';
import {
  NodeError,
  type ConnectedNode,
  type ConnectedNodes,
  type ExecuteContext,
  type ModelCalls,
  type Supplier,
  type UseResult,
  type WaitingCall,
} from '../sdk/index.ts';
import { unknownType, type CompiledNode } from './compiled-workflow.ts';
import { portsOf } from './node-view.ts';
import type { RunHost } from './run-host.ts';

/** The context of an attached node, with the calls of models that it has made itself. */
type AttachedContext = ExecuteContext & { readonly modelUse: readonly ModelUse[] };

/** Makes the context of an attached node. `modelInput`: arguments that a model chose. `waits`: the call, if it can wait. */
export type MakeContext = (
  node: CompiledNode,
  inputs: readonly ItemList[],
  runIndex: number,
  modelInput?: JsonObject,
  waits?: WaitingCall,
) => AttachedContext;

/** Returns the nodes attached to a root node. Throws NodeError if it has no such input, if a required one is missing, or if there are too many. */
export function connectedNodes(
  host: RunHost,
  compiled: CompiledNode,
  root: ExecuteContext,
  type: AiConnectionType,
  makeContext: MakeContext,
): ConnectedNodes {
  const { workflow } = host;
  const edges = workflow.graph.edgesTo(compiled.name, type).toReversed();
  const nodes = edges
    .toSorted((a, b) => b.targetInput - a.targetInput)
    .flatMap(({ source, targetInput: input }) => {
      const node = workflow.node(source);
      return node === undefined || node.node.disabled === true ? [] : [new UsedNode({ host, root, type, input, node, makeContext })];
    });
  const ports = portsOf(host, compiled, 'inputs', root.inputs).filter((port) => (typeof port === 'string' ? port : port.type) === type);
  if (ports.length === 0) {
    throw new NodeError(`The node "${compiled.name}" does not have an input of type '${type}'.`, {
      hint: 'Check the settings of the node, which may decide about its inputs. Otherwise, tell the authors of its package.',
    });
  }
  let limit = 0;
  for (const port of ports) {
    const { maxConnections = Infinity, required = false, displayName = type } = typeof port === 'string' ? {} : port;
    limit += maxConnections;
    if (required && nodes.length === 0) {
      throw new NodeError(`The node "${compiled.name}" needs a node at its input "${displayName}".`, {
        hint: 'Connect a node to this input, and check that it is not disabled.',
      });
    }
  }
  if (nodes.length > limit) {
    throw new NodeError(`The node "${compiled.name}" accepts ${limit} of the ${nodes.length} nodes that are connected by "${type}".`, {
      hint: 'Remove or disable the others.',
    });
  }
  return { isList: limit !== 1, nodes };
}

interface Use {
  readonly host: RunHost;
  readonly root: ExecuteContext;
  readonly type: AiConnectionType;
  readonly input: number;
  readonly node: CompiledNode;
  readonly makeContext: MakeContext;
  readonly items?: readonly Item[];
  readonly runIndex?: number;
}

class UsedNode implements ConnectedNode {
  readonly ctx: ExecuteContext;
  readonly #use: Use;

  constructor(use: Use) {
    this.#use = use;
    const { node, items, runIndex = this.nextRun } = use;
    this.ctx = use.makeContext(node, items === undefined ? use.root.inputs : [items], runIndex, items?.[0]?.json);
  }

  get supply(): ConnectedNode['supply'] {
    const { supply } = this.#use.node;
    return supply === undefined ? undefined : (itemIndex) => supply(this.ctx, itemIndex, this);
  }

  get type(): AiConnectionType {
    return this.#use.type;
  }

  get supplier(): Supplier | undefined {
    return this.#use.node.supplier;
  }

  get displayName(): string | undefined {
    return this.#use.node.description?.displayName;
  }

  get input(): number {
    return this.#use.input;
  }

  get models(): ModelCalls {
    return this.#use.host.models;
  }

  get nextRun(): number {
    const { host, node } = this.#use;
    return host.subRuns?.next(node.name) ?? 0;
  }

  begin(inputs: readonly ItemList[], waits?: WaitingCall): number {
    const { host, root, type, node } = this.#use;
    return host.subRuns?.begin(node.name, type, inputs, root, waits) ?? 0;
  }

  end(run: number, result: UseResult): void {
    const { host, node } = this.#use;
    host.subRuns?.end(node.name, run, result);
  }

  async runAsTool(args: JsonObject, waits?: WaitingCall): Promise<readonly Item[]> {
    const { node, makeContext } = this.#use;
    const inputs = [[{ json: args }]];
    const run = this.begin(inputs, waits);
    const ctx = makeContext(node, inputs, run, args, waits);
    const { modelUse } = ctx;
    try {
      if (node.execute === undefined) throw node.description === undefined ? unknownType(node) : noTool(node);
      const [items] = (await node.execute(ctx)) ?? [];
      this.end(run, { outputs: [[{ json: { response: (items ?? []).map(({ json }) => json) } }]], modelUse });
      return items ?? [];
    } catch (error) {
      this.end(run, { error, modelUse });
      throw error;
    }
  }

  withInput(items: readonly Item[], runIndex: number): ConnectedNode {
    return new UsedNode({ ...this.#use, items, runIndex });
  }
}

const noTool = ({ name }: CompiledNode): NodeError =>
  new NodeError(`The node "${name}" cannot be used as a tool.`, { hint: 'Connect a node that can be run.' });
