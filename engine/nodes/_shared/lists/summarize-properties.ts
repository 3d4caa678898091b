// The parameters for summarizing, for the Summarize and Item Lists nodes.
import type { ExecuteContext } from '../../../sdk/index.ts';
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';
import { fieldList } from '../fields/fields-property.ts';
import type { FieldToSummarize, SummarizeSettings } from './summarize-items.ts';
import { textOf } from '../text-of.ts';

const aggregations = [
  { name: 'Append', value: 'append', description: 'A list of the values' },
  { name: 'Average', value: 'average', description: 'The average of the numbers' },
  { name: 'Concatenate', value: 'concatenate', description: 'The values as one text' },
  { name: 'Count', value: 'count', description: 'Number of values' },
  { name: 'Count Unique', value: 'countUnique', description: 'Number of different values' },
  { name: 'Max', value: 'max', description: 'The highest value' },
  { name: 'Min', value: 'min', description: 'The lowest value' },
  { name: 'Sum', value: 'sum', description: 'The sum of the numbers' },
];

const columns: readonly NodeProperty[] = [
  {
    displayName: 'Aggregation',
    name: 'aggregation',
    type: 'options',
    default: 'count',
    description: 'How to combine the values',
    options: aggregations,
  },
  {
    displayName: 'Field',
    name: 'field',
    type: 'string',
    default: '',
    placeholder: 'e.g. cost',
    description: 'The field whose values are summarized',
    requiresDataPath: 'single',
  },
  {
    displayName: 'Include Empty Values',
    name: 'includeEmpty',
    type: 'boolean',
    default: false,
    description: 'Whether to include null, missing and empty values',
    displayOptions: { show: { aggregation: ['append', 'concatenate', 'count', 'countUnique'] } },
  },
  {
    displayName: 'Separator',
    name: 'separateBy',
    type: 'options',
    default: ',',
    description: 'Separator between the values',
    displayOptions: { show: { aggregation: ['concatenate'] } },
    options: [
      { name: 'Comma', value: ',' },
      { name: 'Comma and Space', value: ', ' },
      { name: 'New Line', value: '\n' },
      { name: 'None', value: '' },
      { name: 'Space', value: ' ' },
      { name: 'Other', value: 'other' },
    ],
  },
  {
    displayName: 'Custom Separator',
    name: 'customSeparator',
    type: 'string',
    default: '',
    description: 'Separator between the values',
    displayOptions: { show: { aggregation: ['concatenate'], separateBy: ['other'] } },
  },
];

const outputOptions: readonly NodeProperty[] = [
  {
    displayName: 'Disable Dot Notation',
    name: 'disableDotNotation',
    type: 'boolean',
    default: false,
    description: 'Whether a dot in a field name is part of the name, instead of referring to a nested field',
  },
  {
    displayName: 'Output Format',
    name: 'outputFormat',
    type: 'options',
    default: 'separateItems',
    description: 'How to return the summaries of several groups',
    options: [
      { name: 'Each Split in a Separate Item', value: 'separateItems' },
      { name: 'All Splits in a Single Item', value: 'singleItem' },
    ],
  },
  {
    displayName: 'Ignore Items Without Valid Fields to Group By',
    name: 'skipEmptySplitFields',
    type: 'boolean',
    default: false,
    description: 'Whether to skip items without a value in the fields to split by',
  },
];

/** Properties for fields, split fields, and options. `show`: display rules for all of them. */
export function summarizeProperties(show: DisplayRules, continueIfMissing?: DisplayRules): NodeProperty[] {
  const displayOptions = Object.keys(show).length === 0 ? {} : { displayOptions: { show } };
  return [
    {
      displayName: 'Fields to Summarize',
      name: 'fieldsToSummarize',
      type: 'fixedCollection',
      placeholder: 'Add Field',
      typeOptions: { multipleValues: true },
      default: { values: [{ aggregation: 'count', field: '' }] },
      description: 'The fields to summarize, and how',
      ...displayOptions,
      options: [{ displayName: '', name: 'values', values: columns }],
    },
    {
      displayName: 'Fields to Split By',
      name: 'fieldsToSplitBy',
      type: 'string',
      default: '',
      placeholder: 'e.g. country, city',
      description: 'Items with equal values in these fields are summarized together. Names separated by commas.',
      requiresDataPath: 'multiple',
      ...displayOptions,
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      ...displayOptions,
      options: [
        {
          displayName: 'Continue if Field Not Found',
          name: 'continueIfFieldNotFound',
          type: 'boolean',
          default: false,
          description: 'Whether to return one empty item instead of an error if no item has the field',
          ...(continueIfMissing === undefined ? {} : { displayOptions: { show: continueIfMissing } }),
        },
        ...outputOptions,
      ],
    },
  ];
}

/** Reads the settings from these parameters. */
export function summarizeSettings(ctx: ExecuteContext): Omit<SummarizeSettings, 'splitByText' | 'skipsMissing'> {
  const rows = ctx.param<readonly Partial<FieldToSummarize>[]>('fieldsToSummarize.values', 0, []);
  return {
    fields: rows.map((row) => ({ ...row, aggregation: row.aggregation ?? 'count', field: textOf(row.field).trim() })),
    splitBy: fieldList(ctx.param('fieldsToSplitBy', 0, '')),
    dotNotation: !ctx.param('options.disableDotNotation', 0, false),
    skipEmptySplitFields: ctx.param('options.skipEmptySplitFields', 0, false),
  };
}
