// Description of the Code Tool. Its name is a parameter below version 1.2.
import type { NodeVersion } from '../../sdk/index.ts';
import { inputSchemaProperties } from '../_shared/ai/tools/input-schema.ts';
import { connectionNotice, descriptionProperty, nameProperty, notice } from '../_shared/ai/tools/tool-properties.ts';

const code = `// "query" is the text that the model passes, or the object if an input schema is specified.
// Return the result for the model.
return query.toUpperCase();`;

export const description: NodeVersion['description'] = {
  displayName: 'Code Tool',
  description: 'JavaScript code that an agent calls',
  version: [1, 1.1, 1.2, 1.3],
  group: ['transform'],
  defaults: { name: 'Code Tool' },
  inputs: [],
  outputs: ['ai_tool'],
  outputNames: ['Tool'],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Tools'], Tools: ['Recommended Tools'] },
    alias: ['javascript', 'script', 'function', 'custom tool'],
  },
  properties: [
    connectionNotice,
    notice('A tool for one purpose, with a clear description, is called more reliably than one for many.', {
      name: 'noticeTemplateExample',
    }),
    nameProperty({ displayOptions: { show: { '@version': [1] } } }),
    nameProperty({ displayOptions: { show: { '@version': [1.1] } } }),
    descriptionProperty,
    {
      displayName: 'Language',
      name: 'language',
      type: 'options',
      default: 'javaScript',
      noDataExpression: true,
      options: [
        { name: 'JavaScript', value: 'javaScript' },
        { name: 'Python (Beta)', value: 'python' },
      ],
    },
    {
      displayName: 'JavaScript',
      name: 'jsCode',
      type: 'string',
      default: code,
      noDataExpression: true,
      typeOptions: { editor: 'jsEditor' },
      displayOptions: { show: { language: ['javaScript'] } },
      description: 'JavaScript code to execute. It reads "query" and returns a result.',
    },
    {
      displayName: 'Python',
      name: 'pythonCode',
      type: 'string',
      default: '',
      noDataExpression: true,
      typeOptions: { editor: 'codeNodeEditor', editorLanguage: 'python' },
      displayOptions: { show: { language: ['python'] } },
      description: 'Python code. It is saved with the workflow, but cannot be run yet.',
    },
    ...inputSchemaProperties({ specifyInputSchema: [true] }, { '@version': [{ _cnd: { gte: 1.3 } }] }),
  ],
};
