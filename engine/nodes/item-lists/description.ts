// Descriptions of the Item Lists node: versions 1 to 2.2, and 3 and 3.1.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty, PropertyOption } from '../../workflow/node-type.ts';
import { aggregateProperties } from '../_shared/lists/aggregate-properties.ts';
import { dedupeProperties } from '../_shared/lists/dedupe-properties.ts';
import type { FieldsShape } from '../_shared/fields/fields-property.ts';
import { sortProperties } from '../_shared/lists/sort-properties.ts';
import { splitProperties } from '../_shared/lists/split-properties.ts';
import { summarizeProperties } from '../_shared/lists/summarize-properties.ts';

const operations: readonly PropertyOption[] = [
  { name: 'Limit', value: 'limit', description: 'Keep the first or last items', action: 'Return a limited number of items' },
  {
    name: 'Remove Duplicates',
    value: 'removeDuplicates',
    description: 'Remove items that repeat an earlier one',
    action: 'Remove duplicate items',
  },
  { name: 'Sort', value: 'sort', description: 'Change the order of items', action: 'Sort a list of items' },
  {
    name: 'Split Out Items',
    value: 'splitOutItems',
    description: 'Turn a list inside an item into items',
    action: 'Turn a list inside an item into items',
  },
  { name: 'Summarize', value: 'summarize', description: 'Sum, count or combine values', action: 'Make a pivot table' },
];

const limitProperties: readonly NodeProperty[] = [
  {
    displayName: 'Max Items',
    name: 'maxItems',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 1 },
    description: 'Maximum number of items to keep',
    displayOptions: { show: { operation: ['limit'] } },
  },
  {
    displayName: 'Keep',
    name: 'keep',
    type: 'options',
    default: 'firstItems',
    description: 'Which end of the list to keep items from',
    displayOptions: { show: { operation: ['limit'] } },
    options: [
      { name: 'First Items', value: 'firstItems' },
      { name: 'Last Items', value: 'lastItems' },
    ],
  },
];

/** `together`: name of the operation that combines items into one, which differs between versions. */
function itemListsProperties(together: PropertyOption, shape: FieldsShape): NodeProperty[] {
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'hidden',
      default: 'itemList',
      options: [{ name: 'Item List', value: 'itemList' }],
    },
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'splitOutItems',
      options: [together, ...operations],
    },
    ...splitProperties({ operation: ['splitOutItems'] }, shape),
    ...aggregateProperties({ operation: [together.value] }, shape),
    ...dedupeProperties({ operation: ['removeDuplicates'] }, shape),
    ...sortProperties({ operation: ['sort'] }),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      displayOptions: { show: { operation: ['sort'], type: ['simple'] } },
      options: [
        {
          displayName: 'Disable Dot Notation',
          name: 'disableDotNotation',
          type: 'boolean',
          default: false,
          description: 'Whether a dot in a field name is part of the name, instead of referring to a nested field',
        },
      ],
    },
    ...limitProperties,
    ...summarizeProperties({ operation: ['summarize'] }),
  ];
}

/** Properties shared by all versions. */
const about = {
  displayName: 'Item Lists',
  description: 'Splits, joins, sorts and limits lists of items',
  group: ['input'],
  subtitle: '={{ $parameter["operation"] }}',
  defaults: { name: 'Item Lists' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['aggregate', 'dedupe', 'limit', 'list', 'slice', 'sort', 'split', 'summarize', 'unique'],
  },
};

/** Versions 1 to 2.2 of the Item Lists node: field names are in rows. */
export const descriptionV1: NodeVersion['description'] = {
  ...about,
  version: [1, 2, 2.1, 2.2],
  properties: itemListsProperties(
    {
      name: 'Aggregate Items',
      value: 'aggregateItems',
      description: 'Combine values or whole items in one item',
      action: 'Combine items in one item',
    },
    'rows',
  ),
};

/** Versions 3 and 3.1 of the Item Lists node: field names are in a single text. */
export const descriptionV3: NodeVersion['description'] = {
  ...about,
  version: [3, 3.1],
  properties: itemListsProperties(
    {
      name: 'Concatenate Items',
      value: 'concatenateItems',
      description: 'Combine values or whole items in one item',
      action: 'Combine items in one item',
    },
    'text',
  ),
};
