// The survey opens by itself once, at the canvas.
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { store } from '../../state/store.ts';
import { modalsClosed, selectModals } from '../../state/ui-slice.ts';
import { useSurvey } from './index.ts';

let userCount = 0;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  store.dispatch(modalsClosed());
  store.dispatch(api.util.resetApiState());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(personalizationSurveyEnabled: boolean, personalizationAnswers: object | null): Promise<void> {
  const user = { id: `survey-${++userCount}`, globalRole: { name: 'owner' }, personalizationAnswers };
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json({ data: address.endsWith('/settings') ? { personalizationSurveyEnabled } : user }),
  );
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
}
const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => <Provider store={store}>{children}</Provider>;
async function showAt(isCanvas: boolean): Promise<readonly string[]> {
  const { unmount } = renderHook(() => useSurvey(isCanvas), { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(10));
  unmount();
  const names = selectModals(store.getState()).map(({ name }) => name);
  store.dispatch(modalsClosed());
  return names;
}

it('opens once at the canvas, for users without answers, where it is enabled', async () => {
  await open(false, null);
  expect(await showAt(true)).toEqual([]);
  await open(true, { version: 'v3' });
  expect(await showAt(true)).toEqual([]);
  await open(true, null);
  expect([await showAt(false), await showAt(true), await showAt(true)]).toEqual([[], ['survey'], []]);
});
