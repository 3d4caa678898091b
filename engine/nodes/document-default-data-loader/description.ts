// Description of the Default Data Loader. Version 1 has no splitting of its own.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { notice } from '../_shared/ai/tools/tool-properties.ts';

const forJson = { show: { dataType: ['json'] } };
const forFiles = { show: { dataType: ['binary'] } };
const forLoaders = (...loaders: readonly string[]): NonNullable<NodeProperty['displayOptions']> => ({
  show: { '/loader': [...loaders, 'auto'] },
});

const options: readonly NodeProperty[] = [
  {
    displayName: 'JSON Pointers',
    name: 'pointers',
    type: 'string',
    default: '',
    placeholder: 'e.g. /title, /text',
    description: 'Fields whose texts become documents, separated by commas. Default: all texts.',
    displayOptions: forLoaders('jsonLoader'),
  },
  {
    displayName: 'CSV Separator',
    name: 'separator',
    type: 'string',
    default: ',',
    description: 'What separates the columns',
    displayOptions: forLoaders('csvLoader'),
  },
  {
    displayName: 'CSV Column',
    name: 'column',
    type: 'string',
    default: '',
    description: 'The only column that is read. Default: all columns.',
    displayOptions: forLoaders('csvLoader'),
  },
  {
    displayName: 'Split Pages in PDF',
    name: 'splitPages',
    type: 'boolean',
    default: true,
    description: 'Whether each page becomes a document of its own',
    displayOptions: forLoaders('pdfLoader'),
  },
  {
    displayName: 'Metadata',
    name: 'metadata',
    type: 'fixedCollection',
    placeholder: 'Add property',
    default: {},
    typeOptions: { multipleValues: true },
    description: 'Values that are stored with each document, by which it can be found',
    options: [
      {
        displayName: 'Fields to Set',
        name: 'metadataValues',
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: '', required: true, description: 'Name of the field' },
          { displayName: 'Value', name: 'value', type: 'string', default: '', description: 'Its value' },
        ],
      },
    ],
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'Default Data Loader',
  description: 'Makes documents of the fields or files of items',
  version: [1, 1.1],
  group: ['transform'],
  defaults: { name: 'Default Data Loader' },
  codex: { categories: ['AI'], subcategories: { AI: ['Document Loaders'] }, alias: ['rag', 'pdf', 'csv', 'docx', 'epub'] },
  inputs: `={{ $parameter.textSplittingMode === "simple"
    ? [] : [{ displayName: "Text Splitter", type: "ai_textSplitter", required: true, maxConnections: 1 }] }}`,
  outputs: ['ai_document'],
  outputNames: ['Document'],
  properties: [
    notice('Connect this node to a vector store in the mode "Insert Documents", or to a Summarization Chain.'),
    {
      displayName: 'Type of Data',
      name: 'dataType',
      type: 'options',
      default: 'json',
      required: true,
      noDataExpression: true,
      description: 'What the documents are made of',
      options: [
        { name: 'JSON', value: 'json', description: 'Fields of the item' },
        { name: 'Binary', value: 'binary', description: 'Files of the item' },
      ],
    },
    {
      displayName: 'Mode',
      name: 'jsonMode',
      type: 'options',
      default: 'allInputData',
      required: true,
      description: 'Which fields are read',
      displayOptions: forJson,
      options: [
        { name: 'Load All Input Data', value: 'allInputData', description: 'Each text of the item becomes a document' },
        { name: 'Load Specific Data', value: 'expressionData', description: 'What you enter below, as one document' },
      ],
    },
    {
      displayName: 'Mode',
      name: 'binaryMode',
      type: 'options',
      default: 'allInputData',
      required: true,
      description: 'Which files are read',
      displayOptions: forFiles,
      options: [
        { name: 'Load All Input Data', value: 'allInputData', description: 'All files of the item' },
        { name: 'Load Specific Data', value: 'specificField', description: 'One file of the item' },
      ],
    },
    {
      displayName: 'Data Format',
      name: 'loader',
      type: 'options',
      default: 'auto',
      required: true,
      description: 'How the files are read',
      displayOptions: forFiles,
      options: [
        { name: 'Automatically Detect by Mime Type', value: 'auto', description: 'By the type of each file' },
        { name: 'CSV', value: 'csvLoader', description: 'One document per row' },
        { name: 'Docx', value: 'docxLoader', description: 'The text of a Word document' },
        { name: 'EPub', value: 'epubLoader', description: 'One document per chapter of a book' },
        { name: 'JSON', value: 'jsonLoader', description: 'One document per text' },
        { name: 'PDF', value: 'pdfLoader', description: 'The text of a PDF file' },
        { name: 'Text', value: 'textLoader', description: 'The whole file' },
      ],
    },
    {
      displayName: 'Data',
      name: 'jsonData',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { rows: 6 },
      placeholder: 'e.g. {{ $json.title }}: {{ $json.text }}',
      description: 'The text of the document, with fields of the item. Drag fields here.',
      displayOptions: { show: { dataType: ['json'], jsonMode: ['expressionData'] } },
    },
    {
      displayName: 'Input Data Field Name',
      name: 'binaryDataKey',
      type: 'string',
      default: 'data',
      required: true,
      description: 'Name of the field of the item that has the file',
      displayOptions: { ...forFiles, hide: { binaryMode: ['allInputData'] } },
    },
    {
      displayName: 'Text Splitting',
      name: 'textSplittingMode',
      type: 'options',
      default: 'simple',
      required: true,
      noDataExpression: true,
      description: 'How long texts are split',
      displayOptions: { show: { '@version': [1.1] } },
      options: [
        { name: 'Simple', value: 'simple', description: 'Chunks of 1000 characters, which share 200' },
        { name: 'Custom', value: 'custom', description: 'By a text splitter that is connected to this node' },
      ],
    },
    { displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add Option', default: {}, options },
  ],
};
