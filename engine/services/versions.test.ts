// Newer versions, requested from a real service: response validation, frequency and timeouts.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient } from '../execution/http/client.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';
import { knownVersions } from './version-list.ts';
import { VersionService, type VersionServicePorts } from './versions.ts';

const own = { name: '1.2.3', createdAt: '2026-02-01T00:00:00.000Z', hasSecurityIssue: true };
const next = { name: '1.3.0', createdAt: '2026-03-01T00:00:00.000Z', hasSecurityFix: true, nodes: [{ name: 'a.b', displayName: 'B' }] };
const old = { name: '1.0.0', createdAt: '2026-01-01T00:00:00.000Z' };

let answer: (response: ServerResponse) => void;
let outside: StubServer;
beforeEach(async () => {
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([old, own, next]));
  outside = await stubServer((_request, response) => answer(response));
});
afterEach(() => outside.close());

describe('the service', () => {
  const http = createHttpClient();
  let time = 0;
  const service = (ports: Partial<VersionServicePorts> = {}): VersionService =>
    new VersionService({ http, now: () => time, endpoint: `${outside.address}/all`, version: '1.2.3', instanceId: 'me', ...ports });
  const rejected = (reason: RegExp): unknown =>
    expect.objectContaining({ code: 'SERVICE_FAILED', message: expect.stringMatching(reason) as unknown });

  it('receives this version and the instance id, and returns this version and newer ones', async () => {
    expect(await service().list()).toEqual([next, own]);
    expect(outside.received).toMatchObject([{ url: '/all', headers: { 'x-millrace-version': '1.2.3', 'x-millrace-instance-id': 'me' } }]);
  });

  it('is called once an hour for all callers, and sooner after a failure', async () => {
    const versions = service();
    await Promise.all([versions.list(), versions.list()]);
    time += 3_599_999;
    await versions.list();
    expect(outside.received).toHaveLength(1);
    time += 1;
    answer = (response) => response.writeHead(503).end();
    await expect(versions.list()).rejects.toEqual(rejected(/status 503/));
    time += 59_999;
    await expect(versions.list()).rejects.toEqual(rejected(/status 503/));
    expect(outside.received).toHaveLength(2);
    time += 1;
    answer = (response) => response.end('[]');
    expect([await versions.list(), outside.received.length]).toEqual([[], 3]);
  });

  it.each<[string, RegExp, (response: ServerResponse) => void, Partial<VersionServicePorts>]>([
    ['returns nothing', /took too long/, () => undefined, { timeout: 20 }],
    ['begins and does not end', /took too long/, (response) => response.writeHead(200).write('['), { timeout: 20 }],
    [
      'says too much',
      /too large/,
      (response) => response.end(JSON.stringify([{ ...own, description: 'x'.repeat(200) }])),
      { maxBytes: 100 },
    ],
    ['returns something other than JSON', /is not JSON/, (response) => response.end('<html>'), {}],
    ['leads round and round', /redirect/i, (response) => response.writeHead(302, { location: '/all' }).end(), {}],
  ])('is not believed when it %s', async (_, reason, behaviour, ports) => {
    answer = behaviour;
    await expect(service(ports).list()).rejects.toEqual(rejected(reason));
  });

  it('is not called if no endpoint is set', async () => {
    await expect(service({ endpoint: undefined }).list()).rejects.toEqual(expect.objectContaining({ code: 'FEATURE_OFF' }));
  });
});

it.each<[string, unknown, unknown]>([
  ['no list', { versions: [own] }, []],
  ['invalid entries', [null, 'x', {}, { name: '', createdAt: own.createdAt }, { name: 'x', createdAt: 'some day' }, own], [own]],
  [
    'wrong kinds',
    [{ ...own, hasSecurityIssue: 'yes', description: 7, nodes: 'all', more: 1 }],
    [{ name: '1.2.3', createdAt: own.createdAt }],
  ],
  ['invalid nodes', [{ ...own, nodes: [1, { name: 'a', displayName: 2 }] }], [{ ...own, nodes: [{ name: 'a' }] }]],
  ['a link that runs a script', [{ ...own, documentationUrl: 'javascript:alert(1)' }], [own]],
  ['a link', [{ ...own, documentationUrl: 'https://example.com/a' }], [{ ...own, documentationUrl: 'https://example.com/a' }]],
  ['all if this version is unknown', [{ ...old }, { ...next }], [next, old]],
])('of %s is taken what makes sense', (_, input, expected) => {
  expect(knownVersions(input, '1.2.3')).toEqual(expected);
});

it('this version and the latest fix are among 150 newer ones, so that its security issue is known', () => {
  const newer = Array.from({ length: 150 }, (_, i) => ({
    name: `2.0.${i}`,
    createdAt: new Date(Date.UTC(2026, 4, 1, i)).toISOString(),
    ...(i === 3 || i === 7 ? { hasSecurityFix: true } : {}),
  }));
  const versions = knownVersions([...newer, own, old], '1.2.3');
  expect(versions).toHaveLength(101);
  expect([versions[0]?.name, versions[98]?.name, versions[99]?.name, versions[100]]).toEqual(['2.0.149', '2.0.51', '2.0.7', own]);
});

describe('through the whole server', () => {
  let running: RunningServer;
  afterEach(() => running.close());
  const notifications = async (): Promise<unknown> =>
    (await running.data<{ versionNotifications: unknown }>({ url: '/rest/settings' })).versionNotifications;

  it('the settings tell the editor to call this instance', async () => {
    running = await runningServer({ settings: { versionsEndpoint: outside.address, versionsInfoUrl: 'https://example.com/update' } });
    expect(await notifications()).toEqual({
      enabled: true,
      endpoint: `${running.server.url}rest/versions`,
      infoUrl: 'https://example.com/update',
    });
    expect(await running.data({ url: '/rest/versions' })).toEqual([next, own]);
    expect(outside.received).toMatchObject([{ headers: { 'x-millrace-version': '1.2.3' } }]);
  });

  it('no service is called if version notifications are disabled', async () => {
    running = await runningServer({ settings: { versionsEndpoint: outside.address, asksForVersions: false } });
    expect(await notifications()).toMatchObject({ enabled: false });
    expect(await running.send({ url: '/rest/versions' })).toMatchObject({ status: 404, body: { code: 'FEATURE_OFF' } });
    expect(outside.received).toEqual([]);
  });

  it('a failing service is reported', async () => {
    answer = (response) => response.writeHead(500).end();
    running = await runningServer({ settings: { versionsEndpoint: outside.address } });
    expect(await running.send({ url: '/rest/versions' })).toMatchObject({ status: 502, body: { code: 'SERVICE_FAILED' } });
  });
});
