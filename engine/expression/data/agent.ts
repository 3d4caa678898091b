// `$fromAI(…)` reads values that a language model provided, `$agentInfo` lists an agent's tools and memory.
import type { WorkflowNode } from '../../contract/workflow.ts';
import { ExpressionError } from '../errors.ts';
import { toText } from '../guard/convert.ts';
import type { Scope } from './scope.ts';

const KEY = /^[a-zA-Z0-9_-]{1,64}$/;

/** Returns the value that a model provided under a key for this run of a tool, otherwise the default. */
export function fromModel(scope: Scope, args: readonly unknown[]): unknown {
  const key = args[0] === undefined ? '' : toText(args[0]);
  if (!KEY.test(key)) {
    throw new ExpressionError(key === '' ? "Add a key, e.g. $fromAI('placeholder_name')" : 'Invalid parameter key', {
      description: 'The key must be between 1 and 64 characters long and may only hold letters, numbers, underscores and hyphens.',
      context: { type: 'invalid_from_ai_key' },
    });
  }
  const agentInput = modelInput(scope);
  // Tools that call a workflow pass on all arguments as its query.
  return ownField(agentInput, key) ?? ownField(ownField(agentInput, 'query'), key) ?? args[3];
}

const ownField = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;

/** Returns the json of the item that a model provided for this run, otherwise that of the current item. */
function modelInput(scope: Scope): unknown {
  const { runData, node, runIndex, modelInput: chosen } = scope.view;
  if (chosen !== undefined) return chosen;
  const runs: unknown = Object.hasOwn(runData, node.name) ? runData[node.name] : undefined;
  const task = (Array.isArray(runs) ? runs[runIndex] : undefined) as
    | { inputOverride?: { ai_tool?: readonly (readonly { json?: unknown }[])[] } }
    | undefined;
  const items = task?.inputOverride?.ai_tool?.[0];
  return (items?.[scope.itemIndex] ?? items?.[0])?.json ?? scope.items?.[scope.itemIndex]?.json;
}

const FROM_AI = /\$fromai\s*\(\s*(?:'([^']{1,64})'|"([^"]{1,64})"|`([^`]{1,64})`)/gi;

/** Returns the names of the values that a node's parameters ask a model for. */
function askedFields(value: unknown, fields: string[]): string[] {
  if (typeof value === 'string') {
    if (value.length < 100_000) for (const match of value.matchAll(FROM_AI)) fields.push(match[1] ?? match[2] ?? match[3] ?? '');
  } else if (typeof value === 'object' && value !== null) for (const entry of Object.values(value)) askedFields(entry, fields);
  return fields;
}

/** Returns the tools of an agent node, connected ones first, and whether it has a memory. Undefined for other nodes. */
export function agentInfo(scope: Scope): unknown {
  const { node, workflow } = scope.view;
  if (!node.type.endsWith('.agent')) return undefined;
  return scope.once('$agentInfo', () => {
    const tools: { connected: boolean; tool: WorkflowNode }[] = [];
    for (const tool of workflow.nodes.values()) {
      if (!/tool/i.test(tool.type) || tool.name === node.name) continue;
      const edges = workflow.edgesFrom(tool.name, 'ai_tool');
      const connected = edges.some((edge) => edge.target === node.name);
      if (connected || edges.length === 0) tools.push({ connected, tool });
    }
    tools.sort((left, right) => Number(right.connected) - Number(left.connected));
    return {
      memoryConnectedToAgent: workflow.edgesTo(node.name, 'ai_memory').length > 0,
      tools: tools.map(({ connected, tool }) => ({
        connected,
        name: tool.name,
        nodeType: tool.type,
        type: tool.type,
        resource: tool.parameters['resource'] ?? null,
        operation: tool.parameters['operation'] ?? null,
        hasCredentials: Object.keys(tool.credentials ?? {}).length > 0,
        aiDefinedFields: askedFields(tool.parameters, []),
      })),
    };
  });
}
