// Description of the Summarize node.
import type { NodeVersion } from '../../sdk/index.ts';
import { summarizeProperties } from '../_shared/summarize-properties.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Summarize',
  description: 'Sums, counts or brings together values of fields, as a pivot table does',
  version: [1, 1.1],
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Summarize' },
  inputs: ['main'],
  outputs: ['main'],
  properties: summarizeProperties({}, { '@version': [1] }),
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['append', 'average', 'concatenate', 'count', 'group', 'join', 'max', 'min', 'pivot', 'sum', 'unique'],
  },
};
