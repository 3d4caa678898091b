// Description of the HTML node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { cleanUpText, extractionProperties, trimValues } from '../_shared/html-extraction-properties.ts';
import { defaultTemplate } from './template.ts';

const extract = { operation: ['extractHtmlContent'] };
const table = { operation: ['convertToHtmlTable'] };

const attributes = (displayName: string, name: string, element: string): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: '',
  placeholder: 'e.g. style="padding:10px"',
  description: `Attributes of every ${element} element`,
});

const tableOptions: readonly NodeProperty[] = [
  {
    displayName: 'Capitalize Headers',
    name: 'capitalize',
    type: 'boolean',
    default: false,
    description: 'Whether to capitalize the words of the headings',
  },
  {
    displayName: 'Custom Styling',
    name: 'customStyling',
    type: 'boolean',
    default: false,
    description: 'Whether to leave out the built-in style',
  },
  { displayName: 'Caption', name: 'caption', type: 'string', default: '', description: 'A title above the table' },
  attributes('Table Attributes', 'tableAttributes', 'table'),
  attributes('Header Attributes', 'headerAttributes', 'th'),
  attributes('Row Attributes', 'rowAttributes', 'tr'),
  attributes('Cell Attributes', 'cellAttributes', 'td'),
];

export const description: NodeVersion['description'] = {
  displayName: 'HTML',
  description: 'Works with HTML',
  version: [1, 1.1, 1.2],
  group: ['transform'],
  subtitle: '={{ $parameter["operation"] }}',
  defaults: { name: 'HTML' },
  inputs: ['main'],
  outputs: ['main'],
  parameterPane: 'wide',
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'generateHtmlTemplate',
      options: [
        { name: 'Generate HTML Template', value: 'generateHtmlTemplate', action: 'Generate HTML template' },
        { name: 'Extract HTML Content', value: 'extractHtmlContent', action: 'Extract HTML content' },
        { name: 'Convert to HTML Table', value: 'convertToHtmlTable', action: 'Convert to HTML table' },
      ],
    },
    {
      displayName: 'HTML Template',
      name: 'html',
      type: 'string',
      typeOptions: { editor: 'htmlEditor' },
      noDataExpression: true,
      default: defaultTemplate,
      description: 'HTML with expressions in double braces',
      displayOptions: { show: { operation: ['generateHtmlTemplate'] } },
    },
    {
      displayName: 'External values can contain scripts: be careful where the result is shown.',
      name: 'notice',
      type: 'notice',
      default: '',
      displayOptions: { show: { operation: ['generateHtmlTemplate'] } },
    },
    ...extractionProperties(extract, { '@version': [{ _cnd: { gt: 1.1 } }] }),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show: extract },
      options: [trimValues, cleanUpText],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show: table },
      options: tableOptions,
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['css', 'extract', 'page', 'parse', 'scrape', 'table', 'template'],
  },
};
