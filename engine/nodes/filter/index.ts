// Filter: keeps the items that meet conditions.
import { defineNode } from '../../sdk/index.ts';
import { executeV1, executeV2 } from './execute.ts';
import { description as descriptionV1 } from './v1/description.ts';
import { description as descriptionV2 } from './v2/description.ts';

export const filter = defineNode({
  type: 'n8n-nodes-base.filter',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute: executeV1 },
    { description: descriptionV2, execute: executeV2 },
  ],
});
