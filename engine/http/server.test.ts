// HTTP basics: responses in `data`, the error format, access, and rejected hosts and origins.
import { afterEach, describe, expect, it } from 'vitest';
import { TagService } from '../services/tags.ts';
import { Store } from '../store/index.ts';
import { mountTags } from './routes/tags.ts';
import type { Caller } from './mount.ts';
import { createHttpServer, PAYLOAD_LIMIT, type HttpSettings } from './server.ts';

const settings: HttpSettings = { restPrefix: 'rest', basePath: '/', hosts: ['flows.example'], proxyHops: 0, isDevelopment: false };
const owner: Caller = { userId: 'u1', role: 'owner' };
const open: (() => Promise<unknown>)[] = [];

async function start(caller: Caller | 'nobody' = owner, changed: Partial<HttpSettings> = {}) {
  const store = await Store.inMemory();
  let count = 0;
  const tags = new TagService({ tags: store.tags, now: () => Date.UTC(2026, 0, 1), ids: () => `t${++count}` });
  const { app } = createHttpServer(
    { ...settings, ...changed },
    { identify: () => (caller === 'nobody' ? undefined : caller), rest: (mount) => mountTags(mount, tags), readiness: () => 'ok' },
  );
  open.push(
    () => app.close(),
    () => store.close(),
  );
  return app;
}

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

describe('responses', () => {
  it('are in data', async () => {
    const app = await start();
    const created = await app.inject({ method: 'POST', url: '/rest/tags', payload: { name: '  Billing ' } });
    expect(created.json()).toEqual({
      data: { id: 't1', name: 'Billing', createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    });
    const list = await app.inject({ url: '/rest/tags?withUsageCount=true' });
    expect(list.json()).toMatchObject({ data: [{ name: 'Billing', usageCount: 0 }] });
    expect(list.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  });

  it.each([
    ['an unknown call', { url: '/rest/nothing' }, 404, 'NOT_FOUND'],
    ['a missing field', { method: 'POST', url: '/rest/tags', payload: {} }, 400, 'BAD_REQUEST'],
    ['a field of the wrong type', { method: 'POST', url: '/rest/tags', payload: { name: 5 } }, 400, 'BAD_REQUEST'],
    ['no body', { method: 'POST', url: '/rest/tags' }, 400, 'BAD_REQUEST'],
    [
      'an empty body',
      { method: 'POST', url: '/rest/tags', headers: { 'content-type': 'application/json' }, payload: '' },
      400,
      'BAD_REQUEST',
    ],
    [
      'an empty body where none is needed',
      { method: 'DELETE', url: '/rest/tags/none', headers: { 'content-type': 'application/json', 'content-length': '0' } },
      404,
      'TAG_NOT_FOUND',
    ],
    ['a query of the wrong type', { url: '/rest/tags?withUsageCount=perhaps' }, 400, 'BAD_REQUEST'],
    [
      'broken JSON',
      { method: 'POST', url: '/rest/tags', headers: { 'content-type': 'application/json' }, payload: '{"name"' },
      400,
      'NOT_JSON',
    ],
    [
      'another media type',
      { method: 'POST', url: '/rest/tags', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
      400,
      'BAD_REQUEST',
    ],
    ['an unknown id', { method: 'DELETE', url: '/rest/tags/none' }, 404, 'TAG_NOT_FOUND'],
    [
      'a body that is nested too deep',
      {
        method: 'POST',
        url: '/rest/tags',
        headers: { 'content-type': 'application/json' },
        payload: `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      },
      400,
      'BAD_REQUEST',
    ],
    ['an empty name', { method: 'POST', url: '/rest/tags', payload: { name: ' ' } }, 400, 'TAG_INVALID'],
    [
      'a body that is too large',
      { method: 'POST', url: '/rest/tags', payload: { name: 'x'.repeat(PAYLOAD_LIMIT) } },
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ] as const)('to %s say what is wrong', async (_, request, status, code) => {
    const app = await start();
    const response = await app.inject({ ...request });
    expect(response.statusCode).toBe(status);
    const { hint, params } = response.json<{ hint?: string; params?: object }>();
    expect(response.json()).toEqual({
      code,
      status,
      message: expect.stringMatching(/\w+.*\.$/) as unknown,
      ...(hint === undefined ? {} : { hint: expect.any(String) as unknown }),
      ...(params === undefined ? {} : { params: expect.any(Object) as unknown }),
    });
  });

  it('to errors contain the values of their message, and no others', async () => {
    const app = await start();
    const tag = { method: 'POST', url: '/rest/tags', payload: { name: 'Billing' } } as const;
    await app.inject(tag);
    expect((await app.inject(tag)).json()).toMatchObject({ code: 'TAG_EXISTS', params: { name: 'Billing' } });
    const empty = await app.inject({ method: 'POST', url: '/rest/tags', payload: { name: ' ' } });
    expect(empty.json()).not.toHaveProperty('params');
  });
});

describe('access', () => {
  it('requires a sign-in and a role with the permission', async () => {
    const nobody = await start('nobody');
    expect((await nobody.inject({ url: '/rest/tags' })).json()).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    const member = await start({ userId: 'm', role: 'member' });
    expect((await member.inject({ method: 'DELETE', url: '/rest/tags/t1' })).json()).toMatchObject({ code: 'FORBIDDEN' });
    expect((await member.inject({ url: '/rest/tags' })).statusCode).toBe(200);
  });

  it.each([
    ['localhost:5678', undefined, 200],
    ['127.0.0.1', undefined, 200],
    ['[::1]:5678', undefined, 200],
    ['192.168.1.20:5678', undefined, 200],
    ['flows.example', undefined, 200],
    ['attacker.example', undefined, 403],
    ['localhost.attacker.example', undefined, 403],
    ['localhost:5678', 'http://localhost:5678', 200],
    ['localhost:5678', 'http://localhost:9999', 403],
    ['localhost:5678', 'https://attacker.example', 403],
    ['localhost:5678', 'null', 403],
  ])('a write to %s from %s gets %i', async (host, origin, status) => {
    const app = await start();
    const headers = { host, ...(origin === undefined ? {} : { origin }) };
    const response = await app.inject({ method: 'POST', url: '/rest/tags', headers, payload: { name: 'x' } });
    expect(response.statusCode).toBe(status);
  });

  it('refuses a cross-site write without an Origin', async () => {
    const app = await start();
    const response = await app.inject({
      method: 'POST',
      url: '/rest/tags',
      headers: { 'sec-fetch-site': 'cross-site' },
      payload: { name: 'x' },
    });
    expect(response.json()).toMatchObject({ code: 'ORIGIN_REFUSED' });
  });
});

describe('health', () => {
  it('responds under the base path too', async () => {
    const app = await start(owner, { basePath: '/flows/', restPrefix: 'api' });
    expect((await app.inject({ url: '/flows/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await app.inject({ url: '/flows/healthz/readiness' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/flows/api/tags' })).json()).toEqual({ data: [] });
  });
});
