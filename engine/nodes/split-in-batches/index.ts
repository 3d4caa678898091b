// Loop Over Items (Split in Batches): passes items through a loop in batches.
import { defineNode } from '../../sdk/index.ts';
import { descriptionV1, descriptionV2, descriptionV3 } from './description.ts';
import { executeV1, executeV2, executeV3 } from './execute.ts';

export const splitInBatches = defineNode({
  type: 'n8n-nodes-base.splitInBatches',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute: executeV1 },
    { description: descriptionV2, execute: executeV2 },
    { description: descriptionV3, execute: executeV3 },
  ],
});
