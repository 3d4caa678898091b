// The Manual Trigger: where a run by hand begins. It only starts, so its one empty item passes through.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';

export const manualTrigger = defineNode({
  type: 'n8n-nodes-base.manualTrigger',
  icon: 'icon.svg',
  versions: [{ description }],
});
