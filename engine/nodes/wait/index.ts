// Wait: waits for a time, a request or a form.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';
import { receive } from './receive.ts';

export const wait = defineNode({
  type: 'n8n-nodes-base.wait',
  icon: 'icon.svg',
  versions: [{ description, execute, webhook: receive }],
});
