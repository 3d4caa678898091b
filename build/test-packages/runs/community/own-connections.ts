// Community packages that open connections by themselves: refused at first, and run once they may.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RunInstance, Sketch } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';

/** The parts of the SDK of MCP that are used. */
interface McpServer {
  registerTool(name: string, config: object, run: (input: { city: string }) => Promise<object>): void;
  connect(transport: object): Promise<void>;
}
interface Sdk {
  readonly McpServer: new (about: object) => McpServer;
  readonly StreamableHTTPServerTransport: new (options: object) => {
    handleRequest(request: object, response: object): Promise<void>;
  };
}

const name = 'n8n-nodes-mcp';
const refusal = /may not open connections by itself/;

/** Starts a server of MCP with a tool, made with the SDK that the package brings. */
async function mcpServer(instance: RunInstance): Promise<{ readonly url: string; close(): void }> {
  const load = createRequire(join(instance.packagesFolder, name, 'package.json'));
  const { McpServer } = load('@modelcontextprotocol/sdk/server/mcp.js') as Sdk;
  const { StreamableHTTPServerTransport } = load('@modelcontextprotocol/sdk/server/streamableHttp.js') as Sdk;
  const { z } = load('zod') as { z: { string(): object } };
  const sessions = new Map<string, { handleRequest(request: object, response: object): Promise<void> }>();
  const server = createServer((request, response) => {
    if (request.headers.authorization !== 'Bearer key-1') return response.writeHead(401).end('No key');
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known !== undefined) return void known.handleRequest(request, response);
    const mcp = new McpServer({ name: 'weather', version: '1.0.0' });
    mcp.registerTool('weather', { description: 'Tells the weather', inputSchema: { city: z.string() } }, async ({ city }) => {
      if (city === 'nowhere') throw new Error('There is no such city');
      return { content: [{ type: 'text', text: `rain in ${city}` }] };
    });
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id: string) => sessions.set(id, transport),
    });
    return void mcp.connect(transport).then(() => transport.handleRequest(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close };
}

export const ownConnections: readonly (RunCase & { readonly name: string })[] = [
  {
    name,
    make: name,
    nodes: 'mcpClient',
    checks:
      'its connection is refused without consent; then the tools of a real MCP server are listed and called, with the header of the credential; the failure of a tool is told',
    run: async (instance) => {
      const server = await mcpServer(instance);
      try {
        const credentials = await instance.credential('mcpClientHttpApi', {
          httpStreamUrl: server.url,
          httpTimeout: 5000,
          headers: 'Authorization=Bearer key-1',
        });
        const node = (parameters: object): Sketch => ({
          type: `${name}.mcpClient`,
          credentials,
          parameters: { connectionType: 'http', ...parameters },
        });
        const call = (city: string): Sketch =>
          node({ operation: 'executeTool', toolName: 'weather', toolParameters: JSON.stringify({ city }) });
        assert.match((await instance.run({ Node: node({ operation: 'listTools' }) })).error ?? '', refusal);
        await instance.allowNetwork(name);
        const listed = await instance.run({ Node: node({ operation: 'listTools' }) });
        assert.equal(listed.error, undefined);
        assert.match(JSON.stringify(listed.json('Node')), /"name":"weather","description":"Tells the weather"/);
        const called = await instance.run({ Node: call('Oslo') });
        assert.equal(called.error, undefined);
        assert.match(JSON.stringify(called.json('Node')), /rain in Oslo/);
        const failed = await instance.run({ Node: call('nowhere') });
        assert.match(`${failed.error ?? ''}${JSON.stringify(failed.json('Node'))}`, /There is no such city/);
      } finally {
        server.close();
      }
    },
  },
];
