// AI Agent Tool: an agent that another agent calls, with a prompt that the caller writes.
import { defineNode, type ExecuteContext, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { agentInputs, DEFAULT_INSTRUCTIONS, optionsOf, secondOptions, thirdOptions } from '../_shared/ai/agent/agent-properties.ts';
import { runAgent } from '../_shared/ai/agent/run-agent.ts';
import { fallbackProperties, outputParserProperties } from '../_shared/ai/prompt-properties.ts';

const description = (version: number, options: readonly NodeProperty[]): NodeVersion['description'] => ({
  displayName: 'AI Agent Tool',
  description: 'An agent that another agent uses as a tool',
  version,
  group: ['transform'],
  defaults: { name: 'AI Agent Tool', color: '#404040' },
  inputs: agentInputs(false),
  outputs: ['ai_tool'],
  codex: { categories: ['AI'], subcategories: { AI: ['Tools'], Tools: ['Other Tools'] }, alias: ['agent', 'multi-agent', 'sub-agent'] },
  properties: [
    {
      displayName: 'Description',
      name: 'toolDescription',
      type: 'string',
      default: 'AI Agent that can call other tools',
      required: true,
      typeOptions: { rows: 2 },
      description: 'Tells the calling agent what this one does and when to use it',
    },
    {
      displayName: 'Prompt (User Message)',
      name: 'text',
      type: 'string',
      default: "={{ $fromAI('prompt', 'What the agent shall do, with all details') }}",
      required: true,
      typeOptions: { rows: 2 },
      description: 'What the calling agent asks',
    },
    ...outputParserProperties(),
    ...fallbackProperties(),
    optionsOf(options),
  ],
});

const execute = (ctx: ExecuteContext): Promise<NodeOutput> =>
  runAgent(ctx, {
    mayStream: false,
    instructionsOf: (context, itemIndex) => context.param('options.systemMessage', itemIndex, DEFAULT_INSTRUCTIONS),
  });

export const agentTool = defineNode({
  type: '@n8n/n8n-nodes-langchain.agentTool',
  icon: 'icon.svg',
  defaultVersion: 3,
  versions: [
    { description: description(2.2, secondOptions), execute },
    { description: description(3, thirdOptions), execute },
  ],
});
