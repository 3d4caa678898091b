// Description of the Read Binary Files node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Read Binary Files',
  description: 'Reads files on this computer',
  version: 1,
  group: ['input'],
  subtitle: '={{ $parameter["fileSelector"] }}',
  defaults: { name: 'Read Binary Files', color: '#44AA44' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'File Selector',
      name: 'fileSelector',
      type: 'string',
      default: '',
      required: true,
      placeholder: '*.jpg',
      description:
        'Pattern for the paths of the files to read: * matches any characters except separators, ** also folders, ? one character, [ab] one of these',
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: "Name of the items' output file",
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Files'] }, alias: ['disk', 'load', 'open', 'import', 'glob'] },
};
