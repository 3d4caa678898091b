// Description of the GraphQL node.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

export const credentials: readonly (readonly [name: string, value: string, credential: string])[] = [
  ['Basic Auth', 'basicAuth', 'httpBasicAuth'],
  ['Custom Auth', 'customAuth', 'httpCustomAuth'],
  ['Digest Auth', 'digestAuth', 'httpDigestAuth'],
  ['Header Auth', 'headerAuth', 'httpHeaderAuth'],
  ['OAuth1', 'oAuth1', 'oAuth1Api'],
  ['OAuth2', 'oAuth2', 'oAuth2Api'],
  ['Query Auth', 'queryAuth', 'httpQueryAuth'],
];

const requestFormat = (value: string, versions: readonly number[]): NodeProperty => ({
  displayName: 'Request Format',
  name: 'requestFormat',
  type: 'options',
  default: value,
  required: true,
  description: 'How to send the query',
  displayOptions: { show: { requestMethod: ['POST'], '@version': versions } },
  options: [
    { name: 'GraphQL (Raw)', value: 'graphql', description: 'The query text, without variables' },
    { name: 'JSON', value: 'json', description: 'Query, variables and name of the operation' },
  ],
});

export const description: NodeVersion['description'] = {
  displayName: 'GraphQL',
  description: 'Queries a GraphQL endpoint',
  version: [1, 1.1],
  group: ['input'],
  subtitle: '={{ $parameter["endpoint"] }}',
  defaults: { name: 'GraphQL', color: '#E10098' },
  inputs: ['main'],
  outputs: ['main'],
  credentials: credentials.map(([, value, name]) => ({ name, required: true, displayOptions: { show: { authentication: [value] } } })),
  properties: [
    {
      displayName: 'Authentication',
      name: 'authentication',
      type: 'options',
      default: 'none',
      description: 'How to authenticate the request',
      options: [...credentials.map(([name, value]) => ({ name, value })), { name: 'None', value: 'none' }],
    },
    {
      displayName: 'HTTP Request Method',
      name: 'requestMethod',
      type: 'options',
      default: 'POST',
      description: 'The method of the request',
      options: [
        { name: 'GET', value: 'GET' },
        { name: 'POST', value: 'POST' },
      ],
    },
    {
      displayName: 'Endpoint',
      name: 'endpoint',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'http://example.com/graphql',
      description: 'URL of the endpoint',
    },
    {
      displayName: 'Ignore SSL Issues (Insecure)',
      name: 'allowUnauthorizedCerts',
      type: 'boolean',
      default: false,
      description: 'Whether to accept certificates that cannot be verified',
    },
    requestFormat('graphql', [1]),
    requestFormat('json', [1.1]),
    {
      displayName: 'Query',
      name: 'query',
      type: 'string',
      typeOptions: { rows: 6 },
      default: '',
      required: true,
      description: 'The query',
    },
    {
      displayName: 'Variables',
      name: 'variables',
      type: 'json',
      default: '',
      description: 'Variables of the query, as a JSON object',
      displayOptions: { show: { requestFormat: ['json'], requestMethod: ['POST'] } },
    },
    {
      displayName: 'Operation Name',
      name: 'operationName',
      type: 'string',
      default: '',
      description: 'Name of the operation to run, if the query has several',
      displayOptions: { show: { requestFormat: ['json'], requestMethod: ['POST'] } },
    },
    {
      displayName: 'Response Format',
      name: 'responseFormat',
      type: 'options',
      default: 'json',
      description: 'Format of the response',
      options: [
        { name: 'JSON', value: 'json', description: 'The fields of the item' },
        { name: 'String', value: 'string', description: 'A text in one field' },
      ],
    },
    {
      displayName: 'Response Data Property Name',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'Output field for the text',
      displayOptions: { show: { responseFormat: ['string'] } },
    },
    {
      displayName: 'Headers',
      name: 'headerParametersUi',
      type: 'fixedCollection',
      typeOptions: { multipleValues: true },
      placeholder: 'Add Header',
      default: {},
      description: 'Headers to send',
      options: [
        {
          name: 'parameter',
          displayName: 'Header',
          values: [
            { displayName: 'Name', name: 'name', type: 'string', default: '', description: 'Name of the header' },
            { displayName: 'Value', name: 'value', type: 'string', default: '', description: 'Value of the header' },
          ],
        },
      ],
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers'] }, alias: ['api', 'query', 'mutation', 'request'] },
};
