// Description of the Webhook node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { responseDataProperties } from '../_shared/webhook/response-properties.ts';
import { callerAuthentication, callerCredentials } from '../_shared/webhook/caller-properties.ts';
import { options } from './options.ts';

const methods = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'].map((method) => ({ name: method, value: method }));

const method: readonly NodeProperty[] = [
  {
    displayName: 'Allow Multiple HTTP Methods',
    name: 'multipleMethods',
    type: 'boolean',
    default: false,
    isNodeSetting: true,
    displayOptions: { show: { '@version': [{ _cnd: { gte: 2 } }] } },
    description: 'Whether the webhook accepts several methods, each with a separate output',
  },
  {
    displayName: 'HTTP Method',
    name: 'httpMethod',
    type: 'options',
    default: 'GET',
    options: methods,
    displayOptions: { hide: { multipleMethods: [true] } },
    description: 'The HTTP method of the request',
  },
  {
    displayName: 'HTTP Methods',
    name: 'httpMethod',
    type: 'multiOptions',
    default: ['GET', 'POST'],
    options: methods,
    displayOptions: { show: { multipleMethods: [true] } },
    description: 'The HTTP methods of the request',
  },
];

const nodeProperties: readonly NodeProperty[] = [
  {
    displayName: 'Respond',
    name: 'responseMode',
    type: 'options',
    default: 'onReceived',
    options: [
      { name: 'Immediately', value: 'onReceived', description: 'As soon as the request arrives' },
      { name: 'When Last Node Finishes', value: 'lastNode', description: 'With the data of the last node' },
      { name: "Using 'Respond to Webhook' Node", value: 'responseNode', description: 'Response set by a "Respond to Webhook" node' },
      { name: 'Streaming', value: 'streaming', description: 'In chunks, as nodes return them' },
    ],
    description: 'When and how to respond to the request',
  },
  {
    displayName: "Add a 'Respond to Webhook' node to control when and how to respond.",
    name: 'webhookNotice',
    type: 'notice',
    default: '',
    displayOptions: { show: { responseMode: ['responseNode'] } },
  },
  {
    displayName: 'Response Code',
    name: 'responseCode',
    type: 'number',
    default: 200,
    typeOptions: { minValue: 200, maxValue: 599 },
    displayOptions: { show: { '@version': [1, 1.1] }, hide: { responseMode: ['responseNode'] } },
    description: 'Status code of the response',
  },
  ...responseDataProperties(),
];

export const description: NodeVersion['description'] = {
  displayName: 'Webhook',
  description: 'Starts the workflow when its URL is called',
  version: [1, 1.1, 2, 2.1],
  group: ['trigger'],
  defaults: { name: 'Webhook' },
  inputs: [],
  outputs:
    '={{ $parameter["multipleMethods"] === true && Array.isArray($parameter["httpMethod"]) ? $parameter["httpMethod"].map((method) => ({ type: "main", displayName: method })) : ["main"] }}',
  eventTriggerDescription: 'Waiting for you to call the test URL',
  credentials: callerCredentials('authentication'),
  webhooks: [
    {
      name: 'default',
      httpMethod: '={{ $parameter["httpMethod"] }}',
      isFullPath: true,
      path: '={{ $parameter["path"] }}',
      responseMode: '={{ $parameter["responseMode"] }}',
    },
  ],
  properties: [
    ...method,
    {
      displayName: 'Path',
      name: 'path',
      type: 'string',
      default: '',
      placeholder: 'webhook',
      description: 'Path of the webhook URL. Segments that start with a colon, as in your-path/:id, match any value.',
    },
    callerAuthentication('authentication'),
    ...nodeProperties,
    options,
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['http', 'api', 'build', 'WH', 'rest', 'call', 'endpoint'],
  },
};
