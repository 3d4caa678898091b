// Description of the XML node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { flag } from '../_shared/flags.ts';

const toXml = { show: { mode: ['jsonToxml'] } };
const toJson = { show: { mode: ['xmlToJson'] } };

const keys: readonly NodeProperty[] = [
  {
    displayName: 'Attribute Key',
    name: 'attrkey',
    type: 'string',
    default: '$',
    description: 'Field for the attributes of an element',
  },
  {
    displayName: 'Character Key',
    name: 'charkey',
    type: 'string',
    default: '_',
    description: 'Field for the text of elements that also have attributes or children',
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'XML',
  description: 'Converts XML to JSON and JSON to XML',
  version: 1,
  group: ['transform'],
  subtitle: '={{ $parameter["mode"] === "jsonToxml" ? "JSON to XML" : "XML to JSON" }}',
  defaults: { name: 'XML', color: '#333377' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      default: 'xmlToJson',
      description: 'Kind of conversion',
      options: [
        { name: 'JSON to XML', value: 'jsonToxml', description: 'Convert the whole item to XML' },
        { name: 'XML to JSON', value: 'xmlToJson', description: 'Convert the XML in a field to the item' },
      ],
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'Output field for the XML',
      displayOptions: toXml,
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: toXml,
      options: [
        flag('Allow Surrogate Chars', 'allowSurrogateChars', 'Whether characters outside the basic plane, such as emoji, are allowed'),
        ...keys,
        flag('Cdata', 'cdata', 'Whether to write texts with special characters in CDATA sections instead of escaping them'),
        flag('Headless', 'headless', 'Whether to omit the XML declaration'),
        {
          displayName: 'Root Name',
          name: 'rootName',
          type: 'string',
          default: 'root',
          description: 'The name of the root element, for items with more than one field',
        },
      ],
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'The field that contains the XML',
      displayOptions: toJson,
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: toJson,
      options: [
        ...keys,
        flag('Explicit Array', 'explicitArray', 'Whether to return child elements always as a list'),
        flag('Explicit Root', 'explicitRoot', 'Whether to include the root element as the only field', true),
        flag('Ignore Attributes', 'ignoreAttrs', 'Whether to ignore attributes'),
        flag('Merge Attributes', 'mergeAttrs', 'Whether to convert attributes to fields like child elements', true),
        flag('Normalize', 'normalize', 'Whether to collapse white space in texts'),
        flag('Normalize Tags', 'normalizeTags', 'Whether to convert element names to lower case'),
        flag('Trim', 'trim', 'Whether to remove white space at both ends of texts'),
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['convert', 'feed', 'parse', 'soap', 'xml2js'],
  },
};
