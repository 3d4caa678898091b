// Addresses of workflows and executions that do not exist lead to the not-found page, and stay in the address bar.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { selectToasts } from '../../../state/toasts.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { EditorScreen } from '../editor-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it.each(['/workflow/none', '/execution/none'])('%s', async (address) => {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      new URL(url).pathname.endsWith('/none')
        ? Response.json({ code: 'NOT_FOUND', message: 'It does not exist.' }, { status: 404 })
        : Response.json({ data: [] }),
    ),
  );
  const toasts = selectToasts(store.getState());
  const at = (path: string) => ({ path, Component: EditorScreen });
  const router = createMemoryRouter([at('/workflow'), at('/workflow/:name'), at('/execution/:id')], { initialEntries: [address] });
  render(
    <Provider store={store}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </Provider>,
  );
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Page not found');
  expect(document.title).toMatch(/^Page not found/);
  expect([router.state.location.pathname, selectToasts(store.getState())]).toEqual([address, toasts]);
});

const rejections: [string, () => Promise<Response>, string][] = [
  ['that fails', () => Promise.resolve(Response.json({ code: 'INTERNAL', message: 'It broke.' }, { status: 500 })), 'It broke.'],
  ['that is refused', () => Promise.resolve(Response.json({ code: 'FORBIDDEN', message: 'Not yours.' }, { status: 403 })), 'Not yours.'],
  ['without a server', () => Promise.reject(new TypeError('no network')), ''],
];

it.each(['/workflow/w1', '/execution/e1'].flatMap((address) => rejections.map((rejection) => [address, ...rejection] as const)))(
  '%s %s says why, and is opened by Retry',
  async (address, _what, reject, reason) => {
    let requestCount = 0;
    vi.stubGlobal('requestIdleCallback', () => 0);
    vi.stubGlobal('cancelIdleCallback', () => undefined);
    vi.stubGlobal('fetch', (url: string) => {
      if (!/\/(w1|e1)$/.test(new URL(url).pathname)) return Promise.resolve(Response.json({ data: [] }));
      requestCount++;
      return requestCount === 1 ? reject() : Promise.resolve(Response.json({ code: 'NOT_FOUND', message: 'Gone.' }, { status: 404 }));
    });
    const at = (path: string) => ({ path, Component: EditorScreen });
    const router = createMemoryRouter([at('/workflow'), at('/workflow/:name'), at('/execution/:id')], { initialEntries: [address] });
    render(
      <Provider store={store}>
        <TooltipProvider>
          <RouterProvider router={router} />
        </TooltipProvider>
      </Provider>,
    );
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toMatch(/^The (workflow|execution) could not be/);
    expect(notice.textContent).toContain(reason);
    expect(router.state.location.pathname).toBe(address);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(requestCount).toBe(2);
  },
);
