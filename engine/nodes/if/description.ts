// Descriptions of the If node: version 1, and versions 2 to 2.3.
import type { NodeVersion } from '../../sdk/index.ts';
import type { Codex } from '../../workflow/node-type.ts';
import { conditionsProperty } from '../_shared/conditions-v1-properties.ts';
import { conditionProperties } from '../_shared/filter-properties.ts';

const codex: Codex = {
  categories: ['Core Nodes'],
  subcategories: { 'Core Nodes': ['Flow'] },
  alias: ['router', 'filter', 'condition', 'logic', 'boolean', 'branch', 'else', 'true', 'false'],
};

export const descriptionV1: NodeVersion['description'] = {
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

export const descriptionV2: NodeVersion['description'] = {
  displayName: 'If',
  description: 'Sends items to one of two branches, by conditions',
  version: [2, 2.1, 2.2, 2.3],
  group: ['transform'],
  iconColor: 'green',
  defaults: { name: 'If', color: '#408000' },
  inputs: ['main'],
  outputs: ['main', 'main'],
  outputNames: ['true', 'false'],
  parameterPane: 'wide',
  properties: conditionProperties,
  codex,
};
