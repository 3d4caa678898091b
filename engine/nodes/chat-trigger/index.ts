// Chat Trigger: starts the workflow with each message of a chat: on a page of its own, in other pages, or in the editor.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { receive } from './receive.ts';

export const chatTrigger = defineNode({
  type: '@n8n/n8n-nodes-langchain.chatTrigger',
  icon: 'icon.svg',
  versions: [{ description, webhook: receive }],
});
