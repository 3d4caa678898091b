// Description of the Respond to Webhook node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { responseHeaders } from '../_shared/webhook/response-properties.ts';

const kinds = [
  { name: 'All Incoming Items', value: 'allIncomingItems', description: 'The json of all items, as a list' },
  { name: 'Binary File', value: 'binary', description: 'A file of the first item' },
  { name: 'First Incoming Item', value: 'firstIncomingItem', description: 'The json of the first item' },
  { name: 'JSON', value: 'json', description: 'Custom JSON' },
  { name: 'JWT Token', value: 'jwt', description: 'A signed token' },
  { name: 'No Data', value: 'noData', description: 'Nothing' },
  { name: 'Redirect', value: 'redirect', description: 'Redirect to another URL' },
  { name: 'Text', value: 'text', description: 'A text, such as a page' },
];

const bodies: readonly NodeProperty[] = [
  {
    displayName: 'Credentials',
    name: 'credentials',
    type: 'credentials',
    default: '',
    displayOptions: { show: { respondWith: ['jwt'] } },
  },
  {
    displayName: 'Redirect URL',
    name: 'redirectURL',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. https://example.com',
    displayOptions: { show: { respondWith: ['redirect'] } },
    description: 'Where to go',
  },
  {
    displayName: 'Response Body',
    name: 'responseBody',
    type: 'json',
    default: '{\n  "myField": "value"\n}',
    typeOptions: { rows: 4 },
    displayOptions: { show: { respondWith: ['json'] } },
    description: 'JSON to respond with',
  },
  {
    displayName: 'Payload',
    name: 'payload',
    type: 'json',
    default: '{\n  "myField": "value"\n}',
    typeOptions: { rows: 4 },
    displayOptions: { show: { respondWith: ['jwt'] } },
    description: 'Claims of the token',
  },
  {
    displayName: 'Response Body',
    name: 'responseBody',
    type: 'string',
    default: '',
    typeOptions: { rows: 2 },
    placeholder: 'e.g. Workflow completed',
    displayOptions: { show: { respondWith: ['text'] } },
    description: 'Text to respond with',
  },
  {
    displayName: 'Response Data Source',
    name: 'responseDataSource',
    type: 'options',
    default: 'automatically',
    options: [
      { name: 'Choose Automatically From Input', value: 'automatically', description: 'The first file of the first item' },
      { name: 'Specify Myself', value: 'set', description: 'A file by its name' },
    ],
    displayOptions: { show: { respondWith: ['binary'] } },
    description: 'Which file to respond with',
  },
  {
    displayName: 'Input Field Name',
    name: 'inputFieldName',
    type: 'string',
    default: 'data',
    required: true,
    displayOptions: { show: { respondWith: ['binary'], responseDataSource: ['set'] } },
    description: 'Name of the file in the item',
  },
];

const options: NodeProperty = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  default: {},
  placeholder: 'Add option',
  options: [
    {
      displayName: 'Response Code',
      name: 'responseCode',
      type: 'number',
      default: 200,
      typeOptions: { minValue: 200, maxValue: 599 },
      description: 'Status code of the response',
    },
    responseHeaders,
    {
      displayName: 'Put Response in Field',
      name: 'responseKey',
      type: 'string',
      default: '',
      placeholder: 'e.g. data',
      displayOptions: { show: { '/respondWith': ['allIncomingItems', 'firstIncomingItem'] } },
      description: 'Field for the data in the response object',
    },
    {
      displayName: 'Enable Streaming',
      name: 'enableStreaming',
      type: 'boolean',
      default: true,
      displayOptions: {
        show: { '/respondWith': ['allIncomingItems', 'firstIncomingItem', 'text', 'json', 'jwt'], '@version': [{ _cnd: { gte: 1.4 } }] },
      },
      description: 'Whether to send the data in chunks if the webhook streams its response',
    },
  ],
};

export const description: NodeVersion['description'] = {
  displayName: 'Respond to Webhook',
  description: 'Responds to the request that started the workflow',
  version: [1, 1.1, 1.2, 1.3, 1.4, 1.5],
  group: ['transform'],
  defaults: { name: 'Respond to Webhook' },
  inputs: ['main'],
  outputs:
    '={{ $nodeVersion === 1.3 || $parameter["enableResponseOutput"] === true ? [{ type: "main", displayName: "Input Data" }, { type: "main", displayName: "Response" }] : ["main"] }}',
  credentials: [{ name: 'jwtAuth', required: true, displayOptions: { show: { respondWith: ['jwt'] } } }],
  properties: [
    {
      displayName: 'Enable Response Output Branch',
      name: 'enableResponseOutput',
      type: 'boolean',
      default: false,
      isNodeSetting: true,
      displayOptions: { show: { '@version': [{ _cnd: { gte: 1.4 } }] } },
      description: 'Whether to add a second output with the response',
    },
    {
      displayName: 'The Webhook node\'s "Respond" parameter has to be set to "Using \'Respond to Webhook\' Node".',
      name: 'generalNotice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Respond With',
      name: 'respondWith',
      type: 'options',
      default: 'firstIncomingItem',
      options: kinds,
      description: 'Content of the response',
    },
    {
      displayName: 'Expressions are evaluated for the first item only, because there is only one response.',
      name: 'webhookNotice',
      type: 'notice',
      default: '',
      displayOptions: { show: { respondWith: ['json', 'text'] } },
    },
    ...bodies,
    options,
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['answer', 'http', 'reply', 'response', 'return'],
  },
};
