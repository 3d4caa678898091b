// Limit: keeps the first or last items.
import { defineNode, NodeError, type ExecuteContext, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { itemRange, limitRange } from '../_shared/pass-through.ts';

const description: NodeVersion['description'] = {
  displayName: 'Limit',
  description: 'Keeps the first or the last items and drops the rest',
  version: 1,
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Limit' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Max Items',
      name: 'maxItems',
      type: 'number',
      default: 1,
      typeOptions: { minValue: 1 },
      description: 'Maximum number of items to keep',
    },
    {
      displayName: 'Keep',
      name: 'keep',
      type: 'options',
      default: 'firstItems',
      options: [
        { name: 'First Items', value: 'firstItems' },
        { name: 'Last Items', value: 'lastItems' },
      ],
      description: 'Which end of the list to keep items from, when there are too many',
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['cut', 'first', 'last', 'max', 'slice', 'truncate'],
  },
};

function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const items = ctx.input();
  const maxItems = Number(ctx.param('maxItems'));
  if (!(maxItems >= 0)) {
    throw new NodeError('"Max Items" must be a number, 0 or more.', { code: 'PARAMETER_INVALID', parameter: 'maxItems' });
  }
  const [from, to] = limitRange(items.length, maxItems, ctx.param('keep', 0, 'firstItems'));
  return itemRange(ctx, from, to);
}

export const limit = defineNode({ type: 'n8n-nodes-base.limit', icon: 'icon.svg', versions: [{ description, execute }] });
