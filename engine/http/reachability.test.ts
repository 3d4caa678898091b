// Which of the instance's addresses lead to it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { InstanceAddress, Reachability } from '../contract/rest/addresses.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

let running: RunningServer | undefined;
let stub: Server | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
  stub?.close();
  stub = undefined;
});

const requests: string[] = [];

/** Starts a server that is not the instance; returns its URL. */
async function otherServer(): Promise<string> {
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('something');
  }).listen(0, '127.0.0.1');
  stub = server;
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const list = async (): Promise<readonly InstanceAddress[]> => (await running?.data<InstanceAddress[]>({ url: '/rest/addresses' })) ?? [];
const check = (url: string | undefined) => running?.data<Reachability>({ method: 'POST', url: '/rest/addresses/check', body: { url } });

it('the address of this computer is reachable', async () => {
  running = await runningServer({ over: 'socket' });
  const [address] = await list();
  expect(address).toMatchObject({ kind: 'loopback' });
  expect(await Promise.all([check(address?.url), check(address?.url)])).toEqual([{ result: 'reachable' }, { result: 'reachable' }]);
});

it('a public address that leads to another server is wrong, and one that leads nowhere is unreachable', async () => {
  const url = await otherServer();
  running = await runningServer({ over: 'socket', settings: { webhookUrl: url } });
  expect((await list())[1]).toEqual({ kind: 'public', url });
  expect(await check(url)).toEqual({ result: 'other', reason: 'HTTP 200' });
  expect(requests).toEqual([expect.stringMatching(/^\/webhook\/reachability-check-[0-9a-f-]{36}$/)]);
  stub?.closeAllConnections();
  await new Promise((resolve) => stub?.close(resolve));
  expect(await check(url)).toMatchObject({ result: 'unreachable', reason: expect.stringContaining('refused') as unknown });
});

it('no other address is ever requested', async () => {
  const url = await otherServer();
  running = await runningServer({ over: 'socket' });
  requests.length = 0;
  for (const other of [url, 'http://169.254.169.254/', 'file:///etc/passwd'])
    await expect(check(other)).rejects.toThrow(/not an address of the instance/);
  expect(requests).toEqual([]);
});

it('outside of a check, its path is an unknown webhook', async () => {
  running = await runningServer({ over: 'socket' });
  const [address] = await list();
  const response = await fetch(`${address?.url}webhook/reachability-check-00000000-0000-0000-0000-000000000000`);
  expect(response.status).toBe(404);
});
