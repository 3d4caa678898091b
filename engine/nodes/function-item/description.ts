// Description of the Function Item node, which Code has replaced; old workflows still use it.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Function Item',
  description: 'Runs custom function code once for each item',
  version: 1,
  hidden: true,
  group: ['transform'],
  defaults: { name: 'Function Item', color: '#ddbb33' },
  inputs: ['main'],
  outputs: ['main'],
  parameterPane: 'wide',
  properties: [
    {
      displayName: 'A newer version of this node type is available, called the Code node.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'JavaScript Code',
      name: 'functionCode',
      type: 'string',
      noDataExpression: true,
      default: '// Code here will run once per input item.\n// The fields of the item lie on "item".\nreturn item;',
      typeOptions: { alwaysOpenEditWindow: true, codeAutocomplete: 'functionItem', editor: 'code', rows: 10 },
      description: 'The JavaScript code to execute for each item.',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers'] }, alias: ['code', 'javascript', 'script'] },
};
