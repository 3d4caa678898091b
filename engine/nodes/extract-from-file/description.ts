// Description of the Extract from File node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { readingOptions } from '../_shared/files/sheet-options.ts';
import { encodingOptions } from '../_shared/files/text-encoding.ts';

const tables = ['csv', 'html', 'ods', 'rtf', 'xls', 'xlsx'];
const texts = ['binaryToPropery', 'fromJson', 'fromIcs', 'text', 'xml'];
const show = (...operations: string[]): { readonly show: { readonly operation: readonly string[] } } => ({
  show: { operation: operations },
});
const csv = { '/operation': ['csv'] };

const keepSource: NodeProperty = {
  displayName: 'Keep Source',
  name: 'keepSource',
  type: 'options',
  default: 'json',
  description: 'Parts of the input item to keep',
  options: [
    { name: 'JSON', value: 'json', description: 'Its fields' },
    { name: 'Binary', value: 'binary', description: 'Its files' },
    { name: 'Both', value: 'both', description: 'Fields and files' },
  ],
};

export const description: NodeVersion['description'] = {
  displayName: 'Extract from File',
  description: 'Extracts items and fields from files',
  version: [1, 1.1],
  group: ['input'],
  subtitle: '={{ $parameter["operation"] }}',
  defaults: { name: 'Extract from File' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'csv',
      description: 'Format of the file to read',
      options: [
        { name: 'Extract From CSV', value: 'csv', action: 'Extract from CSV', description: 'One item for each record' },
        { name: 'Extract From HTML', value: 'html', action: 'Extract from HTML', description: 'One item for each row of a table' },
        { name: 'Extract From ICS', value: 'fromIcs', action: 'Extract from ICS', description: 'The events of a calendar, in a field' },
        { name: 'Extract From JSON', value: 'fromJson', action: 'Extract from JSON', description: 'The parsed JSON, in a field' },
        {
          name: 'Extract From ODS',
          value: 'ods',
          action: 'Extract from ODS',
          description: 'One item for each row of an OpenDocument spreadsheet',
        },
        {
          name: 'Extract From PDF',
          value: 'pdf',
          action: 'Extract from PDF',
          description: 'Text of the pages, and metadata of the file',
        },
        { name: 'Extract From RTF', value: 'rtf', action: 'Extract from RTF', description: 'One item for each row of a table' },
        { name: 'Extract From Text File', value: 'text', action: 'Extract from text file', description: 'The text, in a field' },
        { name: 'Extract From XML', value: 'xml', action: 'Extract from XML', description: 'The XML as a text, in a field' },
        {
          name: 'Extract From XLS',
          value: 'xls',
          action: 'Extract from XLS',
          description: 'One item for each row of an Excel file (up to 2003)',
        },
        { name: 'Extract From XLSX', value: 'xlsx', action: 'Extract from XLSX', description: 'One item for each row of an Excel file' },
        {
          name: 'Move File to Base64 String',
          value: 'binaryToPropery',
          action: 'Move file to base64 string',
          description: 'The file as base64, in a field',
        },
      ],
    },
    {
      displayName: 'Input Binary Field',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      placeholder: 'e.g. data',
      description: "Name of the item's file to read",
    },
    {
      displayName: 'Destination Output Field',
      name: 'destinationKey',
      type: 'string',
      default: 'data',
      required: true,
      placeholder: 'e.g. data',
      description: 'Output field for the result; a.b refers to a nested field',
      displayOptions: show(...texts),
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      displayOptions: show(...tables),
      options: [...readingOptions({ show: csv }, { hide: csv }, 1.1)],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      displayOptions: show(...texts),
      options: [
        {
          displayName: 'File Encoding',
          name: 'encoding',
          type: 'options',
          options: encodingOptions,
          default: 'utf8',
          description: 'Encoding of the text in the file',
        },
        {
          displayName: 'Strip BOM',
          name: 'stripBOM',
          type: 'boolean',
          default: true,
          description: 'Whether to remove a byte order mark',
        },
        keepSource,
      ],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      displayOptions: show('pdf'),
      options: [
        {
          displayName: 'Join Pages',
          name: 'joinPages',
          type: 'boolean',
          default: true,
          description: 'Whether to return the pages as one text instead of a list',
        },
        keepSource,
        {
          displayName: 'Max Pages',
          name: 'maxPages',
          type: 'number',
          default: 0,
          description: 'Maximum number of pages to read; 0 for all',
        },
        {
          displayName: 'Password',
          name: 'password',
          type: 'string',
          typeOptions: { password: true },
          default: '',
          description: 'Password of a protected file',
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
      'decode',
      'html',
      'json',
      'text',
      'ics',
      'calendar',
      'pdf',
      'base64',
      'binary',
      'file',
      'open',
      'read',
      'parse',
    ],
  },
};
