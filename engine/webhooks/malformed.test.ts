// Malformed bodies, headers and queries get a client error or become an item; none is a server error, and none ends the process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { malformedKinds, malformedRequest, randomOf } from '../testing/malformed.ts';
import { webhookServer, type WebhookServer } from '../testing/webhook-server.ts';
import { diskBinary } from '../testing/disk-binary.ts';

const REQUESTS = 300;
let server: WebhookServer | undefined;
let folder: string | undefined;
afterEach(async () => {
  await server?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

it.each(malformedKinds)('responds to malformed requests: %s', async (kind) => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-malformed-'));
  const binary = diskBinary(folder);
  const hook = { type: 'webhook', typeVersion: 2, webhookId: 'id', parameters: { path: 'in', httpMethod: 'POST', options: {} } };
  server = await webhookServer([buildWorkflow({ Webhook: hook }, [], { id: 'w1' })], { ports: { binary } });
  const random = randomOf(7);
  const failures: unknown[] = [];
  for (let count = 0; count < REQUESTS; count++) {
    const { headers, query, body } = malformedRequest(kind, random);
    const response = await fetch(`${server.address}/webhook/in?${query}`, { method: 'POST', headers, body: Uint8Array.from(body) }).catch(
      (error: Error) => error,
    );
    if (!(response instanceof Error) && response.status < 500) await response.body?.cancel();
    else
      failures.push({
        headers,
        query,
        body: Buffer.from(body).toString('latin1'),
        response: response instanceof Error ? response : await response.text(),
      });
  }
  expect(failures).toEqual([]);
});
