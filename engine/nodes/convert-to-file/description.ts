// Description of the Convert to File node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { eventProperties } from '../_shared/files/event-properties.ts';
import { writingOptions } from '../_shared/files/sheet-options.ts';
import { encodingOptions } from '../_shared/files/text-encoding.ts';

const tables = ['csv', 'html', 'ods', 'rtf', 'xls', 'xlsx'];
const show = (...operations: string[]): { readonly show: { readonly operation: readonly string[] } } => ({
  show: { operation: operations },
});
const within = (...operations: string[]): { readonly show: { readonly '/operation': readonly string[] } } => ({
  show: { '/operation': operations },
});

const output: NodeProperty = {
  displayName: 'Put Output File in Field',
  name: 'binaryPropertyName',
  type: 'string',
  default: 'data',
  required: true,
  placeholder: 'e.g. data',
  description: "Name of the item's output file",
};

const source = (operation: string, displayName: string, description: string, defaultValue: string): NodeProperty => ({
  displayName,
  name: 'sourceProperty',
  type: 'string',
  default: defaultValue,
  required: true,
  placeholder: 'e.g. data',
  requiresDataPath: 'single',
  description,
  displayOptions: show(operation),
});

export const description: NodeVersion['description'] = {
  displayName: 'Convert to File',
  description: 'Converts items and fields to files',
  version: [1, 1.1],
  group: ['input'],
  subtitle: '={{ $parameter["operation"] }}',
  defaults: { name: 'Convert to File' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'csv',
      description: 'Format of the file to create',
      options: [
        { name: 'Convert to CSV', value: 'csv', action: 'Convert to CSV', description: 'All items as rows of a CSV file' },
        { name: 'Convert to HTML', value: 'html', action: 'Convert to HTML', description: 'All items as rows of an HTML table' },
        { name: 'Convert to ICS', value: 'iCal', action: 'Convert to ICS', description: 'Each item as a calendar file with one event' },
        { name: 'Convert to JSON', value: 'toJson', action: 'Convert to JSON', description: 'All items, or each, as a JSON file' },
        { name: 'Convert to ODS', value: 'ods', action: 'Convert to ODS', description: 'All items as rows of an OpenDocument spreadsheet' },
        { name: 'Convert to RTF', value: 'rtf', action: 'Convert to RTF', description: 'All items as rows of a table in a rich text file' },
        {
          name: 'Convert to Text File',
          value: 'toText',
          action: 'Convert to text file',
          description: 'A field of each item as a text file',
        },
        { name: 'Convert to XLS', value: 'xls', action: 'Convert to XLS', description: 'All items as rows of an Excel file (up to 2003)' },
        { name: 'Convert to XLSX', value: 'xlsx', action: 'Convert to XLSX', description: 'All items as rows of an Excel file' },
        {
          name: 'Move Base64 String to File',
          value: 'toBinary',
          action: 'Move base64 string to file',
          description: 'A base64 text of each item, decoded to a file',
        },
      ],
    },
    { ...output, displayOptions: show(...tables) },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      displayOptions: show(...tables),
      options: [...writingOptions({ csv: within('csv'), compressed: within('xlsx', 'ods'), named: within('ods', 'xls', 'xlsx') }, 1.1)],
    },
    ...eventProperties(show('iCal', 'ics'), output),
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      noDataExpression: true,
      default: 'once',
      description: 'How many files to create',
      displayOptions: show('toJson'),
      options: [
        { name: 'All Items to One File', value: 'once' },
        { name: 'Each Item to Separate File', value: 'each' },
      ],
    },
    source('toText', 'Text Input Field', 'Field with the text; a.b refers to a nested field', ''),
    source('toBinary', 'Base64 Input Field', 'Field with the base64 text; a.b refers to a nested field', ''),
    { ...output, displayOptions: show('toJson', 'toText', 'toBinary') },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      displayOptions: show('toJson', 'toText', 'toBinary'),
      options: [
        {
          displayName: 'Add Byte Order Mark (BOM)',
          name: 'addBOM',
          type: 'boolean',
          default: false,
          description: 'Whether to start the text with a byte order mark',
          displayOptions: within('toJson', 'toText'),
        },
        {
          displayName: 'Data Is Base64',
          name: 'dataIsBase64',
          type: 'boolean',
          default: true,
          description: 'Whether the field contains base64 instead of the content itself',
          displayOptions: within('toBinary'),
        },
        {
          displayName: 'Encoding',
          name: 'encoding',
          type: 'options',
          options: encodingOptions,
          default: 'utf8',
          description: 'Encoding of the text in the file',
        },
        {
          displayName: 'File Name',
          name: 'fileName',
          type: 'string',
          default: '',
          placeholder: 'e.g. myFile',
          description: 'Name of the file',
        },
        {
          displayName: 'Format',
          name: 'format',
          type: 'boolean',
          default: false,
          description: 'Whether to format the JSON for readability',
          displayOptions: within('toJson'),
        },
        {
          displayName: 'MIME Type',
          name: 'mimeType',
          type: 'string',
          default: '',
          placeholder: 'e.g. text/plain',
          description: 'MIME type of the file',
          displayOptions: within('toBinary'),
        },
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files', 'Data Transformation'] },
    alias: [
      'csv',
      'excel',
      'xlsx',
      'xls',
      'ods',
      'tabular',
      'spreadsheet',
      'html',
      'json',
      'text',
      'ics',
      'calendar',
      'base64',
      'binary',
      'file',
      'save',
      'export',
    ],
  },
};
