// What the nodes attached to a root node supply for one of its items. Each use is recorded as a run of the attached node.
import type { JsonValue } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import {
  NodeError,
  toolOf,
  type AgentTool,
  type ChatMemory,
  type ChatModel,
  type ConnectedNode,
  type DetachedContext,
  type DocumentLoader,
  type Embedder,
  type OutputParser,
  type Reranker,
  type Retriever,
  type SuppliedParts,
  type SuppliedType,
  type TextSplitter,
  type VectorStore,
} from '../../../sdk/index.ts';
import { fieldsSchema } from './json-schema.ts';
import { persistentModel, sending } from './persistent-model.ts';
import { recordedModel } from './recorded-model.ts';
import { recorded, recordedPart } from './recorded-parts.ts';

/** What is used of a root node's context. */
type RootContext = Pick<DetachedContext, 'connected' | 'node' | 'now' | 'ports' | 'signal' | 'sleep'>;

/** The parts that a root node has requested; they are released together. */
export class Attached {
  readonly #ctx: RootContext;
  readonly #item: Item | undefined;
  readonly #closing: (() => Promise<void>)[] = [];

  /** `item`: what the expressions of attached nodes read, for a root node outside of a run. */
  constructor(ctx: RootContext, item?: Item) {
    this.#ctx = ctx;
    this.#item = item;
  }

