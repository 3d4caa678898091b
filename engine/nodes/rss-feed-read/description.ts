// Description of the RSS Read node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'RSS Read',
  description: 'Reads the entries of an RSS or Atom feed',
  version: [1, 1.1, 1.2],
  group: ['input'],
  defaults: { name: 'RSS Read', color: '#b02020' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://example.com/feed',
      description: 'The URL of the feed',
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      default: {},
      placeholder: 'Add option',
      options: [
        {
          displayName: 'Custom Fields',
          name: 'customFields',
          type: 'string',
          default: '',
          placeholder: 'e.g. media:group, georss:point',
          description: 'Additional elements of the entries to include, separated by commas',
        },
        {
          displayName: 'Ignore SSL Issues (Insecure)',
          name: 'ignoreSSL',
          type: 'boolean',
          default: false,
          description: 'Whether to read the feed even if its certificate cannot be verified',
        },
      ],
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers'] }, alias: ['feed', 'atom', 'news', 'blog', 'podcast'] },
};
