// SSE Trigger: starts the workflow with each message of a stream of server-sent events.
import { defineNode, type NodeVersion } from '../../sdk/index.ts';
import { trigger } from './trigger.ts';

const description: NodeVersion['description'] = {
  displayName: 'SSE Trigger',
  description: 'Starts the workflow when a server-sent event arrives',
  version: 1,
  group: ['trigger'],
  eventTriggerDescription: '',
  defaults: { name: 'SSE Trigger', color: '#225577' },
  inputs: [],
  outputs: ['main'],
  properties: [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://example.com/events',
      description: 'The URL of the events',
    },
  ],
  codex: {
    categories: ['Development', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['server-sent events', 'stream', 'eventsource'],
  },
};

export const sseTrigger = defineNode({ type: 'n8n-nodes-base.sseTrigger', icon: 'icon.svg', versions: [{ description, trigger }] });
