// Description of the Sort node.
import type { NodeVersion } from '../../sdk/index.ts';
import { sortProperties } from '../_shared/lists/sort-properties.ts';

export const description: NodeVersion['description'] = {
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
