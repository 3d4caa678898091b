// Respond to Webhook: responds to the request that started the workflow.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const respondToWebhook = defineNode({
  type: 'n8n-nodes-base.respondToWebhook',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
