// Descriptions of the Filter node: version 1, and versions 2 to 2.3.
import type { NodeVersion } from '../../sdk/index.ts';
import type { Codex } from '../../workflow/node-type.ts';
import { conditionsProperty } from '../_shared/conditions-v1-properties.ts';
import { conditionProperties } from '../_shared/filter-properties.ts';

const codex: Codex = {
  categories: ['Core Nodes'],
  subcategories: { 'Core Nodes': ['Flow', 'Data Transformation'] },
  alias: ['condition', 'where', 'logic', 'keep', 'remove', 'discard', 'conditional'],
};

export const descriptionV1: NodeVersion['description'] = {
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

export const descriptionV2: NodeVersion['description'] = {
  displayName: 'Filter',
  description: 'Keeps the items that meet conditions and drops the rest',
  version: [2, 2.1, 2.2, 2.3],
  group: ['transform'],
  iconColor: 'light-blue',
  defaults: { name: 'Filter', color: '#229eff' },
  inputs: ['main'],
  outputs: ['main'],
  outputNames: ['Kept'],
  parameterPane: 'wide',
  properties: conditionProperties,
  codex,
};
