// Description of the RSS Feed Trigger.
import type { NodeVersion } from '../../sdk/index.ts';
import { pollTimes } from '../_shared/poll-times.ts';

export const description: NodeVersion['description'] = {
  displayName: 'RSS Feed Trigger',
  description: 'Starts the workflow when a feed has new entries',
  version: 1,
  group: ['trigger'],
  subtitle: '={{$parameter["feedUrl"]}}',
  polling: true,
  defaults: { name: 'RSS Feed Trigger', color: '#b02020' },
  inputs: [],
  outputs: ['main'],
  properties: [
    pollTimes,
    {
      displayName: 'Feed URL',
      name: 'feedUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://example.com/feed',
      description: 'The address of the feed, RSS or Atom',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers'] }, alias: ['feed', 'atom', 'news', 'blog', 'podcast'] },
};
