// Description of the Split Out node.
import type { NodeVersion } from '../../sdk/index.ts';
import { splitProperties } from '../_shared/split-properties.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Split Out',
  description: 'Turns a list inside an item into separate items',
  version: 1,
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Split Out' },
  inputs: ['main'],
  outputs: ['main'],
  properties: splitProperties({}),
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['array', 'expand', 'list', 'nested', 'separate', 'unnest', 'unwind'],
  },
};
