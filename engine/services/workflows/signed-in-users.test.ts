// People who are signed in, as a webhook's node sees them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';

let running: RunningServer;

beforeAll(async () => {
  running = await runningServer({ over: 'socket', hasPeople: true });
});
afterAll(() => running.close());

/** Adds a chat for people with an account, which belongs to the owner. Returns its address. */
async function chat(path: string, parameters: object = {}): Promise<string> {
  const node = {
    id: path,
    name: 'Chat',
    type: '@n8n/n8n-nodes-langchain.chatTrigger',
    typeVersion: 1.5,
    position: [0, 0],
    webhookId: path,
    parameters: { public: true, authentication: 'n8nUserAuth', ...parameters },
  };
  await running.data(
    { method: 'POST', url: '/rest/workflows', body: { name: path, active: true, nodes: [node], connections: {} } },
    'owner',
  );
  return `/webhook/${path}/chat`;
}

const statusFor = async (url: string, as: As): Promise<number> => (await running.send({ url }, as)).status;

it('are known by their session, and nobody else is', async () => {
  const url = await chat('everybody');
  expect(await Promise.all((['owner', 'member', 'nobody'] as const).map((as) => statusFor(url, as)))).toEqual([200, 200, 401]);
  const forged = await running.send({ url, headers: { cookie: `millrace-auth-x=${'a'.repeat(43)}` } }, 'nobody');
  expect(forged.status).toBe(401);
});

it('are refused, if the node says so, unless they may see the workflow', async () => {
  const url = await chat('limited', { requireExecuteAccess: true });
  expect(await Promise.all((['owner', 'member'] as const).map((as) => statusFor(url, as)))).toEqual([200, 401]);
});
