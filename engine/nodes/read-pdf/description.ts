// Description of the Read PDF node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Read PDF',
  description: 'Reads the text of PDF files',
  version: 1,
  group: ['input'],
  subtitle: '={{ $parameter["binaryPropertyName"] }}',
  defaults: { name: 'Read PDF', color: '#003355' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Input Binary Field',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: "Name of the item's file",
    },
    {
      displayName: 'Encrypted',
      name: 'encrypted',
      type: 'boolean',
      default: false,
      required: true,
      description: 'Whether the file is password-protected',
    },
    {
      displayName: 'Password',
      name: 'password',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'Password of the file',
      displayOptions: { show: { encrypted: [true] } },
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Files'] }, alias: ['pdf', 'text', 'document'] },
};
