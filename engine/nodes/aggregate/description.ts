// Description of the Aggregate node.
import type { NodeVersion } from '../../sdk/index.ts';
import { aggregateProperties } from '../_shared/aggregate-properties.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Aggregate',
  description: 'Brings values or whole items together into lists in a single item',
  version: 1,
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Aggregate' },
  inputs: ['main'],
  outputs: ['main'],
  properties: aggregateProperties({}),
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['array', 'collect', 'combine', 'concatenate', 'flatten', 'group', 'list', 'merge'],
  },
};
