// Description of the Write Binary File node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Write Binary File',
  description: 'Writes a file on this computer',
  version: 1,
  group: ['output'],
  subtitle: '={{ $parameter["fileName"] }}',
  defaults: { name: 'Write Binary File', color: '#CC2233' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'File Name',
      name: 'fileName',
      type: 'string',
      default: '',
      required: true,
      placeholder: '/data/example.jpg',
      description: 'Path of the file to write',
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: "Name of the item's file to write",
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        {
          displayName: 'Append',
          name: 'append',
          type: 'boolean',
          default: false,
          description: 'Whether to append to an existing file instead of replacing it',
        },
      ],
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Files'] }, alias: ['disk', 'save', 'export', 'append'] },
};
