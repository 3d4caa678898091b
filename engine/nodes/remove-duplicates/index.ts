// Remove Duplicates: removes items that repeat others of this run, or of earlier executions.
import { defineNode } from '../../sdk/index.ts';
import { dedupeInput } from '../_shared/lists/dedupe-properties.ts';
import { description as descriptionV1 } from './v1/description.ts';
import { description as descriptionV2 } from './v2/description.ts';
import { execute as executeV2 } from './v2/execute.ts';

export const removeDuplicates = defineNode({
  type: 'n8n-nodes-base.removeDuplicates',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute: (ctx) => dedupeInput(ctx) },
    { description: descriptionV2, execute: executeV2 },
  ],
});
