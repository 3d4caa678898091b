// Description of version 1 of Filter.
import type { NodeVersion } from '../../../sdk/index.ts';
import { conditionsProperty } from '../../_shared/conditions-v1-properties.ts';
import { codex } from '../codex.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Filter',
  description: 'Keeps the items that meet conditions and drops the rest',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Filter', color: '#229eff' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    conditionsProperty,
    {
      displayName: 'Combine Conditions',
      name: 'combineConditions',
      type: 'options',
      default: 'AND',
      options: [
        { name: 'AND', value: 'AND', description: 'Keep items that meet every condition' },
        { name: 'OR', value: 'OR', description: 'Keep items that meet at least one condition' },
      ],
      description: 'How to combine several conditions',
    },
  ],
  codex,
};
