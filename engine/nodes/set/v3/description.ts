// Description of versions 3 to 3.5 of Set, with the versions of its parts.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { NodeProperty } from '../../../workflow/node-type.ts';

const upTo32 = { '@version': [{ _cnd: { lt: 3.3 } }] } as const;
const since33 = { '@version': [{ _cnd: { gte: 3.3 } }] } as const;

const typed = (type: string): NodeProperty['displayOptions'] => ({ show: { type: [type] } });

const fieldProperties: readonly NodeProperty[] = [
  {
    displayName: 'Name',
    name: 'name',
    type: 'string',
    default: '',
    placeholder: 'e.g. fieldName',
    requiresDataPath: 'single',
    description: 'Name of the field. Use dots for nested fields: data.person[0].name',
  },
  {
    displayName: 'Type',
    name: 'type',
    type: 'options',
    default: 'stringValue',
    description: 'Type of the value',
    options: [
      { name: 'String', value: 'stringValue' },
      { name: 'Number', value: 'numberValue' },
      { name: 'Boolean', value: 'booleanValue' },
      { name: 'Array', value: 'arrayValue' },
      { name: 'Object', value: 'objectValue' },
    ],
  },
  {
    displayName: 'Value',
    name: 'stringValue',
    type: 'string',
    default: '',
    displayOptions: typed('stringValue'),
    validateType: 'string',
    ignoreValidationDuringExecution: true,
  },
  {
    displayName: 'Value',
    name: 'numberValue',
    type: 'string',
    default: '',
    displayOptions: typed('numberValue'),
    validateType: 'number',
    ignoreValidationDuringExecution: true,
  },
  {
    displayName: 'Value',
    name: 'booleanValue',
    type: 'options',
    default: 'true',
    options: [
      { name: 'True', value: 'true' },
      { name: 'False', value: 'false' },
    ],
    displayOptions: typed('booleanValue'),
    validateType: 'boolean',
    ignoreValidationDuringExecution: true,
  },
  {
    displayName: 'Value',
    name: 'arrayValue',
    type: 'string',
    default: '',
    placeholder: 'e.g. [ arrayItem1, arrayItem2, arrayItem3 ]',
    displayOptions: typed('arrayValue'),
    validateType: 'array',
    ignoreValidationDuringExecution: true,
  },
  {
    displayName: 'Value',
    name: 'objectValue',
    type: 'json',
    default: '={}',
    typeOptions: { rows: 2 },
    displayOptions: typed('objectValue'),
    validateType: 'object',
    ignoreValidationDuringExecution: true,
  },
];

const modes: readonly NodeProperty[] = [
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    default: 'manual',
    noDataExpression: true,
    options: [
      { name: 'Manual Mapping', value: 'manual', description: 'Set the fields individually', action: 'Edit item fields one by one' },
      { name: 'JSON', value: 'raw', description: 'Enter the fields as JSON', action: 'Customize item output with JSON' },
    ],
  },
  {
    displayName: 'Duplicate Item',
    name: 'duplicateItem',
    type: 'boolean',
    default: false,
    isNodeSetting: true,
    description: 'Whether to return every item several times, for testing a workflow',
  },
  {
    displayName: 'Duplicate Item Count',
    name: 'duplicateCount',
    type: 'number',
    default: 0,
    isNodeSetting: true,
    typeOptions: { minValue: 0 },
    displayOptions: { show: { duplicateItem: [true] } },
    description: 'Number of copies of each item to add',
  },
  {
    displayName: 'Items are duplicated, as set in the node settings. Only manual runs do this.',
    name: 'duplicateWarning',
    type: 'notice',
    default: '',
    displayOptions: { show: { duplicateItem: [true] } },
  },
];

