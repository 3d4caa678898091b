// Sort: sorts items by fields or by code, or shuffles them.
import { defineNode, type ExecuteContext, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import { sortInput } from '../_shared/lists/sort-order.ts';
import { sortProperties } from '../_shared/lists/sort-properties.ts';

const description: NodeVersion['description'] = {
  displayName: 'Sort',
  description: 'Changes the order of items',
  version: 1,
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Sort' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    ...sortProperties({}),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      displayOptions: { show: { type: ['simple'] } },
      options: [
        {
          displayName: 'Disable Dot Notation',
          name: 'disableDotNotation',
          type: 'boolean',
          default: false,
          description: 'Whether a dot in a field name is part of the name, instead of referring to a nested field',
        },
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['ascending', 'descending', 'order', 'random', 'shuffle'],
  },
};

function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return sortInput(ctx);
}

export const sort = defineNode({ type: 'n8n-nodes-base.sort', icon: 'icon.svg', versions: [{ description, execute }] });
