// Switching a workflow on and off: what is sent, explained, and said after a failure.
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { modalsClosed, selectModals } from '../../state/ui-slice.ts';
import { dismissExplanation, useActivation } from './use-activation.ts';

const orders = { id: 'w', name: 'Orders', version: 3 };
let active: readonly string[];
let isRejected: boolean;
let requests: unknown[];

beforeEach(() => {
  active = [];
  isRejected = false;
  requests = [];
  localStorage.clear();
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Response.json({ data: active });
    requests.push(JSON.parse(body ?? ''));
    return isRejected
      ? Response.json({ code: 'ACTIVATION_FAILED', message: 'No trigger.', status: 400 }, { status: 400 })
      : Response.json({ data: {} });
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(modalsClosed());
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

async function set(isActive: boolean): Promise<boolean> {
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(useActivation, { wrapper });
  return act(() => result.current.setActive(orders, isActive));
}
const lastToast = () => selectToasts(store.getState()).at(-1);

it('a workflow that is active already is not activated again', async () => {
  active = ['w'];
  expect(await set(true)).toBe(true);
  expect(lastToast()).toMatchObject({ kind: 'info', title: '"Orders" is already active' });
  expect([requests, selectModals(store.getState())]).toEqual([[], []]);
});

it('is explained at the first activation until the user opts out', async () => {
  await set(true);
  expect(requests).toEqual([{ active: true, version: 3 }]);
  expect(selectModals(store.getState())).toEqual([{ name: 'activation', activeId: 'w' }]);
  store.dispatch(modalsClosed());
  await set(false);
  expect(selectModals(store.getState())).toEqual([]);
  dismissExplanation();
  await set(true);
  expect(selectModals(store.getState())).toEqual([]);
});

it.each([
  [true, '"Orders" could not be activated'],
  [false, '"Orders" could not be deactivated'],
])('a failure to switch it to %s says so', async (isActive, title) => {
  isRejected = true;
  expect(await set(isActive)).toBe(false);
  expect(lastToast()).toMatchObject({ kind: 'error', title, message: 'No trigger.' });
});
