// Tools with which a model searches: one text is the input.
import type { JsonValue } from '../../../../contract/json.ts';
import { toolName, type ExecuteContext, type Supply, type ToolOutput } from '../../../../sdk/index.ts';

export interface SearchTool {
  /** Name of the tool, if the node still has its default name. */
  readonly name: string;
  /** Default name of the node. */
  readonly defaultName: string;
  readonly description: string;
  /** Returns what a model receives for its query. */
  readonly search: (query: string, signal: AbortSignal) => Promise<ToolOutput>;
}

export function searchSupply({ node }: ExecuteContext, { name, defaultName, description, search }: SearchTool): Supply {
  const tool = {
    name: node.name === defaultName ? name : toolName(node.name),
    description,
    node: node.name,
    inputSchema: {
      type: 'object' as const,
      properties: { input: { type: 'string' as const, description: 'What to search for' } },
      required: ['input'],
      additionalProperties: false,
    },
    call: async ({ input }: Readonly<Record<string, unknown>>, { signal }: { readonly signal: AbortSignal }): Promise<ToolOutput> => {
      const query = (typeof input === 'string' ? input : String((input ?? '') as JsonValue)).trim();
      return query === '' ? 'Error: There is nothing to search for.' : search(query, signal);
    },
  };
  return { ai_tool: [tool] };
}
