// Description of the MCP Client.
import type { NodeVersion } from '../../sdk/index.ts';
import {
  authenticationProperty,
  credentialSlots,
  credentialsProperty,
  optionsProperty,
  transportProperty,
} from '../_shared/ai/mcp/connection.ts';

export const description: NodeVersion['description'] = {
  displayName: 'MCP Client',
  description: 'Calls a tool of an MCP server',
  version: [1, 1.1],
  group: ['transform'],
  defaults: { name: 'MCP Client' },
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Model Context Protocol'] },
    alias: ['Model Context Protocol', 'tool'],
  },
  credentials: credentialSlots,
  properties: [
    transportProperty('httpStreamable'),
    {
      displayName: 'MCP Endpoint URL',
      name: 'endpointUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://mcp.example.com/mcp',
      description: 'Address of the server',
    },
    authenticationProperty(['bearerAuth', 'headerAuth', 'mcpOAuth2Api', 'multipleHeadersAuth', 'none']),
    credentialsProperty,
    {
      displayName: 'Tool',
      name: 'tool',
      type: 'resourceLocator',
      default: { mode: 'list', value: '' },
      required: true,
      description: 'The tool to call',
      modes: [
        {
          displayName: 'From List',
          name: 'list',
          type: 'list',
          typeOptions: { searchListMethod: 'getTools', searchable: true, skipCredentialsCheckInRLC: true },
        },
        { displayName: 'ID', name: 'id', type: 'string' },
      ],
    },
    {
      displayName: 'Input Mode',
      name: 'inputMode',
      type: 'options',
      default: 'manual',
      noDataExpression: true,
      options: [
        { name: 'Manual', value: 'manual', description: 'Each parameter of the tool in a field' },
        { name: 'JSON', value: 'json', description: 'All parameters as a JSON object' },
      ],
    },
    {
      displayName: 'Parameters',
      name: 'parameters',
      type: 'resourceMapper',
      default: { mappingMode: 'defineBelow', value: null },
      required: true,
      noDataExpression: true,
      displayOptions: { show: { inputMode: ['manual'] } },
      typeOptions: {
        loadOptionsDependsOn: ['tool.value'],
        resourceMapper: {
          resourceMapperMethod: 'getToolParameters',
          fieldWords: { singular: 'parameter', plural: 'parameters' },
          addAllFields: false,
          supportAutoMap: false,
          mode: 'add',
        },
      },
    },
    {
      displayName: 'JSON',
      name: 'jsonInput',
      type: 'json',
      default: '{\n  "my_field_1": "value",\n  "my_field_2": 1\n}\n',
      typeOptions: { rows: 5 },
      displayOptions: { show: { inputMode: ['json'] } },
      description: 'Parameters of the tool as a JSON object',
    },
    optionsProperty({
      displayName: 'Convert to Binary',
      name: 'convertToBinary',
      type: 'boolean',
      default: true,
      description: 'Whether images and sounds become files of the item',
    }),
  ],
};
