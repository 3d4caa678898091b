// Parameters that versions 1 and 2 of Switch share: the data type, the compared value, and rules per data type.
import { conditionTypes, type ConditionType } from '../_shared/conditions-v1.ts';
import { conditionOperations, defaultOperations, regexPlaceholder } from '../_shared/conditions-v1-properties.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

const byRules = { mode: ['rules'] } as const;
const patterns = ['regex', 'notRegex'];

const types: Readonly<Record<ConditionType, { readonly displayName: string; readonly empty: unknown }>> = {
  boolean: { displayName: 'Boolean', empty: false },
  dateTime: { displayName: 'Date & Time', empty: '' },
  number: { displayName: 'Number', empty: 0 },
  string: { displayName: 'String', empty: '' },
};

export const mode: NodeProperty = {
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
};

const dataType: NodeProperty = {
  displayName: 'Data Type',
  name: 'dataType',
  type: 'options',
  default: 'number',
  noDataExpression: true,
  options: conditionTypes.map((value) => ({ name: types[value].displayName, value })).sort((a, b) => a.name.localeCompare(b.name)),
  displayOptions: { show: byRules },
  description: 'Type of the values',
};

const value1 = (type: ConditionType): NodeProperty => ({
  displayName: 'Value 1',
  name: 'value1',
  type,
  default: types[type].empty,
  displayOptions: { show: { ...byRules, dataType: [type] } },
  description: 'The value to check',
});

/** The rules of one data type. `target`: parameter for the output of matching items. */
function rules(type: ConditionType, target: NodeProperty): NodeProperty {
  const value2: NodeProperty = {
    displayName: 'Value 2',
    name: 'value2',
    type,
    default: types[type].empty,
    description: 'Value to compare with',
  };
  const pattern: NodeProperty = {
    ...value2,
    displayName: 'Regex',
    placeholder: regexPlaceholder,
    description: 'The pattern the value must match',
    displayOptions: { show: { operation: patterns } },
  };
  return {
    displayName: 'Routing Rules',
    name: 'rules',
    type: 'fixedCollection',
    default: {},
    placeholder: 'Add Routing Rule',
    typeOptions: { multipleValues: true, sortable: true },
    displayOptions: { show: { ...byRules, dataType: [type] } },
    options: [
      {
        name: 'rules',
        displayName: types[type].displayName,
        values: [
          {
            displayName: 'Operation',
            name: 'operation',
            type: 'options',
            default: defaultOperations[type],
            options: conditionOperations[type].filter(({ value }) => value !== 'isEmpty' && value !== 'isNotEmpty'),
            description: 'How to compare the two values',
          },
          ...(type === 'string' ? [{ ...value2, displayOptions: { hide: { operation: patterns } } }, pattern] : [value2]),
          target,
        ],
      },
    ],
  };
}

/** Data type, value and rules. */
export const ruleProperties = (target: NodeProperty): readonly NodeProperty[] => [
  dataType,
  ...conditionTypes.map(value1),
  ...conditionTypes.map((type) => rules(type, target)),
];
