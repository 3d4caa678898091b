// Texts of the nodes that ask a person before a tool is called.

/** What the person reads unless the user has written another text. */
export const QUESTION = '=The agent wants to call {{ $tool.name }} with these values:\n{{ JSON.stringify($tool.parameters, null, 2) }}';

/** Input to which the tools are connected. */
export const TOOL_INPUT = { type: 'ai_tool', displayName: 'Tool', required: true } as const;
