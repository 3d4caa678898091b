// Description of versions 3 to 3.4 of Switch: one output per rule, with rules that consist of conditions.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { NodeProperty, PropertyOption } from '../../../workflow/node-type.ts';
import { filterTypeOptions, ignoreCaseOption, looseOption, looseProperty } from '../../_shared/filter-properties.ts';
import { codex } from '../codex.ts';
import { fallbackMethods } from '../fallback-options.ts';

const looseBesideSince = 3.1;

const outputs = `={{ $parameter.mode === "expression"
  ? Array.from({ length: $parameter.numberOutputs || 1 }, (_, index) => ({ type: "main", displayName: String(index) }))
  : ($parameter.rules?.values ?? [])
      .map((rule, index) => ({ type: "main", displayName: (rule.renameOutput && rule.outputKey) || String(index) }))
      .concat($parameter.options?.fallbackOutput === "extra"
        ? [{ type: "main", displayName: $parameter.options.renameFallbackOutput || "Fallback" }]
        : []) }}`;

const emptyCondition = { leftValue: '', rightValue: '', operator: { type: 'string', operation: 'equals' } } as const;

const rule: readonly NodeProperty[] = [
  {
    displayName: 'Conditions',
    name: 'conditions',
    type: 'filter',
    default: {},
    placeholder: 'Add Condition',
    typeOptions: { multipleValues: false, ...filterTypeOptions({ looseBesideSince, two: 3.2, three: 3.4 }) },
  },
  {
    displayName: 'Rename Output',
    name: 'renameOutput',
    type: 'boolean',
    default: false,
    description: 'Whether the output has a name instead of its number',
  },
  {
    displayName: 'Output Name',
    name: 'outputKey',
    type: 'string',
    default: '',
    displayOptions: { show: { renameOutput: [true] } },
    description: 'Name of the output',
  },
];

const fallbackChoices: readonly PropertyOption[] = [
  { name: 'None (default)', value: 'none', description: 'They are dropped' },
  { name: 'Extra Output', value: 'extra', description: 'They go to a separate output' },
];

export const methods = fallbackMethods({ first: fallbackChoices, rulesPath: 'rules.values', isNameOptional: true });

const options: NodeProperty = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  default: {},
  placeholder: 'Add option',
  displayOptions: { show: { mode: ['rules'] } },
  options: [
    {
      displayName: 'Fallback Output',
      name: 'fallbackOutput',
      type: 'options',
      default: 'none',
      options: fallbackChoices,
      typeOptions: { loadOptionsDependsOn: ['rules.values', '/rules', '/rules.values'], loadOptionsMethod: 'getFallbackOutputOptions' },
      description: 'Where to send items that match no rule: nowhere, an extra output, or the output of a rule',
    },
    ignoreCaseOption,
    looseOption(looseBesideSince),
    {
      displayName: 'Rename Fallback Output',
      name: 'renameFallbackOutput',
      type: 'string',
      default: 'Fallback',
      placeholder: 'e.g. Fallback',
      displayOptions: { show: { fallbackOutput: ['extra'] } },
      description: 'Name of the extra output',
    },
    {
      displayName: 'Send data to all matching outputs',
      name: 'allMatchingOutputs',
      type: 'boolean',
      default: false,
      description: 'Whether to send an item to the outputs of all matching rules, instead of only the first',
    },
  ],
};

export const description: NodeVersion['description'] = {
  displayName: 'Switch',
  description: 'Sends items to one of several outputs',
  version: [3, 3.1, 3.2, 3.3, 3.4],
  group: ['transform'],
  iconColor: 'light-blue',
  subtitle: '={{ "mode: " + $parameter.mode }}',
  defaults: { name: 'Switch', color: '#506000' },
  inputs: ['main'],
  outputs,
  parameterPane: 'wide',
  properties: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      default: 'rules',
      noDataExpression: true,
      options: [
        { name: 'Rules', value: 'rules', description: 'A rule for each output' },
        { name: 'Expression', value: 'expression', description: 'An expression returns the output number' },
      ],
      description: 'How to choose the output of an item',
    },
    {
      displayName: 'Number of Outputs',
      name: 'numberOutputs',
      type: 'number',
      default: 4,
      noDataExpression: true,
      typeOptions: { minValue: 1 },
      displayOptions: { show: { mode: ['expression'] } },
      description: 'Number of outputs',
    },
    {
      displayName: 'Output Index',
      name: 'output',
      type: 'number',
      default: '={{ }}',
      required: true,
      validateType: 'number',
      displayOptions: { show: { mode: ['expression'] } },
      hint: 'The first output has the number 0',
      description: 'Number of the output the item goes to: an expression over the item',
    },
    {
      displayName: 'Routing Rules',
      name: 'rules',
      type: 'fixedCollection',
      default: {
        values: [
          {
            conditions: {
              options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
              conditions: [emptyCondition],
              combinator: 'and',
            },
          },
        ],
      },
      placeholder: 'Add Routing Rule',
      typeOptions: { multipleValues: true, sortable: true },
      displayOptions: { show: { mode: ['rules'] } },
      options: [{ name: 'values', displayName: 'Values', values: rule }],
    },
    looseProperty(looseBesideSince),
    options,
  ],
  codex,
};
