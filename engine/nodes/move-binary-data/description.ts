// Description of the Convert to/from Binary Data node.
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

const flag = (displayName: string, name: string, description: string, show: Record<string, readonly unknown[]> = {}): NodeProperty => ({
  displayName,
  name,
  type: 'boolean',
  default: false,
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
      description: 'From where to where the data goes',
      options: [
        { name: 'Binary to JSON', value: 'binaryToJson', description: 'A file becomes fields' },
        { name: 'JSON to Binary', value: 'jsonToBinary', description: 'Fields become a file' },
      ],
    },
    {
      displayName: 'Set All Data',
      name: 'setAllData',
      type: 'boolean',
      default: true,
      displayOptions: { show: toJson },
      description: 'Whether the JSON of the file replaces all fields of the item, instead of being put into one field',
    },
    key('Source Key', 'sourceKey', "Name of the item's file to read", toJson),
    key('Destination Key', 'destinationKey', 'Field that gets the content; a.b names a field within a field', {
      ...toJson,
      setAllData: [false],
    }),
    {
      displayName: 'Convert All Data',
      name: 'convertAllData',
      type: 'boolean',
      default: true,
      displayOptions: { show: toBinary },
      description: 'Whether all fields of the item become the file, instead of one field',
    },
    key('Source Key', 'sourceKey', 'Field to convert; a.b names a field within a field', { ...toBinary, convertAllData: [false] }),
    key('Destination Key', 'destinationKey', 'Name under which the item gets the file', toBinary),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        flag('Add Byte Order Mark (BOM)', 'addBOM', 'Whether the text begins with a byte order mark', { '/mode': ['jsonToBinary'] }),
        flag('Data Is Base64', 'dataIsBase64', 'Whether the field holds base64, which becomes the bytes it stands for', {
          '/mode': ['jsonToBinary'],
          '/convertAllData': [false],
        }),
        encoding,
        { ...flag('Strip BOM', 'stripBOM', 'Whether a byte order mark is left out', { '/mode': ['binaryToJson'] }), default: true },
        {
          displayName: 'File Name',
          name: 'fileName',
          type: 'string',
          default: '',
          placeholder: 'example.json',
          description: 'Name of the file',
          displayOptions: { show: { '/mode': ['jsonToBinary'] } },
        },
        flag('JSON Parse', 'jsonParse', 'Whether the content is JSON and becomes an object', {
          '/mode': ['binaryToJson'],
          '/setAllData': [false],
        }),
        flag('Keep Source', 'keepSource', 'Whether the file or field that was converted stays'),
        flag('Keep As Base64', 'keepAsBase64', 'Whether the content becomes base64 instead of text', {
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
        flag('Use Raw Data', 'useRawData', 'Whether a text is written as it is, without quotes around it', { '/mode': ['jsonToBinary'] }),
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files', 'Data Transformation'] },
    alias: ['move binary data', 'base64', 'encode', 'decode', 'text', 'file'],
  },
};