  /** Returns the language models, in the order of the inputs. */
  async models(itemIndex: number): Promise<readonly ChatModel[]> {
    const models: ChatModel[] = [];
    for (const node of this.#nodes('ai_languageModel')) models.push(await this.part(node, 'ai_languageModel', itemIndex));
    return models;
  }

  /** Returns the model at one of several inputs. Throws NodeError if none is connected there. */
  async modelAt(input: number, itemIndex: number): Promise<ChatModel> {
    const node = this.#nodes('ai_languageModel').find((each) => each.input === input);
    if (node === undefined) throw missing(this.#ctx, `a language model at its input ${input + 1}`);
    const model = await this.part(node, 'ai_languageModel', itemIndex);
    return { ...model, maxRetries: 0, selectedNode: model.selectedNode ?? node.ctx.node.name };
  }

  /** Returns the language model. Throws NodeError if none is connected. */
  async model(itemIndex: number): Promise<ChatModel> {
    const [model] = await this.models(itemIndex);
    if (model === undefined) throw missing(this.#ctx, 'a language model');
    return model;
  }

  /** Returns the tools. Throws NodeError if two have the same name. */
  async tools(itemIndex: number): Promise<readonly AgentTool[]> {
    const tools: AgentTool[] = [];
    for (const node of this.#nodes('ai_tool')) {
      if (node.supply === undefined) tools.push(nodeAsTool(node));
      else tools.push(...(await this.part(node, 'ai_tool', itemIndex)));
    }
    const names = new Set<string>();
    for (const { name, node } of tools) {
      if (names.has(name)) {
        throw new NodeError(`Two tools have the name "${name}".`, { hint: `Rename the node "${node}", or the tool in its parameters.` });
      }
      names.add(name);
    }
    return tools;
  }

  memory(itemIndex: number): Promise<ChatMemory | undefined> {
    return this.#optional('ai_memory', itemIndex);
  }

  parser(itemIndex: number): Promise<OutputParser | undefined> {
    return this.#optional('ai_outputParser', itemIndex);
  }

  reranker(itemIndex: number): Promise<Reranker | undefined> {
    return this.#optional('ai_reranker', itemIndex);
  }

  splitter(itemIndex: number): Promise<TextSplitter | undefined> {
    return this.#optional('ai_textSplitter', itemIndex);
  }

  /** Throws NodeError if none is connected, as the following methods do. */
  embedder(itemIndex: number): Promise<Embedder> {
    return this.#required('ai_embedding', itemIndex, 'an embedding model');
  }

  loader(itemIndex: number): Promise<DocumentLoader> {
    return this.#required('ai_document', itemIndex, 'a document loader');
  }

  retriever(itemIndex: number): Promise<Retriever> {
    return this.#required('ai_retriever', itemIndex, 'a retriever');
  }

  vectorStore(itemIndex: number): Promise<VectorStore> {
    return this.#required('ai_vectorStore', itemIndex, 'a vector store');
  }

  async #optional<T extends SuppliedType>(type: T, itemIndex: number): Promise<SuppliedParts[T] | undefined> {
    const [first] = this.#nodes(type);
    return first === undefined ? undefined : this.part(first, type, itemIndex);
  }

  async #required<T extends SuppliedType>(type: T, itemIndex: number, name: string): Promise<SuppliedParts[T]> {
    const part = await this.#optional(type, itemIndex);
    if (part === undefined) throw missing(this.#ctx, name);
    return part;
  }

  /** Returns what one node supplies. Its uses are recorded. */
  async part<T extends SuppliedType>(node: ConnectedNode, type: T, itemIndex: number): Promise<SuppliedParts[T]> {
    const part = await this.#part(node, type, itemIndex);
    return recordedPart(type, node, part, (modelNode, model) => this.#recorded(modelNode, model));
  }

  /** Releases the parts, the last one first. */
  async close(): Promise<void> {
    for (let close = this.#closing.pop(); close !== undefined; close = this.#closing.pop()) {
      try {
        await close();
      } catch {
        // A connection that is already closed must not fail the run.
      }
    }
  }

  #recorded(node: ConnectedNode, part: ChatModel): ChatModel {
    const model = part.selectedNode === undefined ? recordedModel(node, persistentModel(this.#ctx, part)) : selectedModel(node, part);
    return { ...part, model };
  }

  /** Returns no nodes if the node's parameters leave out the input. */
  #nodes(type: SuppliedType): readonly ConnectedNode[] {
    const hasInput = this.#ctx.ports('inputs').some((port) => (typeof port === 'string' ? port : port.type) === type);
    if (!hasInput) return [];
    const nodes = this.#ctx.connected(type).nodes.toReversed();
    const item = this.#item;
    return item === undefined ? nodes : nodes.map((node) => node.withInput([item], 0));
  }

  async #part<T extends SuppliedType>(node: ConnectedNode, type: T, itemIndex: number): Promise<SuppliedParts[T]> {
    const { name } = node.ctx.node;
    const supply = await suppliedBy(node, itemIndex);
    if (supply.close !== undefined) this.#closing.push(supply.close);
    const part = supply[type] as SuppliedParts[T] | undefined;
    if (part === undefined)
      throw new NodeError(`The node "${name}" cannot be connected here.`, { hint: 'Connect a node of another type.' });
    return part;
  }
}

/** Runs a root node with its attached parts, and releases them afterwards. */
export async function withAttached<R>(ctx: DetachedContext, run: (attached: Attached) => Promise<R>): Promise<R> {
  const attached = new Attached(ctx);
  try {
    return await run(attached);
  } finally {
    await attached.close();
  }
}

async function suppliedBy(node: ConnectedNode, itemIndex: number): Promise<ReturnType<NonNullable<ConnectedNode['supply']>>> {
  const { name } = node.ctx.node;
  if (node.supply === undefined)
    throw new NodeError(`The node "${name}" cannot be connected here.`, { hint: 'Connect a node of another type.' });
  try {
    return await node.supply(itemIndex);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { hint, description, code, httpCode, parameter } = error as Partial<NodeError>;
    throw new NodeError(`Error in the attached node "${name}": ${error.message}`, {
      ...(code === undefined ? {} : { code }),
      ...(hint === undefined ? {} : { hint }),
      ...(description === undefined ? {} : { description }),
      ...(httpCode === undefined ? {} : { httpCode }),
      ...(parameter === undefined ? {} : { parameter }),
      cause: error,
    });
  }
}

const missing = (ctx: RootContext, what: string): NodeError =>
  new NodeError(`The node "${ctx.node.name}" needs ${what}.`, { hint: 'Connect a node to this input, and check that it is not disabled.' });

/** A node that runs unchanged, with values that the model chooses for its `$fromAI`. */
function nodeAsTool(node: ConnectedNode): AgentTool {
  const { name, description, fields } = toolOf(node);
  return {
    name,
    description,
    node: node.ctx.node.name,
    inputSchema: fieldsSchema(fields),
    call: async (args, { waits }) => (await node.runAsTool(args, waits)).map(({ json }) => json) as JsonValue,
  };
}

/** The node that was selected records what it answers, so that its tokens count once. */
const selectedModel = (node: ConnectedNode, { model, selectedNode = '' }: ChatModel): ChatModel['model'] =>
  sending(model, (send) =>
    recorded(
      node,
      { model: model.modelId },
      () => Promise.resolve(send(model)),
      () => ({ selectedNode, model: model.modelId }),
    ),
  );
