// Manual Trigger: starts a manual run. It has no code, so its one empty item passes through.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';

export const manualTrigger = defineNode({
  type: 'n8n-nodes-base.manualTrigger',
  icon: 'icon.svg',
  versions: [{ description }],
});
