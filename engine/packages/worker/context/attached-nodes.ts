// What a root node uses of the nodes attached to it, such as language models and tools: made by their code in the same worker.
import type { Item } from '../../../contract/run-data.ts';
import { packageErrorData } from '../../modules/failures.ts';
import { ApplicationError } from '../../modules/errors.ts';
import type { ToolData } from '../../../sdk/index.ts';
import type { AttachedData, CallContent } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';
import { methodOf, nodeVersion, type PackageLoader } from '../loader.ts';
import { callEngineTool, engineParts } from '../parts/engine-part.ts';
import { formed } from '../returned-forms.ts';

/** Returns the context of an attached node's code. */
export type MakeContext = (call: PackageCall, node: Supplied, attached: AttachedNodes) => object;
type Supplied = Extract<AttachedData, { kind: 'supplier' }>;

type SupplyCall = Extract<CallContent, { readonly kind: 'supply' }>;

interface SupplyData {
  readonly response: unknown;
  readonly closeFunction?: (() => unknown) | null;
}

/** What an agent returns to have tools run by the engine: it is called again with their results. */
interface ToolRequest {
  readonly actions: readonly { readonly nodeName: string; readonly input: unknown; readonly type: string }[];
  readonly metadata?: unknown;
}

/** Runs a tool, and returns the json of its items. */
type RunTool = (input: unknown) => Promise<readonly object[]>;

export const isToolRequest = (result: unknown): result is ToolRequest =>
  typeof result === 'object' && result !== null && 'actions' in result && Array.isArray(result.actions);

/** The attached nodes of one run of a root node, including those attached to them. */
export class AttachedNodes {
  readonly #loader: PackageLoader;
  readonly #closing: (() => unknown)[] = [];

  constructor(loader: PackageLoader) {
    this.#loader = loader;
  }

  /** Returns what the nodes at inputs of a type supply: one value, or a list if the root node accepts several. */
  async supplied(call: PackageCall, connection: string, itemIndex: number, makeContext: MakeContext): Promise<unknown> {
    const { isList, nodes } = await call.request('connected', { connection, itemIndex });
    const values: unknown[] = [];
    for (const node of nodes) values.push(await this.#valueOf(call, node, itemIndex, makeContext));
    return isList ? values : values[0];
  }

  /** Returns what a node supplies to a root node elsewhere. */
  supply(call: PackageCall, { place, context, run, itemIndex }: SupplyCall, makeContext: MakeContext): Promise<unknown> {
    return this.#supplied(call, { kind: 'supplier', name: context.node.name, call: 0, place, context, run }, itemIndex, makeContext);
  }

  /** Runs the tools that an agent requests, all at the same time, and returns the input of its next call. */
  async response(call: PackageCall, { actions, metadata }: ToolRequest, makeContext: MakeContext): Promise<object> {
    const tools = new Map<string, RunTool>();
    for (const type of new Set(actions.map((action) => action.type))) {
      const { nodes } = await call.request('connected', { connection: type, itemIndex: 0 });
      for (const node of nodes) tools.set(node.name, this.#runOf(call, node, makeContext));
    }
    const actionResponses = await Promise.all(
      actions.map(async (action) => {
        const startTime = Date.now();
        const result = await resultOf(tools.get(action.nodeName), action);
        return { action, data: { startTime, executionTime: Date.now() - startTime, executionIndex: 0, source: [], ...result } };
      }),
    );
    return { actionResponses, metadata };
  }

  /** Lets the nodes release what they hold, the last one first. */
  async close(): Promise<void> {
    for (let close = this.#closing.pop(); close !== undefined; close = this.#closing.pop()) {
      try {
        await close();
      } catch {
        // A connection that is already closed must not fail the run.
      }
    }
  }

  /** The engine runs nodes as tools; a node that only supplies a tool runs it itself. */
  #runOf(call: PackageCall, node: AttachedData, makeContext: MakeContext): RunTool {
    if (node.kind === 'part') return async (input) => [{ response: await callEngineTool(call, node, input) }];
    const ownCall = call.open(node.call);
    const suppliesOnly =
      node.kind === 'supplier' && nodeVersion(this.#loader, node.place, node.context.node.typeVersion)['execute'] === undefined;
    if (!suppliesOnly) return async (input) => (await ownCall.request('runTool', { args: input })) as readonly object[];
    return async (input) => {
      const tool = (await this.#named(ownCall, node, 0, makeContext)) as { invoke(input: unknown): unknown };
      return [{ response: await tool.invoke(input) }];
    };
  }

  async #supplied(call: PackageCall, node: Supplied, itemIndex: number, makeContext: MakeContext): Promise<unknown> {
    const object = nodeVersion(this.#loader, node.place, node.context.node.typeVersion);
    const supplied = await methodOf(object, 'supplyData').call(makeContext(call, node, this), itemIndex);
    const { response, closeFunction } = formed(supplied, 'supply', 'It') as SupplyData;
    if (typeof closeFunction === 'function') this.#closing.push(closeFunction);
    nameSource(response, node.name);
    return response;
  }

  async #valueOf(call: PackageCall, node: AttachedData, itemIndex: number, makeContext: MakeContext): Promise<unknown> {
    if (node.kind === 'part') return engineParts(this.#loader, call, node);
    const ownCall = call.open(node.call);
    return node.kind === 'tool' ? this.#tool(ownCall, node.name, node.tool) : this.#named(ownCall, node, itemIndex, makeContext);
  }

  /** Errors name the node. */
  async #named(call: PackageCall, node: Supplied, itemIndex: number, makeContext: MakeContext): Promise<unknown> {
    try {
      return await this.#supplied(call, node, itemIndex, makeContext);
    } catch (error) {
      const { message, description } = call.errorData(error);
      throw new ApplicationError(`Error in the attached node "${node.name}": ${message}`, { description });
    }
  }

  /** Returns a tool for agents, made with the package's own copy of LangChain. */
  #tool(call: PackageCall, node: string, { name, description, fields }: ToolData): unknown {
    const { DynamicStructuredTool } = this.#loader.module('@langchain/core/tools') as {
      DynamicStructuredTool: new (options: object) => unknown;
    };
    const func = async (args: unknown): Promise<string> => {
      try {
        return JSON.stringify(await call.request('runTool', { args }));
      } catch (error) {
        // The model reads the error, and may try again.
        return `There was an error: "${(error as Error).message}"`;
      }
    };
    return new DynamicStructuredTool({
      name,
      description,
      schema: this.#loader.schemas.object(fields),
      func,
      metadata: { sourceNodeName: node, isFromToolkit: false },
    });
  }
}

