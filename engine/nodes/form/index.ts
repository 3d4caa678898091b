// Form: further pages of a form that started the workflow, and its end.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';
import { receive } from './receive.ts';

export const form = defineNode({
  type: 'n8n-nodes-base.form',
  icon: 'icon.svg',
  versions: [{ description, execute, webhook: receive }],
});
