// The options of the Webhook node.
import type { NodeProperty } from '../../workflow/node-type.ts';
import { responseHeaders } from '../_shared/webhook/response-properties.ts';

const atOnce = { '/responseMode': ['onReceived'] };
const byLastNode = { '/responseMode': ['lastNode'] };
const sinceTwo = [{ _cnd: { gte: 2 } }];

const codes = ['200', '201', '204', '301', '302', '304', '400', '401', '403', '404'].map((code) => ({ name: code, value: Number(code) }));

const responseCode: NodeProperty = {
  displayName: 'Response Code',
  name: 'responseCode',
  type: 'fixedCollection',
  placeholder: 'Add Response Code',
  default: { values: { responseCode: 200 } },
  displayOptions: { show: { '@version': sinceTwo }, hide: { '/responseMode': ['responseNode'] } },
  description: 'Status code of the response',
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        {
          displayName: 'Response Code',
          name: 'responseCode',
          type: 'options',
          default: 200,
          options: [...codes, { name: 'Custom Code', value: 'customCode' }],
          description: 'Status code of the response',
        },
        {
          displayName: 'Code',
          name: 'customCode',
          type: 'number',
          default: 200,
          typeOptions: { minValue: 200, maxValue: 599 },
          displayOptions: { show: { responseCode: ['customCode'] } },
          description: 'Status code of the response',
        },
      ],
    },
  ],
};

export const options: NodeProperty = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  default: {},
  placeholder: 'Add option',
  options: [
    {
      displayName: 'Allowed Origins (CORS)',
      name: 'allowedOrigins',
      type: 'string',
      default: '*',
      placeholder: 'e.g. https://example.com',
      description: 'Origins whose pages can read the response, separated by commas; * for all, which is the default',
    },
    {
      displayName: 'Binary File',
      name: 'binaryData',
      type: 'boolean',
      default: false,
      displayOptions: { show: { '@version': [1, 1.1] } },
      description: 'Whether to keep the body as a file, regardless of its type',
    },
    {
      displayName: 'Field Name for Binary Data',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      description: 'Name of the file in the item; files of a form are numbered',
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
      placeholder: 'e.g. 127.0.0.1, 10.0.0.0/8',
      description: 'Allowed IP addresses and ranges, separated by commas; empty for all',
    },
    {
      displayName: 'No Response Body',
      name: 'noResponseBody',
      type: 'boolean',
      default: false,
      displayOptions: { show: atOnce },
      description: 'Whether to respond without a body',
    },
    {
      displayName: 'Raw Body',
      name: 'rawBody',
      type: 'boolean',
      default: false,
      description: 'Whether to also keep the raw body, as a file',
    },
    responseCode,
    {
      displayName: 'Response Content-Type',
      name: 'responseContentType',
      type: 'string',
      default: '',
      placeholder: 'application/xml',
      displayOptions: { show: { '/responseData': ['firstEntryJson'], ...byLastNode } },
      description: 'Content type of the response',
    },
    {
      displayName: 'Response Data',
      name: 'responseData',
      type: 'string',
      default: '',
      placeholder: 'success',
      displayOptions: { show: atOnce },
      description: 'Text of the response',
    },
    responseHeaders,
    {
      displayName: 'Property Name',
      name: 'responsePropertyName',
      type: 'string',
      default: 'data',
      displayOptions: { show: { '/responseData': ['firstEntryJson'], ...byLastNode } },
      description: 'Which field of the item to respond with',
    },
  ],
};
