// Description of version 2 of the Remove Duplicates node.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { NodeProperty } from '../../../workflow/node-type.ts';
import { dedupeProperties } from '../../_shared/lists/dedupe-properties.ts';
import { codex } from '../v1/description.ts';

const previous = { operation: ['removeItemsSeenInPreviousExecutions'] };
const clear = { operation: ['clearDeduplicationHistory'] };

const scope: NodeProperty = {
  displayName: 'Scope',
  name: 'scope',
  type: 'options',
  default: 'node',
  description: 'Whether this node has its own history, or shares one with other nodes of the workflow',
  options: [
    { name: 'Workflow', value: 'workflow', description: 'One history for all Remove Duplicates nodes with this scope' },
    { name: 'Node', value: 'node', description: 'A separate history for this node' },
  ],
};

const previousExecutions: readonly NodeProperty[] = [
  {
    displayName: 'Keep Items Where',
    name: 'logic',
    type: 'options',
    noDataExpression: true,
    default: 'removeItemsWithAlreadySeenKeyValues',
    description: 'How to compare items with those of earlier executions',
    displayOptions: { show: previous },
    options: [
      { name: 'Value Is New', value: 'removeItemsWithAlreadySeenKeyValues', description: 'The value was in no earlier execution' },
      {
        name: 'Value Is Higher than Any Previous Value',
        value: 'removeItemsUpToStoredIncrementalKey',
        description: 'For increasing numbers, such as row numbers',
      },
      {
        name: 'Value Is a Date Later than Any Previous Date',
        value: 'removeItemsUpToStoredDate',
        description: 'For dates in ISO format, such as the date of creation',
      },
    ],
  },
  {
    displayName: 'Value to Dedupe On',
    name: 'dedupeValue',
    type: 'string',
    default: '',
    placeholder: 'e.g. ID',
    description: 'The value that identifies an item. Combine several fields in one expression.',
    displayOptions: { show: { ...previous, logic: ['removeItemsWithAlreadySeenKeyValues'] } },
  },
  {
    displayName: 'Value to Dedupe On',
    name: 'incrementalDedupeValue',
    type: 'number',
    default: '',
    placeholder: 'e.g. ID',
    description: 'The number that increases from item to item',
    displayOptions: { show: { ...previous, logic: ['removeItemsUpToStoredIncrementalKey'] } },
  },
  {
    displayName: 'Value to Dedupe On',
    name: 'dateDedupeValue',
    type: 'dateTime',
    default: '',
    placeholder: 'e.g. 2026-08-09T13:44:16Z',
    description: 'The date, in ISO format, that gets later from item to item',
    displayOptions: { show: { ...previous, logic: ['removeItemsUpToStoredDate'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: { show: previous },
    options: [
      scope,
      {
        displayName: 'History Size',
        name: 'historySize',
        type: 'number',
        default: 10000,
        typeOptions: { minValue: 1 },
        displayOptions: { show: { '/logic': ['removeItemsWithAlreadySeenKeyValues'] } },
        description: 'Number of values to remember. The oldest are dropped first.',
      },
    ],
  },
];

const clearHistory: readonly NodeProperty[] = [
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    default: 'cleanDatabase',
    description: 'History to clear. The items pass through unchanged.',
    displayOptions: { show: clear },
    options: [{ name: 'Clean Database', value: 'cleanDatabase', description: 'Forget all values of earlier executions' }],
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: { show: clear },
    options: [scope],
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'Remove Duplicates',
  description: 'Removes items that repeat an earlier one of this or of earlier executions',
  version: 2,
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Remove Duplicates' },
  inputs: ['main'],
  outputs:
    '={{ $parameter["operation"] === "removeItemsSeenInPreviousExecutions" ? [{ type: "main", displayName: "Kept" }, { type: "main", displayName: "Discarded" }] : ["main"] }}',
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'removeDuplicateInputItems',
      options: [
        {
          name: 'Remove Items Repeated Within Current Input',
          value: 'removeDuplicateInputItems',
          description: 'Compare the items with each other',
          action: 'Remove items repeated within current input',
        },
        {
          name: 'Remove Items Processed in Previous Executions',
          value: 'removeItemsSeenInPreviousExecutions',
          description: 'Compare the items with those of earlier executions',
          action: 'Remove items processed in previous executions',
        },
        {
          name: 'Clear Deduplication History',
          value: 'clearDeduplicationHistory',
          description: 'Forget the items of earlier executions',
          action: 'Clear deduplication history',
        },
      ],
    },
    ...dedupeProperties({ operation: ['removeDuplicateInputItems'] }),
    ...previousExecutions,
    ...clearHistory,
  ],
  codex,
};
