// Description of the Read Binary File node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Read Binary File',
  description: 'Reads a file of this computer',
  version: 1,
  group: ['input'],
  subtitle: '={{ $parameter["filePath"] }}',
  defaults: { name: 'Read Binary File', color: '#449922' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'File Path',
      name: 'filePath',
      type: 'string',
      default: '',
      required: true,
      placeholder: '/data/example.jpg',
      description: 'Path of the file to read',
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'Name under which the item gets the file',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Files'] }, alias: ['disk', 'load', 'open', 'import'] },
};