/** Returns how a tool's run ended, in the form of run data. */
async function resultOf(run: RunTool | undefined, { nodeName, input, type }: ToolRequest['actions'][number]): Promise<object> {
  try {
    if (run === undefined) throw new ApplicationError(`No node "${nodeName}" is attached by "${type}".`);
    const items = await run(input);
    return { executionStatus: 'success', data: { [type]: [items.map((json) => ({ json }))] } };
  } catch (error) {
    const { name, message, description } = packageErrorData(error);
    return { executionStatus: 'error', error: { name, message, description } };
  }
}

/** Tells agents which node a tool, or each tool of a set, comes from. */
function nameSource(response: unknown, sourceNodeName: string): void {
  if (typeof response !== 'object' || response === null) return;
  const { tools } = response as { tools?: unknown };
  if (Array.isArray(tools)) for (const tool of tools) mark(tool as object, { sourceNodeName, isFromToolkit: true });
  else if ('metadata' in response || 'schema' in response) mark(response as object, { sourceNodeName, isFromToolkit: false });
}

const mark = (tool: { metadata?: object }, more: object): void => void (tool.metadata = { ...tool.metadata, ...more });

/** Members of an attached node's context that concern its uses. */
export const useMembers = (call: PackageCall, again: (call: PackageCall, items: readonly Item[], runIndex: number) => object): object => ({
  isToolExecution: () => true,
  getNextRunIndex: () => call.ask('nextRun', undefined),
  addInputData: (_type: string, inputs: unknown) => ({ index: call.ask('beginUse', { inputs }) }),
  addOutputData: (_type: string, run: number, data: unknown) =>
    call.notify('endUse', data instanceof Error ? { run, error: call.errorData(data) } : { run, outputs: data }),
  cloneWith: ({ runIndex, inputData }: { readonly runIndex: number; readonly inputData: readonly (readonly Item[])[] }) => {
    const items = inputData[0] ?? [];
    return again(call.open(call.ask('withInput', { items, runIndex })), items, runIndex);
  },
});
