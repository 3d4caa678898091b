// Item Lists: the predecessor of Split Out, Aggregate, Sort, Limit, Remove Duplicates and Summarize, for older workflows.
import { defineNode } from '../../sdk/index.ts';
import { descriptionV1, descriptionV3 } from './description.ts';
import { execute } from './execute.ts';

export const itemLists = defineNode({
  type: 'n8n-nodes-base.itemLists',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute },
    { description: descriptionV3, execute },
  ],
});
