// Description of versions 2 to 2.3 of Filter.
import type { NodeVersion } from '../../../sdk/index.ts';
import { filterTypeOptions, ignoreCaseOption, looseOption, looseProperty } from '../../_shared/filter-properties.ts';
import { codex } from '../codex.ts';

const looseBesideSince = 2.1;

export const description: NodeVersion['description'] = {
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
