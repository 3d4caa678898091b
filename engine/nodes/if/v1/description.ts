// Description of version 1 of If.
import type { NodeVersion } from '../../../sdk/index.ts';
import { conditionsProperty } from '../../_shared/conditions-v1-properties.ts';
import { codex } from '../codex.ts';

export const description: NodeVersion['description'] = {
  displayName: 'IF',
  description: 'Sends items to one of two branches, by conditions',
  version: 1,
  group: ['transform'],
  defaults: { name: 'IF', color: '#408000' },
  inputs: ['main'],
  outputs: ['main', 'main'],
  outputNames: ['true', 'false'],
  properties: [
    conditionsProperty,
    {
      displayName: 'Combine',
      name: 'combineOperation',
      type: 'options',
      default: 'all',
      options: [
        { name: 'ALL', value: 'all', description: 'True when every condition holds' },
        { name: 'ANY', value: 'any', description: 'True when at least one condition holds' },
      ],
      description: 'How to combine several conditions',
    },
  ],
  codex,
};
