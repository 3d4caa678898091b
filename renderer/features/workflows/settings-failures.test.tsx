// What the dialogs of workflows say when the engine fails.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { eventually } from '../../testing/setup.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { OpenWorkflowModal } from './open-workflow-modal.tsx';
import { SettingsModal } from './settings-modal.tsx';

/** Requests that fail, by method and path. */
let failing: ReadonlySet<string>;
const workflow = { id: '1', name: 'Orders', version: 4, active: false, tags: [], nodes: [], connections: {}, settings: {} };

beforeEach(async () => {
  failing = new Set();
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    const { pathname } = new URL(address);
    if (failing.has(`${method} ${pathname}`)) return Response.json({ code: 'INTERNAL', message: 'Broken.', status: 500 }, { status: 500 });
    if (pathname === '/rest/settings') return Response.json({ data: { maxExecutionTimeout: 3600, executionTimeout: -1 } });
    if (pathname === '/rest/workflows/1') return Response.json({ data: workflow });
    return Response.json({ data: pathname === '/rest/options/timezones' ? {} : [] });
  });
  await store.dispatch(editorApi.endpoints.settings.initiate());
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const show = (element: ReactNode): void => {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ConfirmProvider>{element}</ConfirmProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
};

it.each([
  ['loaded', 'GET /rest/workflows/1', 'The settings could not be loaded'],
  ['saved', 'PATCH /rest/workflows/1', 'The settings could not be saved'],
])('settings that cannot be %s say so', async (_, call, title) => {
  failing = new Set([call]);
  show(<SettingsModal modal={{ name: 'workflow-settings', activeId: '1' }} onClose={() => undefined} />);
  if (call.startsWith('PATCH')) {
    await userEvent.click(await screen.findByRole('switch', { name: 'Time limit' }));
    await userEvent.type(screen.getByRole('spinbutton', { name: 'minutes' }), '5');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  }
  const notice = await screen.findByRole('alert');
  expect([notice.textContent.includes(title), notice.textContent.includes('Broken.')]).toEqual([true, true]);
});

it('the list of workflows that cannot be loaded says so, and is loaded again', async () => {
  failing = new Set(['GET /rest/workflows']);
  show(<OpenWorkflowModal onClose={() => undefined} />);
  expect(await screen.findByText('The workflows could not be loaded')).toBeTruthy();
  failing = new Set();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await eventually(() => expect(screen.queryByText('The workflows could not be loaded')).toBeNull());
});
