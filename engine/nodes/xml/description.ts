// Description of the XML node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

const toXml = { show: { mode: ['jsonToxml'] } };
const toJson = { show: { mode: ['xmlToJson'] } };

const flag = (displayName: string, name: string, value: boolean, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'boolean',
  default: value,
  description,
});

const keys: readonly NodeProperty[] = [
  {
    displayName: 'Attribute Key',
    name: 'attrkey',
    type: 'string',
    default: '$',
    description: 'The field under which the attributes of an element stand',
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
        { name: 'JSON to XML', value: 'jsonToxml', description: 'The whole item becomes XML' },
        { name: 'XML to JSON', value: 'xmlToJson', description: 'The XML in a field becomes the item' },
      ],
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'The field that gets the XML',
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
        flag(
          'Allow Surrogate Chars',
          'allowSurrogateChars',
          false,
          'Whether characters beyond the basic plane, such as emoji, are meant to occur',
        ),
        ...keys,
        flag('Cdata', 'cdata', false, 'Whether texts with special characters stand in CDATA sections instead of being escaped'),
        flag('Headless', 'headless', false, 'Whether to leave out the XML declaration'),
        {
          displayName: 'Root Name',
          name: 'rootName',
          type: 'string',
          default: 'root',
          description: 'The name of the outermost element, for items with more than one field',
        },
      ],
    },
    {
      displayName: 'Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'The field that holds the XML',
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
        flag('Explicit Array', 'explicitArray', false, 'Whether child elements always stand in a list, also a single one'),
        flag('Explicit Root', 'explicitRoot', true, 'Whether the result has the root element as its only field'),
        flag('Ignore Attributes', 'ignoreAttrs', false, 'Whether attributes are left out'),
        flag('Merge Attributes', 'mergeAttrs', true, 'Whether attributes become fields like child elements'),
        flag('Normalize', 'normalize', false, 'Whether runs of white space within texts become one space'),
        flag('Normalize Tags', 'normalizeTags', false, 'Whether element names become lower case'),
        flag('Trim', 'trim', false, 'Whether white space at both ends of texts is removed'),
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['convert', 'feed', 'parse', 'soap', 'xml2js'],
  },
};
