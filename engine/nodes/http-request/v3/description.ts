// Description of versions 3 to 4.5 of HTTP Request.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { NodeProperty } from '../../../workflow/node-type.ts';
import { bodyProperties } from './body-properties.ts';
import { optionProperties } from './option-properties.ts';

const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

const pairValues = (what: string): NodeProperty['options'] => [
  {
    name: 'parameters',
    displayName: what,
    values: [
      { displayName: 'Name', name: 'name', type: 'string', default: '' },
      { displayName: 'Value', name: 'value', type: 'string', default: '' },
    ],
  },
];

/** Properties for fields by name and value, or as JSON; shown if the preceding switch is on. */
function fields(what: string, switchName: string, specify: string, pairs: string, json: string): NodeProperty[] {
  const on = { [switchName]: [true] };
  return [
    {
      displayName: `Send ${what}`,
      name: switchName,
      type: 'boolean',
      default: false,
      noDataExpression: true,
      description: `Whether the request has ${what.toLowerCase()}`,
    },
    {
      displayName: `Specify ${what}`,
      name: specify,
      type: 'options',
      default: 'keypair',
      displayOptions: { show: on },
      options: [
        { name: 'Using Fields Below', value: 'keypair' },
        { name: 'Using JSON', value: 'json' },
      ],
    },
    {
      displayName: what,
      name: pairs,
      type: 'fixedCollection',
      default: { parameters: [{ name: '', value: '' }] },
      typeOptions: { multipleValues: true },
      placeholder: 'Add Parameter',
      displayOptions: { show: { ...on, [specify]: ['keypair'] } },
      options: pairValues('Parameter'),
    },
    { displayName: 'JSON', name: json, type: 'json', default: '', displayOptions: { show: { ...on, [specify]: ['json'] } } },
  ];
}

const authentication: NodeProperty[] = [
  {
    displayName: 'Authentication',
    name: 'authentication',
    type: 'options',
    noDataExpression: true,
    default: 'none',
    options: [
      { name: 'None', value: 'none' },
      { name: 'Predefined Credential Type', value: 'predefinedCredentialType', description: 'A credential made for one service' },
      { name: 'Generic Credential Type', value: 'genericCredentialType', description: 'Basic, header, query, OAuth and the like' },
    ],
  },
  {
    displayName: 'Credential Type',
    name: 'nodeCredentialType',
    type: 'credentialsSelect',
    noDataExpression: true,
    required: true,
    default: '',
    displayOptions: { show: { authentication: ['predefinedCredentialType'] } },
  },
  {
    displayName: 'Generic Auth Type',
    name: 'genericAuthType',
    type: 'credentialsSelect',
    required: true,
    default: '',
    displayOptions: { show: { authentication: ['genericCredentialType'] } },
  },
  {
    displayName: 'SSL Certificates',
    name: 'provideSslCertificates',
    type: 'boolean',
    default: false,
    isNodeSetting: true,
    description: 'Whether to use certificates of a credential',
  },
];

export const description: NodeVersion['description'] = {
  displayName: 'HTTP Request',
  description: 'Makes an HTTP request and returns the response',
  version: [3, 4, 4.1, 4.2, 4.3, 4.4, 4.5],
  group: ['output'],
  subtitle: '={{ $parameter["method"] + ": " + $parameter["url"] }}',
  defaults: { name: 'HTTP Request', color: '#0004F5' },
  inputs: ['main'],
  outputs: ['main'],
  credentials: [{ name: 'httpSslAuth', required: true, displayOptions: { show: { provideSslCertificates: [true] } } }],
  properties: [
    { displayName: '', name: 'curlImport', type: 'curlImport', default: '' },
    {
      displayName: 'Method',
      name: 'method',
      type: 'options',
      default: 'GET',
      options: methods.map((method) => ({ name: method, value: method })),
      description: 'HTTP method of the request',
    },
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'http://example.com/index.html',
      description: 'The URL of the request',
    },
    ...authentication,
    ...fields('Query Parameters', 'sendQuery', 'specifyQuery', 'queryParameters', 'jsonQuery'),
    ...fields('Headers', 'sendHeaders', 'specifyHeaders', 'headerParameters', 'jsonHeaders'),
    ...bodyProperties,
    ...optionProperties,
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['API', 'request', 'URL', 'curl', 'REST', 'download', 'fetch', 'post'],
  },
};
