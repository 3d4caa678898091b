// Description of the Convert to/from Binary Data node.
import { flag } from '../_shared/flags.ts';
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { encodingOptions } from '../_shared/files/text-encoding.ts';

const toJson = { mode: ['binaryToJson'] };
const toBinary = { mode: ['jsonToBinary'] };

const key = (displayName: string, name: string, description: string, show: Record<string, readonly unknown[]>): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: 'data',
  required: true,
  placeholder: 'data',
  description,
  displayOptions: { show },
});

const encoding: NodeProperty = {
  displayName: 'Encoding',
  name: 'encoding',
  type: 'options',
  options: encodingOptions,
  default: 'utf8',
  description: 'Encoding of the text in the file',
};

export const description: NodeVersion['description'] = {
  displayName: 'Convert to/from binary data',
  description: 'Moves data between the fields of an item and its files',
  version: [1, 1.1],
  group: ['transform'],
  subtitle: '={{ $parameter["mode"] === "binaryToJson" ? "Binary to JSON" : "JSON to Binary" }}',
  defaults: { name: 'Convert to/from binary data', color: '#7722CC' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      default: 'binaryToJson',
      description: 'Direction of the conversion',
      options: [
        { name: 'Binary to JSON', value: 'binaryToJson', description: 'Convert a file to fields' },
        { name: 'JSON to Binary', value: 'jsonToBinary', description: 'Convert fields to a file' },
      ],
    },
    {
      displayName: 'Set All Data',
      name: 'setAllData',
      type: 'boolean',
      default: true,
      displayOptions: { show: toJson },
      description: 'Whether to replace all fields of the item with the JSON of the file, instead of setting one field',
    },
    key('Source Key', 'sourceKey', "Name of the item's file to read", toJson),
    key('Destination Key', 'destinationKey', 'Output field for the content; a.b refers to a nested field', {
      ...toJson,
      setAllData: [false],
    }),
    {
      displayName: 'Convert All Data',
      name: 'convertAllData',
      type: 'boolean',
      default: true,
      displayOptions: { show: toBinary },
      description: 'Whether to convert all fields of the item to the file, instead of one field',
    },
    key('Source Key', 'sourceKey', 'Field to convert; a.b refers to a nested field', { ...toBinary, convertAllData: [false] }),
    key('Destination Key', 'destinationKey', "Name of the item's output file", toBinary),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        flag('Add Byte Order Mark (BOM)', 'addBOM', 'Whether to start the text with a byte order mark', false, {
          '/mode': ['jsonToBinary'],
        }),
        flag('Data Is Base64', 'dataIsBase64', 'Whether to decode the field from base64', false, {
          '/mode': ['jsonToBinary'],
          '/convertAllData': [false],
        }),
        encoding,
        flag('Strip BOM', 'stripBOM', 'Whether to remove a byte order mark', true, { '/mode': ['binaryToJson'] }),
        {
          displayName: 'File Name',
          name: 'fileName',
          type: 'string',
          default: '',
          placeholder: 'example.json',
          description: 'Name of the file',
          displayOptions: { show: { '/mode': ['jsonToBinary'] } },
        },
        flag('JSON Parse', 'jsonParse', 'Whether to parse the content as JSON', false, {
          '/mode': ['binaryToJson'],
          '/setAllData': [false],
        }),
        flag('Keep Source', 'keepSource', 'Whether to keep the converted file or field'),
        flag('Keep As Base64', 'keepAsBase64', 'Whether to encode the content as base64 instead of text', false, {
          '/mode': ['binaryToJson'],
          '/setAllData': [false],
        }),
        {
          displayName: 'MIME Type',
          name: 'mimeType',
          type: 'string',
          default: 'application/json',
          placeholder: 'application/json',
          description: 'MIME type of the file',
          displayOptions: { show: { '/mode': ['jsonToBinary'] } },
        },
        flag('Use Raw Data', 'useRawData', 'Whether to write a text without quotes', false, { '/mode': ['jsonToBinary'] }),
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files', 'Data Transformation'] },
    alias: ['move binary data', 'base64', 'encode', 'decode', 'text', 'file'],
  },
};
