// Webhook: starts the workflow when its URL is called.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { receive } from './receive.ts';

export const webhook = defineNode({ type: 'n8n-nodes-base.webhook', icon: 'icon.svg', versions: [{ description, webhook: receive }] });
