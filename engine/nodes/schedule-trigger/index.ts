// Schedule Trigger: starts the workflow at set times.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute, schedule } from './execute.ts';

export const scheduleTrigger = defineNode({
  type: 'n8n-nodes-base.scheduleTrigger',
  icon: 'icon.svg',
  versions: [{ description, schedule, execute }],
});
