// Description of the Read/Write Files from Disk node.
import type { NodeVersion } from '../../sdk/index.ts';

const reading = { show: { operation: ['read'] } };
const writing = { show: { operation: ['write'] } };

export const description: NodeVersion['description'] = {
  displayName: 'Read/Write Files from Disk',
  description: 'Reads and writes files on this computer',
  version: [1, 1.1],
  group: ['input'],
  subtitle: '={{ $parameter["operation"] === "write" ? "Write: " + $parameter["fileName"] : "Read: " + $parameter["fileSelector"] }}',
  defaults: { name: 'Read/Write Files from Disk' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'read',
      description: 'Whether to read or write files',
      options: [
        { name: 'Read File(s) From Disk', value: 'read', action: 'Read File(s) From Disk', description: 'Returns one item per file' },
        { name: 'Write File to Disk', value: 'write', action: 'Write File to Disk', description: 'Writes a file for each item' },
      ],
    },
    {
      displayName: 'File(s) Selector',
      name: 'fileSelector',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. /home/user/Pictures/**/*.png',
      description:
        'Path of the file, or a pattern for several: * matches any characters except separators, ** also folders, ? one character, [ab] one of these',
      hint: 'Separate folders with /, also on Windows: C:/data/*.pdf',
      displayOptions: reading,
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      displayOptions: reading,
      options: [
        {
          displayName: 'File Extension',
          name: 'fileExtension',
          type: 'string',
          default: '',
          placeholder: 'e.g. zip',
          description: 'Extension of the file in the output',
        },
        {
          displayName: 'File Name',
          name: 'fileName',
          type: 'string',
          default: '',
          placeholder: 'e.g. data.zip',
          description: 'Name of the file in the output',
        },
        {
          displayName: 'MIME Type',
          name: 'mimeType',
          type: 'string',
          default: '',
          placeholder: 'e.g. application/zip',
          description: 'MIME type of the file in the output',
        },
        {
          displayName: 'Put Output File in Field',
          name: 'dataPropertyName',
          type: 'string',
          default: 'data',
          placeholder: 'e.g. data',
          description: "Name of the items' output file",
        },
      ],
    },
    {
      displayName: 'File Path and Name',
      name: 'fileName',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. /data/example.jpg',
      description: 'Path and name of the file to write, with its extension',
      displayOptions: writing,
    },
    {
      displayName: 'Input Binary Field',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      placeholder: 'e.g. data',
      description: "Name of the item's file to write",
      displayOptions: writing,
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      displayOptions: writing,
      options: [
        {
          displayName: 'Append',
          name: 'append',
          type: 'boolean',
          default: false,
          description: 'Whether to append to an existing file instead of replacing it',
        },
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files'] },
    alias: ['disk', 'binary', 'load', 'open', 'save', 'import', 'export', 'append', 'folder', 'glob'],
  },
};
