// Description of the Read Binary Files node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Read Binary Files',
  description: 'Reads files of this computer',
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
        'Pattern for the paths of the files to read: * any characters but separators, ** folders too, ? one character, [ab] one of them',
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'Name under which the items get their file',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Files'] }, alias: ['disk', 'load', 'open', 'import', 'glob'] },
};
