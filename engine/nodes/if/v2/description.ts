// Description of versions 2 to 2.3 of If.
import type { NodeVersion } from '../../../sdk/index.ts';
import { filterTypeOptions, ignoreCaseOption, looseOption, looseProperty } from '../../_shared/filter-properties.ts';
import { codex } from '../codex.ts';

const looseBesideSince = 2.1;

export const description: NodeVersion['description'] = {
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
  properties: [
    {
      displayName: 'Conditions',
      name: 'conditions',
      type: 'filter',
      default: {},
      placeholder: 'Add Condition',
      description: 'Conditions that each item must meet',
      typeOptions: filterTypeOptions({ looseBesideSince, two: 2.2, three: 2.3 }),
    },
    looseProperty(looseBesideSince),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      default: {},
      placeholder: 'Add option',
      options: [ignoreCaseOption, looseOption(looseBesideSince)],
    },
  ],
  codex,
};
