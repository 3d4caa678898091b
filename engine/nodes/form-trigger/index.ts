// Form Trigger: starts the workflow when a form is submitted.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { receive } from './receive.ts';

export const formTrigger = defineNode({
  type: 'n8n-nodes-base.formTrigger',
  icon: 'icon.svg',
  versions: [{ description, webhook: receive }],
});
