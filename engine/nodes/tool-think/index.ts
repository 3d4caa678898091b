// Think Tool: lets a model write down a thought before it acts. Nothing else happens.
import { defineNode, toolName, type ExecuteContext, type SuppliedTool, type Supply } from '../../sdk/index.ts';
import { connectionNotice } from '../_shared/ai/tools/tool-properties.ts';

const DESCRIPTION =
  'Use this tool to think about something. It fetches no information and changes nothing; it only records the thought. Use it when you need complex reasoning, or a note of what you have found out so far.';

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const tool: SuppliedTool = {
    name: ctx.version < 1.1 ? 'thinking_tool' : toolName(ctx.node.name),
    description: ctx.param('description', itemIndex, DESCRIPTION),
    node: ctx.node.name,
    inputSchema: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The thought' } },
      required: ['input'],
      additionalProperties: false,
    },
    call: async (args) => String(args['input'] ?? ''),
  };
  return { ai_tool: [tool] };
}

export const toolThink = defineNode({
  type: '@n8n/n8n-nodes-langchain.toolThink',
  icon: 'icon.svg',
  versions: [
    {
      supply,
      description: {
        displayName: 'Think Tool',
        description: 'Lets an agent think before it acts',
        version: [1, 1.1],
        group: ['transform'],
        defaults: { name: 'Think' },
        inputs: [],
        outputs: ['ai_tool'],
        outputNames: ['Tool'],
        codex: {
          categories: ['AI'],
          subcategories: { AI: ['Tools'], Tools: ['Other Tools'] },
          alias: ['reasoning', 'thought', 'scratchpad'],
        },
        properties: [
          connectionNotice,
          {
            displayName: 'Think Tool Description',
            name: 'description',
            type: 'string',
            default: DESCRIPTION,
            required: true,
            typeOptions: { rows: 3 },
            description: 'Tells the model when to think',
          },
        ],
      },
    },
  ],
});
