// Description of the Function node, which Code has replaced; old workflows still use it.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Function',
  description: 'Runs custom function code once, with all items',
  version: [1, 2],
  hidden: true,
  group: ['transform'],
  defaults: { name: 'Function', color: '#FF9922' },
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
      default: '// Code here will run only once, no matter how many input items there are.\nreturn items;',
      typeOptions: { alwaysOpenEditWindow: true, codeAutocomplete: 'function', editor: 'code', rows: 10 },
      description: 'The JavaScript code to execute.',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers'] }, alias: ['code', 'javascript', 'script'] },
};
