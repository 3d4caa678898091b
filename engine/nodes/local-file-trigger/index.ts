// Local File Trigger: starts the workflow when a local file or folder changes.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { trigger } from './trigger.ts';

export const localFileTrigger = defineNode({
  type: 'n8n-nodes-base.localFileTrigger',
  icon: 'icon.svg',
  versions: [{ description, trigger }],
});
