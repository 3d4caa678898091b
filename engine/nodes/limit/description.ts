// Description of the Limit node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
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
