// The options of a request: batching, redirects, response, pagination, proxy, timeout.
import type { NodeProperty } from '../../../workflow/node-type.ts';
import { paginationProperty } from './pagination-properties.ts';

const batching: NodeProperty = {
  displayName: 'Batching',
  name: 'batching',
  type: 'fixedCollection',
  default: { batch: {} },
  placeholder: 'Add Batching',
  options: [
    {
      name: 'batch',
      displayName: 'Batching',
      values: [
        {
          displayName: 'Items per Batch',
          name: 'batchSize',
          type: 'number',
          default: 50,
          typeOptions: { minValue: -1 },
          description: 'Number of requests per batch. -1 sends all at once; 0 counts as 1.',
        },
        {
          displayName: 'Batch Interval (ms)',
          name: 'batchInterval',
          type: 'number',
          default: 1000,
          typeOptions: { minValue: 0 },
          description: 'Time between two batches in milliseconds. 0 for none.',
        },
      ],
    },
  ],
};

const redirect = (versions: readonly (number | object)[], isFollowing: boolean): NodeProperty => ({
  displayName: 'Redirects',
  name: 'redirect',
  type: 'fixedCollection',
  default: { redirect: {} },
  placeholder: 'Add Redirect',
  displayOptions: { show: { '@version': versions } },
  options: [
    {
      name: 'redirect',
      displayName: 'Redirect',
      values: [
        {
          displayName: 'Follow Redirects',
          name: 'followRedirects',
          type: 'boolean',
          default: isFollowing,
          noDataExpression: true,
          description: 'Whether to follow redirects',
        },
        {
          displayName: 'Max Redirects',
          name: 'maxRedirects',
          type: 'number',
          default: 21,
          displayOptions: { show: { followRedirects: [true] } },
          description: 'Maximum number of redirects to follow',
        },
      ],
    },
  ],
});

const response: NodeProperty = {
  displayName: 'Response',
  name: 'response',
  type: 'fixedCollection',
  default: { response: {} },
  placeholder: 'Add response',
  options: [
    {
      name: 'response',
      displayName: 'Response',
      values: [
        {
          displayName: 'Include Response Headers and Status',
          name: 'fullResponse',
          type: 'boolean',
          default: false,
          description: 'Whether to include headers and status in the items',
        },
        {
          displayName: 'Never Error',
          name: 'neverError',
          type: 'boolean',
          default: false,
          description: 'Whether every status counts as success',
        },
        {
          displayName: 'Response Format',
          name: 'responseFormat',
          type: 'options',
          noDataExpression: true,
          default: 'autodetect',
          options: [
            { name: 'Autodetect', value: 'autodetect' },
            { name: 'File', value: 'file' },
            { name: 'JSON', value: 'json' },
            { name: 'Text', value: 'text' },
          ],
          description: 'How to parse the body',
        },
        {
          displayName: 'Put Output in Field',
          name: 'outputPropertyName',
          type: 'string',
          default: 'data',
          required: true,
          displayOptions: { show: { responseFormat: ['file', 'text'] } },
          description: 'Output field (or file property) for the body',
        },
      ],
    },
  ],
};

const retry: NodeProperty = {
  displayName: 'Retry',
  name: 'retry',
  type: 'collection',
  default: {},
  placeholder: 'Add setting',
  description: 'Retrying if the service is busy or the connection breaks',
  options: [
    { displayName: 'Enabled', name: 'enabled', type: 'boolean', default: false, description: 'Whether to retry the request' },
    {
      displayName: 'Max Retries',
      name: 'maxRetries',
      type: 'number',
      default: 3,
      typeOptions: { minValue: 0, maxValue: 20 },
      description: 'Number of retries',
    },
    {
      displayName: 'Retry Interval (ms)',
      name: 'retryInterval',
      type: 'number',
      default: 1000,
      typeOptions: { minValue: 0, maxValue: 300_000 },
      description: 'Time before each retry in milliseconds',
    },
  ],
};

export const optionProperties: readonly NodeProperty[] = [
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      batching,
      {
        displayName: 'Ignore SSL Issues (Insecure)',
        name: 'allowUnauthorizedCerts',
        type: 'boolean',
        default: false,
        noDataExpression: true,
        description: 'Whether to accept certificates that cannot be verified',
      },
      {
        displayName: 'Array Format in Query Parameters',
        name: 'queryParameterArrays',
        type: 'options',
        default: 'brackets',
        options: [
          { name: 'No Brackets', value: 'repeat', description: 'foo=bar&foo=qux' },
          { name: 'Brackets Only', value: 'brackets', description: 'foo[]=bar&foo[]=qux' },
          { name: 'Brackets with Indices', value: 'indices', description: 'foo[0]=bar&foo[1]=qux' },
        ],
      },
      {
        displayName: 'Lowercase Headers',
        name: 'lowercaseHeaders',
        type: 'boolean',
        default: true,
        description: 'Whether to send header names in lower case, as HTTP/2 requires',
      },
      redirect([3], false),
      redirect([{ _cnd: { gte: 4 } }], true),
      {
        displayName: 'Send Credentials on Cross-Origin Redirect',
        name: 'sendCredentialsOnCrossOriginRedirect',
        type: 'boolean',
        default: false,
        description: 'Whether to send authentication headers to another host after a redirect, which can then read them',
      },
      response,
      paginationProperty,
      retry,
      {
        displayName: 'Proxy',
        name: 'proxy',
        type: 'string',
        default: '',
        placeholder: 'e.g. http://myproxy:3128',
        description: 'URL of a proxy for the request',
      },
      {
        displayName: 'Timeout',
        name: 'timeout',
        type: 'number',
        default: 10000,
        typeOptions: { minValue: 1 },
        description: 'Maximum milliseconds until the response starts; defaults to 300,000.',
      },
    ],
  },
];
