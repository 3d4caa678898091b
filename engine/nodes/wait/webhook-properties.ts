// Parameters of a wait for a request.
import type { NodeProperty } from '../../workflow/node-type.ts';
import { responseDataProperties, responseHeaders } from '../_shared/webhook/response-properties.ts';
import { callerAuthentication } from '../_shared/webhook/caller-properties.ts';

const webhook = { resume: ['webhook'] } as const;

export const webhookProperties: readonly NodeProperty[] = [
  { ...callerAuthentication('incomingAuthentication'), displayOptions: { show: { resume: ['webhook', 'form'] } } },
  {
    displayName: 'The URL is only known while the execution runs: use $execution.resumeUrl.',
    name: 'webhookNotice',
    type: 'notice',
    default: '',
    displayOptions: { show: webhook },
  },
  {
    displayName: 'HTTP Method',
    name: 'httpMethod',
    type: 'options',
    default: 'GET',
    options: ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'].map((method) => ({ name: method, value: method })),
    displayOptions: { show: webhook },
    description: 'The HTTP method of the request',
  },
  {
    displayName: 'Response Code',
    name: 'responseCode',
    type: 'number',
    default: 200,
    typeOptions: { minValue: 100, maxValue: 599 },
    displayOptions: { show: webhook, hide: { responseMode: ['responseNode'] } },
    description: 'Status code of the response',
  },
  {
    displayName: 'Respond',
    name: 'responseMode',
    type: 'options',
    default: 'onReceived',
    options: [
      { name: 'Immediately', value: 'onReceived', description: 'As soon as the request arrives' },
      { name: 'When Last Node Finishes', value: 'lastNode', description: 'With the data of the last node' },
      { name: "Using 'Respond to Webhook' Node", value: 'responseNode', description: 'Response set by a "Respond to Webhook" node' },
    ],
    displayOptions: { show: webhook },
    description: 'When and how to respond to the request',
  },
  ...responseDataProperties(webhook),
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    displayOptions: { show: webhook },
    options: [
      {
        displayName: 'Binary Property',
        name: 'binaryPropertyName',
        type: 'string',
        default: 'data',
        description: "Name of the item's file for an uploaded file",
      },
      {
        displayName: 'Ignore Bots',
        name: 'ignoreBots',
        type: 'boolean',
        default: false,
        description: 'Whether to ignore requests from link previews and crawlers',
      },
      {
        displayName: 'IP(s) Whitelist',
        name: 'ipWhitelist',
        type: 'string',
        default: '',
        placeholder: 'e.g. 127.0.0.1',
        description: 'Allowed IP addresses, separated by commas; empty for all',
      },
      {
        displayName: 'No Response Body',
        name: 'noResponseBody',
        type: 'boolean',
        default: false,
        description: 'Whether to respond without a body',
      },
      { displayName: 'Raw Body', name: 'rawBody', type: 'boolean', default: false, description: 'Whether to also keep the raw body' },
      {
        displayName: 'Response Content-Type',
        name: 'responseContentType',
        type: 'string',
        default: '',
        placeholder: 'application/xml',
        description: 'Content type of the response',
      },
      {
        displayName: 'Response Data',
        name: 'responseData',
        type: 'string',
        default: '',
        placeholder: 'success',
        description: 'Text of the response',
      },
      responseHeaders,
      {
        displayName: 'Property Name',
        name: 'responsePropertyName',
        type: 'string',
        default: 'data',
        description: 'Which field of the item to respond with',
      },
      {
        displayName: 'Webhook Suffix',
        name: 'webhookSuffix',
        type: 'string',
        default: '',
        placeholder: 'webhook',
        noDataExpression: true,
        description: 'Suffix of the resume URL; needed if several nodes of an execution wait for requests',
      },
    ],
  },
];
