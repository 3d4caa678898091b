// Parameters for filters, shared by If, Filter and Switch.
import type { NodeProperty } from '../../workflow/node-type.ts';

/** Which version of the filter rules each node version uses. */
export interface FilterVersions {
  /** First typeVersion in which `looseTypeValidation` is a parameter of the node instead of an option. */
  readonly looseBesideSince: number;
  readonly two: number;
  readonly three: number;
}

/** Returns the filter options that the editor stores with the conditions, as an expression that uses the node's parameters. */
export function filterTypeOptions({ looseBesideSince, two, three }: FilterVersions): NodeProperty['typeOptions'] {
  return {
    filter: {
      caseSensitive: '={{ !$parameter.options.ignoreCase }}',
      typeValidation: `={{ ($nodeVersion < ${looseBesideSince} ? $parameter.options.looseTypeValidation : $parameter.looseTypeValidation) ? "loose" : "strict" }}`,
      version: `={{ $nodeVersion >= ${three} ? 3 : $nodeVersion >= ${two} ? 2 : 1 }}`,
    },
  };
}

/** Returns the filter option that is a parameter of the node. */
export function looseProperty(since: number): NodeProperty {
  return {
    displayName: 'Convert types where required',
    name: 'looseTypeValidation',
    type: 'boolean',
    default: false,
    displayOptions: { show: { '@version': [{ _cnd: { gte: since } }] } },
    description: 'Whether to convert values to the type that the operator expects. Otherwise the node fails.',
  };
}

/** The option to ignore case. */
export const ignoreCaseOption: NodeProperty = {
  displayName: 'Ignore Case',
  name: 'ignoreCase',
  type: 'boolean',
  default: true,
  description: 'Whether to ignore upper and lower case',
};

export function looseOption(before: number): NodeProperty {
  return {
    displayName: 'Less Strict Type Validation',
    name: 'looseTypeValidation',
    type: 'boolean',
    default: true,
    displayOptions: { show: { '@version': [{ _cnd: { lt: before } }] } },
    description: 'Whether to convert values to the type that the operator expects. Otherwise the node fails.',
  };
}

const looseBesideSince = 2.1;

/** The properties of If and Filter since version 2. */
export const conditionProperties: readonly NodeProperty[] = [
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
];
