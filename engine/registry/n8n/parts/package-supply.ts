// What a node of a package supplies to root nodes of core and of other packages: its object stays in the package's process and is used by messages.
import type { PackagePart } from '../../../packages/process/call-channel.ts';
import type { StoredNode } from '../../../packages/catalog.ts';
import {
  countedCall,
  NodeError,
  type ConnectedNode,
  type ExecuteContext,
  type NodeVersion,
  type Supply,
  type SuppliedParts,
} from '../../../sdk/index.ts';
import { isCrossing, notCrossing, type CrossingType } from '../../../workflow/attached-parts.ts';
import { attachedContext, contextOf, type PackageOfNode } from '../call-context.ts';
import { packageModel } from './package-model.ts';
import { ServedParts } from './served-parts.ts';

/** Returns the function by which a node supplies a part. */
export const supplyOfPackage =
  (owner: PackageOfNode, place: StoredNode['place'], names: readonly string[]): NonNullable<NodeVersion['supply']> =>
  async (ctx, itemIndex, node) => {
    if (node === undefined) throw new NodeError(`The node "${ctx.node.name}" can be used only by a node that runs.`);
    const { type: connection } = node;
    if (!isCrossing(connection)) {
      const { message, hint } = notCrossing(ctx.node.name);
      throw new NodeError(message, { hint });
    }
    const used = recordedTypes.has(connection) ? withoutRecords(node) : node;
    const { context, variable } = contextOf(owner, ctx, names);
    const { inputs, sources, runIndex, continueOnFail, isStreaming, executionId } = ctx;
    const part = await owner.packages.supply(
      owner.name,
      {
        kind: 'supply',
        place,
        context: { ...context, executionId },
        run: { inputs, sources, runIndex, continueOnFail, isStreaming, isTool: false, webhookUrls: {} },
        connection,
        itemIndex,
      },
      {
        node: ctx,
        run: ctx,
        used,
        variable,
        types: owner.types,
        attached: (other, supplier) => attachedContext(owner, other, supplier),
        parts: new ServedParts(ctx),
      },
    );
    return { ...supplyOf(part, connection, ctx), close: () => part.close() };
  };

/** Types of parts whose uses root nodes of core record themselves: what package code records of them would be the same once more. */
const recordedTypes: ReadonlySet<CrossingType> = new Set<CrossingType>(['ai_languageModel', 'ai_memory', 'ai_outputParser', 'ai_tool']);

/** Returns the node without recording its uses. */
function withoutRecords(node: ConnectedNode): ConnectedNode {
  return {
    ctx: node.ctx,
    type: node.type,
    supply: node.supply,
    supplier: node.supplier,
    displayName: node.displayName,
    input: node.input,
    get nextRun() {
      return node.nextRun;
    },
    models: node.models,
    begin: () => Math.max(0, node.nextRun - 1),
    end: () => undefined,
    runAsTool: (args, waits) => node.runAsTool(args, waits),
    withInput: (items, runIndex) => withoutRecords(node.withInput(items, runIndex)),
  };
}

const makers: { readonly [T in CrossingType]: (part: PackagePart, ctx: ExecuteContext) => SuppliedParts[T] } = {
  ai_languageModel: (part, { node }) => ({ model: packageModel(part, node.type), maxRetries: 0 }),
  ai_tool: (part, { node }) =>
    (part.description.tools ?? []).map((tool) => ({
      ...tool,
      node: node.name,
      call: (args, { id, signal }) => part.use('callTool', { tool: tool.name, args, id }, { signal }),
    })),
  ai_memory: (part, { signal }) => ({
    load: () => part.use('loadMessages', { all: false }, { signal }),
    loadAll: () => part.use('loadMessages', { all: true }, { signal }),
    append: (messages) => part.use('appendMessages', { messages }, { signal }),
    replace: (messages) => part.use('replaceMessages', { messages }, { signal }),
  }),
  ai_outputParser: (part) => ({
    instructions: part.description.instructions ?? '',
    ...(part.description.schema === undefined ? {} : { schema: part.description.schema }),
    parse: (text, signal) => part.use('parse', { text }, { signal }),
  }),
  ai_embedding: (part, { node }) => ({
    embed: (texts, signal, use = 'document', calls) =>
      countedCall(
        calls,
        { provider: node.type, model: part.description.model ?? node.type },
        () => part.use('embed', { texts, use }, { signal }),
        () => undefined,
      ),
  }),
  ai_vectorStore: (part) => ({
    add: (documents, signal) => part.use('addDocuments', { documents }, { signal }),
    search: (query, limit, filter, signal) => part.use('search', { query, limit, ...(filter === undefined ? {} : { filter }) }, { signal }),
  }),
  ai_retriever: (part) => ({ retrieve: (query, signal) => part.use('retrieve', { query }, { signal }) }),
  ai_reranker: (part) => ({ rerank: (query, documents, signal) => part.use('rerank', { query, documents }, { signal }) }),
  ai_textSplitter: (part, { signal }) => ({ split: (text) => part.use('split', { text }, { signal }) }),
};

const supplyOf = (part: PackagePart, type: CrossingType, ctx: ExecuteContext): Supply => ({ [type]: makers[type](part, ctx) });
