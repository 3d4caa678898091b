// Every request of a page has the page's session id.
import { afterEach, expect, it, vi } from 'vitest';
import { transport } from './index.ts';

afterEach(() => vi.unstubAllGlobals());

it('is 13 random characters, the same for all requests', async () => {
  const ids: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    ids.push(new Headers(headers).get('session-id'));
    return Response.json({ data: true });
  });
  await transport.request({ method: 'GET', path: '/tags' });
  await transport.request({ method: 'GET', path: '/users' });
  expect(ids[0]).toMatch(/^[a-z\d]{13}$/);
  expect(ids[1]).toBe(ids[0]);
});
