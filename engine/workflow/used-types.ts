// Which node types a workflow uses, to find the workflows that need a type or a package.
import type { WorkflowNode } from '../contract/workflow.ts';
import { baseOfTool } from './node-type.ts';
import { parseJson } from './values/bounded-json.ts';
import { isRecord, ownValue } from './values/own-properties.ts';

/** The nodes of a workflow. */
interface Nodes {
  readonly nodes: readonly WorkflowNode[];
}

/** By file, which is never changed. */
const cache = new WeakMap<Nodes, ReadonlySet<string>>();

/**
 * Returns the types of all nodes of a workflow, including attached and disabled nodes, and nodes of workflows in its parameters. For a tool variant
 * (`postgresTool`), its base type is included, too.
 */
export function usedTypes(file: Nodes): ReadonlySet<string> {
  let types = cache.get(file);
  if (types === undefined) {
    types = new Set(withContainedNodes(file.nodes).flatMap(({ type }) => [type, baseOfTool(type) ?? type]));
    cache.set(file, types);
  }
  return types;
}

/** Whether a workflow uses one of these types, which are no variants. */
export const usesTypes = (file: Nodes, types: ReadonlySet<string>): boolean => !types.isDisjointFrom(usedTypes(file));

/** Returns the ids of the workflows that a workflow calls: those chosen in parameters of its nodes, and its error workflow. Ids that are computed are unknown. */
export function calledIds(
  file: Nodes & { readonly settings?: { readonly errorWorkflow?: string | undefined } | undefined },
): ReadonlySet<string> {
  const ids = withContainedNodes(file.nodes).flatMap(({ parameters }) => {
    const workflowId: unknown = ownValue((parameters ?? {}) as object, 'workflowId');
    const id = isRecord(workflowId) ? workflowId['value'] : workflowId;
    return typeof id === 'string' && id !== '' && !id.startsWith('=') ? [id] : [];
  });
  const errorWorkflow = file.settings?.errorWorkflow ?? '';
  return new Set(errorWorkflow === '' ? ids : [...ids, errorWorkflow]);
}

/** Returns nodes, and those of the workflows that their parameters contain, as objects or as JSON. */
export function withContainedNodes(nodes: readonly WorkflowNode[]): readonly WorkflowNode[] {
  const all: WorkflowNode[] = [];
  const waiting: unknown[] = [{ nodes }];
  // Not recursive, since parameters may be nested deeply.
  while (waiting.length > 0) {
    const value = waiting.pop();
    const content = typeof value === 'string' ? workflowIn(value) : value;
    if (Array.isArray(content)) for (const each of content as readonly unknown[]) waiting.push(each);
    else if (isRecord(content)) {
      const { nodes: contained } = content;
      const nodes = Array.isArray(contained) ? contained.filter(isNode) : [];
      all.push(...nodes);
      // Of a node, only its parameters can contain a workflow.
      if (nodes.length > 0) for (const { parameters } of nodes) waiting.push(parameters);
      else for (const each of Object.values(content)) waiting.push(each);
    }
  }
  return all;
}

const isNode = (value: unknown): value is WorkflowNode =>
  isRecord(value) && typeof value['type'] === 'string' && isRecord(value['parameters'] ?? {});

/** Returns the JSON of a text that can be a workflow. */
function workflowIn(text: string): unknown {
  // An expression may be JSON without anything to evaluate.
  const json = /^=?\s*(\{[^]*)/.exec(text)?.[1];
  if (json === undefined || !text.includes('"nodes"')) return undefined;
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}
