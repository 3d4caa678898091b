// If: routes items to two branches.
import { defineNode } from '../../sdk/index.ts';
import { executeV1, executeV2 } from './execute.ts';
import { description as descriptionV1 } from './v1/description.ts';
import { description as descriptionV2 } from './v2/description.ts';

export const ifNode = defineNode({
  type: 'n8n-nodes-base.if',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute: executeV1 },
    { description: descriptionV2, execute: executeV2 },
  ],
});
