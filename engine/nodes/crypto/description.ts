// Descriptions of the Crypto node: versions 1 and 2, whose secrets are in a credential.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty, PropertyOption } from '../../workflow/node-type.ts';

const option = (value: string): PropertyOption => ({ name: value, value });
const hashTypes = ['MD5', 'SHA256', 'SHA3-256', 'SHA3-384', 'SHA3-512', 'SHA384', 'SHA512'].map(option);
const signTypes = [
  'RSA-MD5',
  'RSA-RIPEMD160',
  'RSA-SHA1',
  'RSA-SHA224',
  'RSA-SHA256',
  'RSA-SHA384',
  'RSA-SHA512',
  'RSA-SHA512/224',
  'RSA-SHA512/256',
  'RSA-SHA3-224',
  'RSA-SHA3-256',
  'RSA-SHA3-384',
  'RSA-SHA3-512',
  'SHA1',
  'SHA224',
  'SHA256',
  'SHA384',
  'SHA512',
].map(option);

const show = (...actions: string[]): { readonly action: readonly string[] } => ({ action: actions });

const propertyName = (action: string): NodeProperty => ({
  displayName: 'Property Name',
  name: 'dataPropertyName',
  type: 'string',
  default: 'data',
  required: true,
  description: 'Output field for the result',
  displayOptions: { show: show(action) },
});

const value = (action: string, rules: { readonly [path: string]: readonly unknown[] }): NodeProperty => ({
  displayName: 'Value',
  name: 'value',
  type: 'string',
  default: '',
  required: true,
  description: `The text to ${action}`,
  displayOptions: { show: { ...show(action), ...rules } },
});

const secretField = (displayName: string, name: string, action: string, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  typeOptions: { password: true },
  default: '',
  required: true,
  description,
  displayOptions: { show: show(action) },
});

const encoding = (action: string): NodeProperty => ({
  displayName: 'Encoding',
  name: 'encoding',
  type: 'options',
  default: 'hex',
  required: true,
  description: 'Format of the result',
  displayOptions: { show: show(action) },
  options: [
    { name: 'BASE64', value: 'base64' },
    { name: 'HEX', value: 'hex' },
  ],
});

const type = (action: string, byDefault: string): NodeProperty => ({
  displayName: 'Type',
  name: 'type',
  type: 'options',
  default: byDefault,
  required: true,
  description: 'The hash function',
  displayOptions: { show: show(action) },
  options: hashTypes,
});

const fileContent: readonly NodeProperty[] = [
  {
    displayName: 'Binary File',
    name: 'binaryData',
    type: 'boolean',
    default: false,
    required: true,
    description: 'Whether to use a file of the item instead of a text',
    displayOptions: { show: show('hash', 'hmac') },
  },
  {
    displayName: 'Binary Property Name',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    description: 'The name of the file within the item',
    displayOptions: { show: { ...show('hash', 'hmac'), binaryData: [true] } },
  },
];

const generate: readonly NodeProperty[] = [
  propertyName('generate'),
  {
    displayName: 'Type',
    name: 'encodingType',
    type: 'options',
    default: 'uuid',
    required: true,
    description: 'What to make',
    displayOptions: { show: show('generate') },
    options: [
      { name: 'ASCII', value: 'ascii' },
      { name: 'BASE64', value: 'base64' },
      { name: 'HEX', value: 'hex' },
      { name: 'UUID', value: 'uuid' },
    ],
  },
  {
    displayName: 'Length',
    name: 'stringLength',
    type: 'number',
    default: 32,
    typeOptions: { minValue: 0 },
    description: 'Number of characters',
    displayOptions: { show: { ...show('generate'), encodingType: ['ascii', 'base64', 'hex'] } },
  },
];

/** `withSecrets`: whether secrets are parameters of the node, as in version 1, whose default hash algorithm is MD5. */
function cryptoProperties(withSecrets: boolean): NodeProperty[] {
  const defaultHash = withSecrets ? 'MD5' : 'SHA256';
  return [
    {
      displayName: 'Action',
      name: 'action',
      type: 'options',
      default: 'hash',
      options: [
        { name: 'Generate', value: 'generate', description: 'Make a random text', action: 'Generate random string' },
        { name: 'Hash', value: 'hash', description: 'Hash a text or file', action: 'Hash a text or file' },
        { name: 'Hmac', value: 'hmac', description: 'Hash a text or file with a secret', action: 'HMAC a text or file' },
        { name: 'Sign', value: 'sign', description: 'Sign a text with a private key', action: 'Sign a string using a private key' },
      ],
    },
    type('hash', defaultHash),
    type('hmac', defaultHash),
    ...fileContent,
    value('hash', { binaryData: [false] }),
    value('hmac', { binaryData: [false] }),
    propertyName('hash'),
    propertyName('hmac'),
    ...(withSecrets ? [secretField('Secret', 'secret', 'hmac', 'The secret shared with the other side')] : []),
    encoding('hash'),
    encoding('hmac'),
    value('sign', {}),
    propertyName('sign'),
    {
      displayName: 'Algorithm Name or ID',
      name: 'algorithm',
      type: 'options',
      default: '',
      required: true,
      description: 'Signature algorithm',
      displayOptions: { show: show('sign') },
      options: signTypes,
    },
    encoding('sign'),
    ...(withSecrets ? [secretField('Private Key', 'privateKey', 'sign', 'The key in PEM format')] : []),
    ...generate,
  ];
}

/** Properties shared by all versions. */
const about = {
  displayName: 'Crypto',
  description: 'Hashes and signs values, and generates random ones',
  group: ['transform'],
  subtitle: '={{ $parameter["action"] }}',
  defaults: { name: 'Crypto', color: '#408000' },
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers', 'Data Transformation'] },
    alias: ['checksum', 'digest', 'encrypt', 'hash', 'hmac', 'md5', 'random', 'sha', 'sign', 'uuid'],
  },
} as const;

/** Version 1 of the Crypto node. */
export const descriptionV1: NodeVersion['description'] = { ...about, version: 1, properties: cryptoProperties(true) };

/** Version 2 of the Crypto node, whose secrets are in a credential. */
export const descriptionV2: NodeVersion['description'] = {
  ...about,
  version: 2,
  credentials: [{ name: 'crypto', required: true, displayOptions: { show: { action: ['hmac', 'sign'] } } }],
  properties: cryptoProperties(false),
};
