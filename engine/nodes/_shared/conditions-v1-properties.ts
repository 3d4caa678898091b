// Parameters of the condition lists in the first versions of If, Filter and Switch.
import type { NodeProperty, PropertyGroup, PropertyOption } from '../../workflow/node-type.ts';
import type { ConditionType } from './conditions-v1.ts';

/** Operations per data type, as the editor offers them. */
export const conditionOperations: Readonly<Record<ConditionType, readonly PropertyOption[]>> = {
  boolean: [
    { name: 'Equal', value: 'equal' },
    { name: 'Not Equal', value: 'notEqual' },
  ],
  dateTime: [
    { name: 'Occurred After', value: 'after' },
    { name: 'Occurred Before', value: 'before' },
  ],
  number: [
    { name: 'Smaller', value: 'smaller' },
    { name: 'Smaller or Equal', value: 'smallerEqual' },
    { name: 'Equal', value: 'equal' },
    { name: 'Not Equal', value: 'notEqual' },
    { name: 'Larger', value: 'larger' },
    { name: 'Larger or Equal', value: 'largerEqual' },
    { name: 'Is Empty', value: 'isEmpty' },
    { name: 'Is Not Empty', value: 'isNotEmpty' },
  ],
  string: [
    { name: 'Contains', value: 'contains' },
    { name: 'Not Contains', value: 'notContains' },
    { name: 'Ends With', value: 'endsWith' },
    { name: 'Not Ends With', value: 'notEndsWith' },
    { name: 'Equal', value: 'equal' },
    { name: 'Not Equal', value: 'notEqual' },
    { name: 'Regex Match', value: 'regex' },
    { name: 'Regex Not Match', value: 'notRegex' },
    { name: 'Starts With', value: 'startsWith' },
    { name: 'Not Starts With', value: 'notStartsWith' },
    { name: 'Is Empty', value: 'isEmpty' },
    { name: 'Is Not Empty', value: 'isNotEmpty' },
  ],
};

/** Default operation per data type. */
export const defaultOperations: Readonly<Record<ConditionType, string>> = {
  boolean: 'equal',
  dateTime: 'after',
  number: 'smaller',
  string: 'equal',
};

export const regexPlaceholder = '/text/i';

const unary = ['isEmpty', 'isNotEmpty'];
const patterns = ['regex', 'notRegex'];

const values = {
  boolean: { displayName: 'Boolean', type: 'boolean', empty: false },
  dateTime: { displayName: 'Date & Time', type: 'dateTime', empty: '' },
  number: { displayName: 'Number', type: 'number', empty: 0 },
  string: { displayName: 'String', type: 'string', empty: '' },
} as const;

function group(name: ConditionType): PropertyGroup {
  const { displayName, type, empty } = values[name];
  const second: NodeProperty = { displayName: 'Value 2', name: 'value2', type, default: empty, description: 'Value to compare with' };
  return {
    name,
    displayName,
    values: [
      { displayName: 'Value 1', name: 'value1', type, default: empty, description: 'The value to check' },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        default: defaultOperations[name],
        noDataExpression: true,
        options: conditionOperations[name],
        description: 'How to compare the two values',
      },
      ...(name === 'string'
        ? [
            { ...second, displayOptions: { hide: { operation: [...unary, ...patterns] } } },
            {
              ...second,
              displayName: 'Regex',
              placeholder: regexPlaceholder,
              description: 'The pattern the value must match',
              displayOptions: { show: { operation: patterns } },
            },
          ]
        : [name === 'number' ? { ...second, displayOptions: { hide: { operation: unary } } } : second]),
    ],
  };
}

/** The list of conditions by data type. */
export const conditionsProperty: NodeProperty = {
  displayName: 'Conditions',
  name: 'conditions',
  type: 'fixedCollection',
  default: {},
  placeholder: 'Add Condition',
  description: 'Conditions that each item must meet',
  typeOptions: { multipleValues: true, sortable: true },
  options: [group('boolean'), group('dateTime'), group('number'), group('string')],
};
