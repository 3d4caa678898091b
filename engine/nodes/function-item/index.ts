// Function Item: the predecessor of Code for each item, which older workflows use. The item's json is named `item`; the return value is its new
// json.
import { defineNode, failedItem, NodeError, type ExecuteContext, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import type { Item } from '../../contract/run-data.ts';
import { itemFromEach } from '../_shared/code-items.ts';

const description: NodeVersion['description'] = {
  displayName: 'Function Item',
  description: 'Runs custom function code once for each item',
  version: 1,
  hidden: true,
  group: ['transform'],
  defaults: { name: 'Function Item', color: '#ddbb33' },
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
      default: '// Code here will run once per input item.\n// The fields of the item are in "item".\nreturn item;',
      typeOptions: { alwaysOpenEditWindow: true, codeAutocomplete: 'functionItem', editor: 'code', rows: 10 },
      description:
        'The JavaScript code to execute for each item. Dates of JavaScript are in UTC; DateTime is in the time zone of the workflow.',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers'] }, alias: ['code', 'javascript', 'script'] },
};

async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const source = ctx.param<string>('functionCode', 0, '');
  const items = ctx.input();
  const { value, errors } = await ctx.code.run({ source, mode: 'each', dialect: 'functionItem', items });
  const output: Item[] = [];
  (value as readonly unknown[]).forEach((json, index) => {
    try {
      const error = errors?.get(index);
      if (error !== undefined) throw error;
      if (json === undefined || json === null) {
        throw new NodeError('No data got returned. Always an object has to be returned!', { itemIndex: index });
      }
      const outputItem = itemFromEach({ json }, index, ctx.input()[index]);
      const binary = items[index]?.binary;
      output.push({ json: outputItem?.json ?? {}, ...(binary === undefined ? {} : { binary }), pairedItem: { item: index } });
    } catch (error) {
      if (!ctx.continueOnFail) throw error;
      output.push(failedItem(error, index));
    }
  });
  return [output];
}

export const functionItem = defineNode({
  type: 'n8n-nodes-base.functionItem',
  icon: 'icon.svg',
  versions: [{ description, execute, usesSandbox: true }],
});
