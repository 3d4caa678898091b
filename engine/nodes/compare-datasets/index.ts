// Compare Datasets: finds what two inputs have in common, and where they differ.
import { defineNode } from '../../sdk/index.ts';
import { descriptionV1, descriptionV2 } from './description.ts';
import { execute } from './execute.ts';

export const compareDatasets = defineNode({
  type: 'n8n-nodes-base.compareDatasets',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute },
    { description: descriptionV2, execute },
  ],
});
