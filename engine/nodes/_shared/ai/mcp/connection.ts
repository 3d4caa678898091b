// The connection of a node to a server: its address, its transport, and its authentication.
import { NodeError, type DetachedContext, type ExecuteContext } from '../../../../sdk/index.ts';
import type { NodeProperty, CredentialSlot } from '../../../../workflow/node-type.ts';
import { McpClient } from './client.ts';
import { SseTransport } from './sse.ts';
import { StreamableHttp } from './streamable-http.ts';
import type { Sender } from './transport.ts';

/** Credential types by the value of `authentication`. */
const credentialTypes = {
  bearerAuth: 'httpBearerAuth',
  headerAuth: 'httpHeaderAuth',
  mcpOAuth2Api: 'mcpOAuth2Api',
  multipleHeadersAuth: 'httpMultipleHeadersAuth',
} as const;

export const credentialSlots: readonly CredentialSlot[] = Object.entries(credentialTypes).map(([value, name]) => ({
  name,
  required: true,
  displayOptions: { show: { authentication: [value] } },
}));

const authentications = {
  bearerAuth: { name: 'Bearer Auth', value: 'bearerAuth' },
  headerAuth: { name: 'Header Auth', value: 'headerAuth' },
  mcpOAuth2Api: { name: 'MCP OAuth2', value: 'mcpOAuth2Api' },
  multipleHeadersAuth: { name: 'Multiple Headers Auth', value: 'multipleHeadersAuth' },
  none: { name: 'None', value: 'none' },
} as const;

export const authenticationProperty = (
  values: readonly (keyof typeof authentications)[],
  more: Pick<NodeProperty, 'displayOptions'> = {},
): NodeProperty => ({
  displayName: 'Authentication',
  name: 'authentication',
  type: 'options',
  default: 'none',
  description: 'How the server knows who calls it',
  options: values.map((value) => authentications[value]),
  ...more,
});

export const credentialsProperty: NodeProperty = {
  displayName: 'Credentials',
  name: 'credentials',
  type: 'credentials',
  default: '',
  displayOptions: { show: { authentication: ['headerAuth', 'bearerAuth', 'mcpOAuth2Api', 'multipleHeadersAuth'] } },
};

export const transportProperty = (usual: 'sse' | 'httpStreamable', more: Pick<NodeProperty, 'displayOptions'> = {}): NodeProperty => ({
  displayName: 'Server Transport',
  name: 'serverTransport',
  type: 'options',
  default: usual,
  description: 'How messages are sent. Most servers use HTTP Streamable; the other one is older.',
  options: [
    { name: 'HTTP Streamable', value: 'httpStreamable' },
    { name: 'Server Sent Events (Deprecated)', value: 'sse' },
  ],
  ...more,
});

export const timeoutOption: NodeProperty = {
  displayName: 'Timeout',
  name: 'timeout',
  type: 'number',
  default: 60_000,
  typeOptions: { minValue: 1 },
  description: 'Milliseconds until a request to the server fails',
};

export const optionsProperty = (...options: readonly NodeProperty[]): NodeProperty => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  options: [...options, timeoutOption],
});

/** Returns the address of the server; undefined if none is entered. */
export function endpointOf(ctx: DetachedContext, itemIndex: number): string | undefined {
  const url = ctx.param('endpointUrl', itemIndex, '') || ctx.param('sseEndpoint', itemIndex, '');
  const trimmed = typeof url === 'string' ? url.trim() : '';
  return trimmed === '' ? undefined : trimmed;
}

/** Returns a client, which connects on first use. Throws NodeError PARAMETER_INVALID for an address that is no URL. */
export function clientOf(ctx: DetachedContext & Pick<ExecuteContext, 'signal'>, itemIndex: number): McpClient {
  const url = endpointOf(ctx, itemIndex) ?? '';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new NodeError(url === '' ? 'The address of the MCP server is empty.' : `"${url}" is not the address of an MCP server.`, {
      code: 'PARAMETER_INVALID',
      parameter: ctx.version === 1 && url === '' ? 'sseEndpoint' : 'endpointUrl',
      itemIndex,
      hint: 'Enter a URL that starts with https:// or http://.',
    });
  }
  const sender = senderOf(ctx, url, itemIndex);
  const isSse = ctx.param('serverTransport', itemIndex, 'sse') === 'sse';
  const timeout = Math.max(1, Number(ctx.param('options.timeout', itemIndex, 60_000)) || 60_000);
  return new McpClient(isSse ? new SseTransport(sender) : new StreamableHttp(sender), { timeout, signal: ctx.signal });
}

function senderOf(ctx: DetachedContext, url: string, itemIndex: number): Sender {
  const authentication = ctx.param('authentication', itemIndex, 'none');
  const type = Object.hasOwn(credentialTypes, authentication) ? credentialTypes[authentication as keyof typeof credentialTypes] : undefined;
  return {
    url,
    send: async (request) => {
      const signed = type === undefined ? request : await ctx.signRequest(type, request, itemIndex);
      return { response: await ctx.http.request(signed), secrets: signed.secrets ?? [] };
    },
  };
}
