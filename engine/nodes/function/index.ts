// Function: the predecessor of Code, which older workflows use. Runs code once with all items, which are named `items`.
import { defineNode, failedItem, type ExecuteContext, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { itemsFromAll } from '../_shared/code-items.ts';

const description: NodeVersion['description'] = {
  displayName: 'Function',
  description: 'Runs custom function code once, with all items',
  version: [1, 2],
  hidden: true,
  group: ['transform'],
  defaults: { name: 'Function', color: '#FF9922' },
  inputs: ['main'],
  outputs: ['main'],
  parameterPane: 'wide',
  properties: [
    {
      displayName: 'A newer version of this node type is available, called the Code node.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'JavaScript Code',
      name: 'functionCode',
      type: 'string',
      noDataExpression: true,
      default: '// Code here will run only once, no matter how many input items there are.\nreturn items;',
      typeOptions: { alwaysOpenEditWindow: true, codeAutocomplete: 'function', editor: 'code', rows: 10 },
      description: 'The JavaScript code to execute. Dates of JavaScript are in UTC; DateTime is in the time zone of the workflow.',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers'] }, alias: ['code', 'javascript', 'script'] },
};

async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const source = ctx.param<string>('functionCode', 0, '');
  try {
    const { value } = await ctx.code.run({ source, mode: 'all', dialect: 'function', items: ctx.input() });
    return [await itemsFromAll(ctx, value)];
  } catch (error) {
    if (!ctx.continueOnFail || ctx.signal.aborted) throw error;
    return [[{ ...failedItem(error, 0), pairedItem: undefined }]];
  }
}

export const functionNode = defineNode({
  type: 'n8n-nodes-base.function',
  icon: 'icon.svg',
  versions: [{ description, execute, usesSandbox: true }],
});
