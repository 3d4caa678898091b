// Usage events of the editor: collected, sent for signed-in users, and only if the instance sends them anywhere.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { editorApi } from '../api/editor.ts';
import { sessionApi } from '../api/session.ts';
import { store } from './store.ts';
import { followUsage, usageTracked } from './usage-events.ts';

let sent: unknown[];
/** Whether each request is sent even if the page is closed. */
let keepaliveFlags: unknown[];
let isEnabled: boolean;

beforeAll(() => followUsage());
beforeEach(() => {
  sent = [];
  keepaliveFlags = [];
  isEnabled = true;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, keepalive }: RequestInit = {}) => {
    const { pathname } = new URL(address);
    if (method === 'POST' && pathname === '/rest/telemetry') {
      sent.push(JSON.parse(typeof body === 'string' ? body : ''));
      keepaliveFlags.push(keepalive);
    }
    const user = { id: 'a', globalRole: { name: 'owner' } };
    return Response.json({
      data: pathname === '/rest/settings' ? { telemetry: { enabled: isEnabled } } : pathname === '/rest/login' ? user : true,
    });
  });
});
afterEach(async () => {
  await store.dispatch(sessionApi.endpoints.signOut.initiate());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const signIn = async (): Promise<void> => {
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
};
const view = (page: string) => store.dispatch(usageTracked({ name: 'page viewed', page }));
const event = (page: string): object => ({ name: 'page viewed', page });

it('go together after a second', async () => {
  await signIn();
  view('/workflow');
  await vi.advanceTimersByTimeAsync(500);
  view('/credentials');
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ events: [event('/workflow'), event('/credentials')] }]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(1);
});

it('of the last second go when the page is left, and only once', async () => {
  await signIn();
  view('/workflow');
  window.dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(0);
  expect([sent, keepaliveFlags]).toEqual([[{ events: [event('/workflow')] }], [true]]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(1);
});

it('from before sign-in wait for it', async () => {
  view('/signin');
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([]);
  await signIn();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([{ events: [event('/signin')] }]);
});

it('are not sent if the instance sends none', async () => {
  isEnabled = false;
  await signIn();
  view('/workflow');
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([]);
});

it('are at most 50, the latest', async () => {
  await signIn();
  for (let i = 0; i < 60; i++) view(i < 10 ? '/old' : '/new');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([{ events: Array(50).fill(event('/new')) }]);
});
