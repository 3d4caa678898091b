// Which nodes can be attached to which root nodes: what most of them supply can be used by code of another package, or of core.
import type { AiConnectionType } from '../contract/connection-types.ts';
import type { WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import { edgesOf } from './graph/graph.ts';
import type { NodeTypeLookup } from './node-type.ts';

/** Types of connections whose parts can be used anywhere. Loaders of documents read the files of items by themselves, so they cannot. */
export const crossingTypes = [
  'ai_embedding', 'ai_languageModel', 'ai_memory', 'ai_outputParser', 'ai_reranker', 'ai_retriever', 'ai_textSplitter', 'ai_tool', 'ai_vectorStore',
] as const satisfies readonly AiConnectionType[]; // oxfmt-ignore

export type CrossingType = (typeof crossingTypes)[number];

export const isCrossing = (type: string): type is CrossingType => (crossingTypes as readonly string[]).includes(type);

/** Says why the node cannot be attached, and what to do. */
export const notCrossing = (name: string): { readonly message: string; readonly hint: string } => ({
  message: `The node "${name}" comes from another package, and its documents can be loaded only by nodes of that package.`,
  hint: 'Connect a loader that comes from the same package as this node.',
});

/** Returns a function that names the enabled nodes that a node cannot use because they come from another package. */
export function separateNodes(workflow: WorkflowFile, types: NodeTypeLookup): (node: WorkflowNode) => readonly string[] {
  const attached = [...edgesOf(workflow.connections)].filter(({ type }) => type !== 'main' && type.startsWith('ai_') && !isCrossing(type));
  if (attached.length === 0) return () => [];
  const nodes = new Map(workflow.nodes.filter(({ disabled }) => disabled !== true).map((node) => [node.name, node]));
  const packageOf = ({ type, typeVersion }: WorkflowNode): string | undefined => types.description(type, typeVersion)?.package;
  return (node) =>
    attached.flatMap(({ source, target }) => {
      const other = target === node.name ? nodes.get(source) : undefined;
      // A node of an unknown type has another issue.
      const isKnown = other !== undefined && types.description(other.type, other.typeVersion) !== undefined;
      return isKnown && packageOf(other) !== packageOf(node) ? [source] : [];
    });
}
