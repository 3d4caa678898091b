// Description of the three versions of Loop Over Items.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

type Description = NodeVersion['description'];

const properties = (batchSize: number): readonly NodeProperty[] => [
  {
    displayName: 'Nodes process every item by themselves. You only need a loop to process items one after another.',
    name: 'splitInBatchesNotice',
    type: 'notice',
    default: '',
  },
  {
    displayName: 'Batch Size',
    name: 'batchSize',
    type: 'number',
    default: batchSize,
    typeOptions: { minValue: 1 },
    description: 'Number of items per iteration',
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    options: [
      {
        displayName: 'Reset',
        name: 'reset',
        type: 'boolean',
        default: false,
        description: 'Whether to restart the loop with the current items. Usually an expression.',
      },
    ],
  },
];

const base = {
  description: 'Passes items through a loop in batches',
  group: ['organization'],
  inputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['loop', 'batch', 'iterate', 'for each', 'split', 'concatenate', 'array'],
  },
} as const;

/** Version 1: one output; the loop ends once no items are left. */
export const descriptionV1: Description = {
  ...base,
  displayName: 'Split In Batches',
  version: 1,
  defaults: { name: 'SplitInBatches', color: '#007755' },
  outputs: ['main'],
  properties: properties(10),
};

/** Version 2: first the loop's output, then that of all collected items. */
export const descriptionV2: Description = {
  ...base,
  displayName: 'Split In Batches',
  version: 2,
  defaults: { name: 'Split In Batches', color: '#007755' },
  outputs: ['main', 'main'],
  outputNames: ['loop', 'done'],
  properties: properties(10),
};

/** Version 3: like version 2, with the outputs in reverse order. */
export const descriptionV3: Description = {
  ...base,
  displayName: 'Loop Over Items (Split in Batches)',
  version: 3,
  defaults: { name: 'Loop Over Items', color: '#007755' },
  outputs: ['main', 'main'],
  outputNames: ['done', 'loop'],
  properties: properties(1),
};
