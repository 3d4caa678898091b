// The signed-in user, while responses may arrive late.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionApi } from '../api/session.ts';
import { selectUser } from './session.ts';
import { store } from './store.ts';
import { eventually } from '../testing/setup.ts';

const nobody = { status: 401, body: { code: 'UNAUTHENTICATED', message: 'Nobody is signed in.', status: 401 } };
let pendingRequests: ((response: { status: number; body: unknown }) => void)[];

beforeEach(() => {
  pendingRequests = [];
  vi.stubGlobal('fetch', async (_url: string, { method }: { method: string }) => {
    if (method === 'POST') return Response.json({ data: { id: 'owner', globalRole: { name: 'owner' } } });
    const { status, body } = await new Promise<{ status: number; body: unknown }>((resolve) => pendingRequests.push(resolve));
    return Response.json(body, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const ask = (): PromiseLike<unknown> =>
  store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }));

it('ignores responses to requests from before the sign-in', async () => {
  const asking = ask();
  await eventually(() => expect(pendingRequests).toHaveLength(1));
  await store.dispatch(sessionApi.endpoints.signIn.initiate({ body: { email: 'a@example.com', password: 'x' } }));
  pendingRequests[0]?.(nobody);
  await asking;
  expect(selectUser(store.getState())?.id).toBe('owner');
});

it('ends when the engine says that nobody is signed in', async () => {
  const asking = ask();
  await eventually(() => expect(pendingRequests).toHaveLength(1));
  pendingRequests[0]?.(nobody);
  await asking;
  expect(selectUser(store.getState())).toBeNull();
});
