// Chat: sends messages to the chat that started the workflow, and waits for replies and approvals.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';
import { receive } from './receive.ts';

export const chat = defineNode({
  type: '@n8n/n8n-nodes-langchain.chat',
  icon: 'icon.svg',
  versions: [{ description, execute, webhook: receive }],
});
