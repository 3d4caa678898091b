// Item Lists: the predecessor of Split Out, Aggregate, Sort, Limit, Remove Duplicates and Summarize, for older workflows.
import { defineNode } from '../../sdk/index.ts';
import { execute } from './execute.ts';
import { description as descriptionV1 } from './v1/description.ts';
import { description as descriptionV3 } from './v3/description.ts';

export const itemLists = defineNode({
  type: 'n8n-nodes-base.itemLists',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute },
    { description: descriptionV3, execute },
  ],
});
