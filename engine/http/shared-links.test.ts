// Links for other people, while the server listens to this computer or to its network.
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lanAddresses } from '../settings/lan-addresses.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

let running: RunningServer;
beforeAll(async () => {
  running = await runningServer({ over: 'socket', hasPeople: true });
});
afterAll(() => running.close());

const address = (): Promise<object> => running.data({ url: '/rest/addresses/editor' }, 'owner');
const invitation = async (email: string): Promise<string> => {
  const [result] = await running.data<{ user: { inviteAcceptUrl: string } }[]>(
    { method: 'POST', url: '/rest/users', body: [{ email }] },
    'owner',
  );
  return result?.user.inviteAcceptUrl ?? '';
};

it('lead to this computer if the server listens to it only', async () => {
  const { url } = running.server;
  expect(await address()).toEqual({ kind: 'loopback', url });
  expect((await invitation('dora@example.com')).startsWith(`${url}signup?`)).toBe(true);
});

it('lead to the network once the server listens to it, whatever the request says', async () => {
  const host = lanAddresses('0.0.0.0', networkInterfaces())[0]?.host ?? 'localhost';
  const { port } = await running.server.listen({ host: '0.0.0.0', port: 0 });
  const url = `http://${host}:${port}/`;
  expect(await address()).toEqual({ kind: host === 'localhost' ? 'loopback' : 'lan', url });
  expect((await invitation('emil@example.com')).startsWith(`${url}signup?`)).toBe(true);
  const { body } = await running.send(
    { method: 'POST', url: '/rest/users', body: [{ email: 'fred@example.com' }], headers: { 'x-forwarded-host': 'evil.example' } },
    'owner',
  );
  expect(JSON.stringify(body)).toContain(`${url}signup?`);
});
