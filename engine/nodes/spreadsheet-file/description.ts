// Description of the Spreadsheet File node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { PropertyOption } from '../../workflow/node-type.ts';
import { readingOptions, writingOptions } from '../_shared/files/sheet-options.ts';

const formats: readonly PropertyOption[] = [
  { name: 'CSV', value: 'csv', description: 'Comma-separated values' },
  { name: 'HTML', value: 'html', description: 'HTML table' },
  { name: 'ODS', value: 'ods', description: 'OpenDocument spreadsheet' },
  { name: 'RTF', value: 'rtf', description: 'Rich text format' },
  { name: 'XLS', value: 'xls', description: 'Excel, up to 2003' },
  { name: 'XLSX', value: 'xlsx', description: 'Excel' },
];
const reading = { operation: ['fromFile'] };
const writing = { operation: ['toFile'] };
const csv = { '/fileFormat': ['csv'] };

export const description: NodeVersion['description'] = {
  displayName: 'Spreadsheet File',
  description: 'Reads rows from a spreadsheet, or writes items to one',
  version: [1, 2],
  group: ['transform'],
  subtitle: '={{ $parameter["operation"] === "toFile" ? "Write to file" : "Read from file" }}',
  defaults: { name: 'Spreadsheet File', color: '#2244FF' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'fromFile',
      description: 'Whether to read or write a spreadsheet',
      options: [
        {
          name: 'Read From File',
          value: 'fromFile',
          action: 'Read data from a spreadsheet file',
          description: 'Returns one item for each row',
        },
        { name: 'Write to File', value: 'toFile', action: 'Write data to a spreadsheet file', description: 'Writes all items to one file' },
      ],
    },
    {
      displayName: 'Binary Property',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: "Name of the item's file",
    },
    {
      displayName: 'File Format',
      name: 'fileFormat',
      type: 'options',
      default: 'autodetect',
      displayOptions: { show: { ...reading, '@version': [2] } },
      description: 'Format of the file to read',
      options: [{ name: 'Autodetect', value: 'autodetect', description: 'Detect by the name and type of the file' }, ...formats],
    },
    {
      displayName: 'File Format',
      name: 'fileFormat',
      type: 'options',
      default: 'xls',
      displayOptions: { show: writing },
      description: 'Format of the file to write',
      options: formats,
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show: reading },
      options: [...readingOptions({ show: csv }, { hide: csv }, 2)],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show: writing },
      options: [
        ...writingOptions(
          {
            csv: { show: csv },
            compressed: { show: { '/fileFormat': ['xlsx', 'ods'] } },
            named: { show: { '/fileFormat': ['ods', 'xls', 'xlsx'] } },
          },
          2,
        ),
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files', 'Data Transformation'] },
    alias: ['excel', 'xls', 'xlsx', 'csv', 'ods', 'table', 'sheet'],
  },
};