const fields: readonly NodeProperty[] = [
  {
    displayName: 'JSON',
    name: 'jsonOutput',
    type: 'json',
    default: '{\n  "my_field_1": "value",\n  "my_field_2": 1\n}\n',
    typeOptions: { rows: 5 },
    displayOptions: { show: { mode: ['raw'] } },
    validateType: 'object',
    ignoreValidationDuringExecution: true,
  },
  {
    displayName: 'Fields to Set',
    name: 'fields',
    type: 'fixedCollection',
    default: {},
    placeholder: 'Add Field',
    description: 'Fields to change or to add',
    typeOptions: { multipleValues: true, sortable: true },
    displayOptions: { show: { mode: ['manual'], ...upTo32 } },
    options: [{ name: 'values', displayName: 'Values', values: fieldProperties }],
  },
  {
    displayName: 'Fields to Set',
    name: 'assignments',
    type: 'assignmentCollection',
    default: {},
    displayOptions: { show: { mode: ['manual'], ...since33 } },
  },
];

const saved = [
  { name: 'All Input Fields', value: 'all', description: 'Keep all fields of the input' },
  { name: 'Selected Input Fields', value: 'selected', description: 'Keep the fields named below' },
  { name: 'All Input Fields Except', value: 'except', description: 'Keep all fields except those named below' },
] as const;

const fieldList = (name: string, displayName: string, description: string, include: string): readonly NodeProperty[] =>
  [{ ...upTo32 }, { ...since33, '/includeOtherFields': [true] }].map((show) => ({
    displayName,
    name,
    type: 'string',
    default: '',
    placeholder: 'e.g. fieldToInclude1,fieldToInclude2',
    description: `${description}, separated by commas`,
    requiresDataPath: 'multiple',
    displayOptions: { show: { ...show, include: [include] } },
  }));

const include: readonly NodeProperty[] = [
  {
    displayName: 'Include in Output',
    name: 'include',
    type: 'options',
    default: 'all',
    options: [...saved, { name: 'No Input Fields', value: 'none', description: 'Keep only the fields set here' }],
    displayOptions: { show: upTo32 },
    description: 'Which fields of the input to keep',
  },
  {
    displayName: 'Include Other Input Fields',
    name: 'includeOtherFields',
    type: 'boolean',
    default: false,
    displayOptions: { show: since33 },
    description: 'Whether to keep fields of the input that are not set here',
  },
  {
    displayName: 'Input Fields to Include',
    name: 'include',
    type: 'options',
    default: 'all',
    options: saved,
    displayOptions: { show: { ...since33, includeOtherFields: [true] } },
    description: 'Which fields of the input to keep',
  },
  ...fieldList('includeFields', 'Fields to Include', 'Names of the fields to keep', 'selected'),
  ...fieldList('excludeFields', 'Fields to Exclude', 'Names of the fields to drop', 'except'),
];

const options: NodeProperty = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  default: {},
  placeholder: 'Add option',
  options: [
    {
      displayName: 'Include Binary File',
      name: 'includeBinary',
      type: 'boolean',
      default: true,
      displayOptions: { show: { '@version': [{ _cnd: { lt: 3.4 } }] } },
      description: 'Whether to keep the files of the items',
    },
    {
      displayName: 'Strip Binary Data',
      name: 'stripBinary',
      type: 'boolean',
      default: true,
      displayOptions: { show: { '@version': [{ _cnd: { gte: 3.4 } }] } },
      description: 'Whether to remove the files of the items. By default, files are kept with the other input fields.',
    },
    {
      displayName: 'Ignore Type Conversion Errors',
      name: 'ignoreConversionErrors',
      type: 'boolean',
      default: false,
      displayOptions: { show: { '/mode': ['manual'] } },
      description: 'Whether to keep values that cannot be converted to the type of their field, instead of failing',
    },
    {
      displayName: 'Support Dot Notation',
      name: 'dotNotation',
      type: 'boolean',
      default: true,
      description: 'Whether a dot in a name reaches into objects: "a.b" sets { "a": { "b": value } }. Otherwise it sets { "a.b": value }.',
    },
  ],
};

export const description: NodeVersion['description'] = {
  displayName: 'Edit Fields (Set)',
  description: 'Changes, adds or drops fields of the items',
  version: [3, 3.1, 3.2, 3.3, 3.4, 3.5],
  group: ['input'],
  iconColor: 'blue',
  subtitle: '={{ $parameter["mode"] }}',
  defaults: { name: 'Edit Fields' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [...modes, ...fields, ...include, options],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['set', 'json', 'filter', 'transform', 'map', 'field', 'value', 'rename'],
  },
};
