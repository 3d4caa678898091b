// MCP Server Trigger: offers the attached tools to clients of the Model Context Protocol. Each call of a tool is an execution.
import { defineNode, NodeError, type DetachedContext, type NodeVersion } from '../../sdk/index.ts';
import type { WebhookDescription } from '../../workflow/node-type.ts';
import { notice } from '../_shared/ai/tools/tool-properties.ts';
import { execute } from './execute.ts';
import { isOAuth, receive } from './receive.ts';

const webhook = (name: string, httpMethod: string, path: string, ndvHideUrl: boolean): WebhookDescription => ({
  name,
  httpMethod,
  responseMode: 'onReceived',
  isFullPath: true,
  path,
  nodeType: 'mcp',
  ndvHideUrl,
});

const description: NodeVersion['description'] = {
  displayName: 'MCP Server Trigger',
  description: 'Offers tools of this instance to MCP clients',
  version: [1, 1.1, 2, 2.1],
  group: ['trigger'],
  defaults: { name: 'MCP Server Trigger' },
  inputs: [{ type: 'ai_tool', displayName: 'Tools' }],
  outputs: [],
  codex: {
    categories: ['AI', 'Core Nodes'],
    subcategories: { AI: ['Root Nodes', 'Model Context Protocol'], 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['Model Context Protocol', 'MCP Server'],
  },
  webhooks: [
    webhook('setup', 'GET', "={{$parameter[\"path\"]}}{{parseFloat($nodeVersion)<2 ? '/sse' : ''}}", false),
    webhook('default', 'POST', "={{$parameter[\"path\"]}}{{parseFloat($nodeVersion)<2 ? '/messages' : ''}}", true),
    webhook('default', 'DELETE', '={{$parameter["path"]}}', true),
  ],
  credentials: [
    { name: 'httpBearerAuth', required: true, displayOptions: { show: { authentication: ['bearerAuth'] } } },
    { name: 'httpHeaderAuth', required: true, displayOptions: { show: { authentication: ['headerAuth'] } } },
  ],
  properties: [
    {
      displayName: 'Authentication',
      name: 'authentication',
      type: 'options',
      default: 'none',
      description: 'How clients prove that they may call the tools',
      options: [
        { name: 'None', value: 'none' },
        { name: 'n8n OAuth2', value: 'n8nOAuth2', description: 'Not supported: the workflow cannot be published' },
        { name: 'Bearer Auth', value: 'bearerAuth' },
        { name: 'Header Auth', value: 'headerAuth' },
      ],
    },
    notice(
      'Clients cannot sign in to this instance by OAuth2 yet. The workflow cannot be published with it: choose Bearer Auth or Header Auth.',
      {
        displayOptions: { show: { authentication: ['n8nOAuth2'] } },
      },
    ),
    {
      displayName: 'Require Execute Access',
      name: 'requireExecuteAccess',
      type: 'boolean',
      default: true,
      displayOptions: { show: { authentication: ['n8nOAuth2'] } },
      description: 'Whether a client’s user must be allowed to execute the workflow',
    },
    {
      displayName: 'Include User in Output',
      name: 'includeUserInOutput',
      type: 'boolean',
      default: true,
      displayOptions: { show: { authentication: ['n8nOAuth2'], '@version': [{ _cnd: { gte: 2.1 } }] } },
      description: 'Whether the output names the client’s user',
    },
    {
      displayName: 'Path',
      name: 'path',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. my-tools',
      description: 'The last part of the URL for clients',
    },
    {
      displayName: 'Instructions',
      name: 'instructions',
      type: 'string',
      default: '',
      typeOptions: { rows: 4 },
      description: 'Tells the client’s model how to use the tools together',
    },
  ],
};

function webhookFault(ctx: DetachedContext): NodeError | undefined {
  if (!isOAuth(ctx)) return undefined;
  return new NodeError('Clients cannot sign in to this instance by OAuth2 yet, so all of them would be refused.', {
    parameter: 'authentication',
    hint: 'Set "Authentication" to "Bearer Auth" or "Header Auth", and enter the token or the header in your client.',
  });
}

export const mcpTrigger = defineNode({
  type: '@n8n/n8n-nodes-langchain.mcpTrigger',
  icon: 'icon.svg',
  versions: [{ description, webhook: receive, webhookFault, execute }],
});
