// Description of the MCP Client Tool.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import {
  authenticationProperty,
  credentialSlots,
  credentialsProperty,
  optionsProperty,
  transportProperty,
} from '../_shared/ai/mcp/connection.ts';
import { connectionNotice } from '../_shared/ai/tools/tool-properties.ts';

const since = (version: number): NodeProperty['displayOptions'] => ({ show: { '@version': [{ _cnd: { gte: version } }] } });

const toolNames = (name: string, displayName: string, include: string, dependsOn: readonly string[]): NodeProperty => ({
  displayName,
  name,
  type: 'multiOptions',
  default: [],
  displayOptions: { show: { include: [include] } },
  typeOptions: { loadOptionsMethod: 'getTools', ...(dependsOn.length === 0 ? {} : { loadOptionsDependsOn: dependsOn }) },
  description: 'Tools of the server',
});

export const description: NodeVersion['description'] = {
  displayName: 'MCP Client Tool',
  description: 'Lets an agent call the tools of an MCP server',
  version: [1, 1.1, 1.2, 1.3, 1.4],
  group: ['output'],
  defaults: { name: 'MCP Client' },
  inputs: [],
  outputs: [{ type: 'ai_tool', displayName: 'Tools' }],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Model Context Protocol', 'Tools'], Tools: ['Recommended Tools'] },
    alias: ['Model Context Protocol', 'MCP Client'],
  },
  credentials: credentialSlots,
  properties: [
    connectionNotice,
    {
      displayName: 'SSE Endpoint',
      name: 'sseEndpoint',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://mcp.example.com/sse',
      displayOptions: { show: { '@version': [1] } },
      description: 'Address of the server’s stream of events',
    },
    {
      displayName: 'Endpoint',
      name: 'endpointUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://mcp.example.com/mcp',
      displayOptions: since(1.1),
      description: 'Address of the server',
    },
    transportProperty('sse', { displayOptions: { show: { '@version': [1.1] } } }),
    transportProperty('httpStreamable', { displayOptions: since(1.2) }),
    authenticationProperty(['bearerAuth', 'headerAuth', 'none'], { displayOptions: { show: { '@version': [{ _cnd: { lt: 1.2 } }] } } }),
    authenticationProperty(['bearerAuth', 'headerAuth', 'mcpOAuth2Api', 'multipleHeadersAuth', 'none'], { displayOptions: since(1.2) }),
    credentialsProperty,
    {
      displayName: 'Tools to Include',
      name: 'include',
      type: 'options',
      default: 'all',
      description: 'Which tools of the server the agent may call',
      options: [
        { name: 'All', value: 'all', description: 'All tools, those that the server adds later too' },
        { name: 'Selected', value: 'selected', description: 'Only the tools below' },
        { name: 'All Except', value: 'except', description: 'All tools except those below' },
      ],
    },
    toolNames('includeTools', 'Tools to Include', 'selected', ['sseEndpoint', 'endpointUrl']),
    toolNames('excludeTools', 'Tools to Exclude', 'except', []),
    optionsProperty(),
  ],
};
