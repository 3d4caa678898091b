// Description of the SSE Trigger.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
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
      description: 'The address that sends the events',
    },
  ],
  codex: {
    categories: ['Development', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['server-sent events', 'stream', 'eventsource'],
  },
};
