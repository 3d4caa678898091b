// Addresses of workflows and executions that do not exist lead to the not-found page, and stay in the address bar.
import { cleanup, render, screen } from '@testing-library/react';
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
