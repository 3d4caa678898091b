// Description of the Code node. Version 1 supports only JavaScript.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

const since2 = { '@version': [{ _cnd: { gte: 2 } }] } as const;

const defaultAll = `// Loop over input items and add a new field called 'myNewField' to the JSON of each one
for (const item of $input.all()) {
  item.json.myNewField = 1;
}

return $input.all();`;

const defaultEach = `// Add a new field called 'myNewField' to the JSON of the item
$input.item.json.myNewField = 1;

return $input.item;`;

const modes: NodeProperty = {
  displayName: 'Mode',
  name: 'mode',
  type: 'options',
  noDataExpression: true,
  default: 'runOnceForAllItems',
  options: [
    {
      name: 'Run Once for All Items',
      value: 'runOnceForAllItems',
      description: 'Run this code only once, no matter how many input items there are',
    },
    { name: 'Run Once for Each Item', value: 'runOnceForEachItem', description: 'Run this code as many times as there are input items' },
  ],
};

const language: NodeProperty = {
  displayName: 'Language',
  name: 'language',
  type: 'options',
  noDataExpression: true,
  default: 'javaScript',
  displayOptions: { show: since2 },
  options: [
    { name: 'JavaScript', value: 'javaScript' },
    { name: 'Python', value: 'pythonNative' },
    { name: 'Python (Pyodide)', value: 'python' },
  ],
};

const script = (mode: string, text: string): NodeProperty => ({
  displayName: 'JavaScript',
  name: 'jsCode',
  type: 'string',
  noDataExpression: true,
  default: text,
  typeOptions: { editor: 'codeNodeEditor', editorLanguage: 'javaScript' },
  displayOptions: { show: { mode: [mode] }, hide: { language: ['python', 'pythonNative'] } },
  description:
    'JavaScript code to execute. Dates of JavaScript, such as new Date().getHours(), are in UTC; $now, $today and DateTime are in the time zone of the workflow.',
});

const python: NodeProperty = {
  displayName: 'Python',
  name: 'pythonCode',
  type: 'string',
  noDataExpression: true,
  default: '',
  typeOptions: { editor: 'codeNodeEditor', editorLanguage: 'python' },
  displayOptions: { show: { language: ['python', 'pythonNative'] } },
  description: 'Python code. It is saved with the workflow, but cannot be run yet.',
};

export const description: NodeVersion['description'] = {
  displayName: 'Code',
  description: 'Runs your own JavaScript code',
  version: [1, 2],
  group: ['transform'],
  defaults: { name: 'Code' },
  inputs: ['main'],
  outputs: ['main'],
  parameterPane: 'wide',
  properties: [modes, language, script('runOnceForAllItems', defaultAll), script('runOnceForEachItem', defaultEach), python],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers', 'Data Transformation'] },
    alias: ['javascript', 'script', 'custom code', 'function', 'js', 'python'],
  },
};
