// Calculator Tool: computes the arithmetic expressions that a model writes.
import { defineNode, toolName, type ExecuteContext, type SuppliedTool, type Supply } from '../../sdk/index.ts';
import { connectionNotice } from '../_shared/ai/tools/tool-properties.ts';
import { calculate, CalculationError, functionNames } from './calculate.ts';

const DESCRIPTION = `Computes an arithmetic expression, such as "(1200 - 85.5) * 1.19" or "sqrt(2) * pi". Use it for every calculation. Operators: + - * / ^ ! and % (the remainder). Functions: ${functionNames.join(', ')}. Angles are in radians, log is the natural logarithm.`;

/** The errors are results, from which the model learns how to write the expression. */
function result(expression: string): string {
  try {
    return String(calculate(expression));
  } catch (error) {
    if (error instanceof CalculationError) return `Error: ${error.message}`;
    throw error;
  }
}

function supply(ctx: ExecuteContext): Supply {
  const { name } = ctx.node;
  const tool: SuppliedTool = {
    name: toolName(name).toLowerCase(),
    description: DESCRIPTION,
    node: name,
    inputSchema: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The expression' } },
      required: ['input'],
      additionalProperties: false,
    },
    call: async ({ input }) => result(typeof input === 'string' ? input : String(input ?? '')),
  };
  return { ai_tool: [tool] };
}

export const toolCalculator = defineNode({
  type: '@n8n/n8n-nodes-langchain.toolCalculator',
  icon: 'icon.svg',
  versions: [
    {
      supply,
      description: {
        displayName: 'Calculator',
        description: 'Lets an agent calculate exactly',
        version: 1,
        group: ['transform'],
        defaults: { name: 'Calculator' },
        inputs: [],
        outputs: ['ai_tool'],
        outputNames: ['Tool'],
        codex: {
          categories: ['AI'],
          subcategories: { AI: ['Tools'], Tools: ['Other Tools'] },
          alias: ['math', 'arithmetic', 'numbers'],
        },
        properties: [connectionNotice],
      },
    },
  ],
});
