// The menu of the workflow: the version history; archiving and deletion: what the question says about executions, by keyboard, and what is sent.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { eventually } from '../../../testing/setup.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { EditorDialogs } from '../screen/dialogs.tsx';
import { EditorProvider } from '../state/editor-context.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { MoreMenu } from './more-menu.tsx';

const Address = (): ReactNode => <p>at {useLocation().pathname}</p>;
let calls: string[];

interface OpenExecutions {
  readonly queued: number;
  readonly waiting: number;
  readonly running: number;
}

function showMenu(id: string | undefined, isArchived = false): void {
  const saved = id === undefined ? {} : { id, version: 1, isActive: true, isArchived };
  act(() => void store.dispatch(editorActions.opened({ workflow: { name: 'Mine', nodes: [], connections: {} }, ...saved })));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/workflow/w']}>
        <TooltipProvider>
          <EditorProvider types={typeLookup([])}>
            <MoreMenu />
            <EditorDialogs />
          </EditorProvider>
        </TooltipProvider>
        <Address />
      </MemoryRouter>
    </Provider>,
  );
}

/** Renders the menu and focuses its last entry. `open`: undefined if the number of executions cannot be loaded. */
async function openMenu(isArchived: boolean, open?: OpenExecutions): Promise<void> {
  calls = [];
  vi.stubGlobal('fetch', (address: string, { method }: { method: string }) => {
    const { pathname } = new URL(address, 'http://localhost');
    calls.push(`${method} ${pathname}`);
    if (method === 'PATCH') return Promise.resolve(Response.json({ data: { id: 'w' } }));
    if (!pathname.endsWith('/deletion')) return Promise.resolve(Response.json({ data: method === 'DELETE' ? true : [] }));
    return Promise.resolve(open === undefined ? Response.json({ message: 'no' }, { status: 500 }) : Response.json({ data: open }));
  });
  showMenu('w', isArchived);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(document.activeElement?.role).toBe('menuitem'));
  await userEvent.keyboard('{End}');
  const last = screen.getAllByRole('menuitem').at(-1);
  await eventually(() => expect(document.activeElement).toBe(last));
}

async function ask(open: OpenExecutions | undefined): Promise<string> {
  await openMenu(true, open);
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  return dialog.textContent ?? '';
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it.each([
  [{ queued: 0, waiting: 0, running: 0 }, 'permanently deleted.', 'stops'],
  [{ queued: 0, waiting: 1, running: 0 }, 'This stops 1 waiting execution.', 'running'],
  [
    { queued: 3, waiting: 2, running: 1 },
    'This stops 2 waiting executions and 3 queued executions. 1 running execution goes on to its end.',
    '0',
  ],
  [undefined, 'permanently deleted.', 'stops'],
] as const)('with %j open, the question says so', async (open, expected, missing) => {
  const text = await ask(open);
  expect(text).toContain(expected);
  expect(text).not.toContain(missing);
});

it('leads to the version history of a saved workflow', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [] })));
  showMenu(undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Workflow menu' }));
  expect((await screen.findByRole('menuitem', { name: /^Version history/ })).ariaDisabled).toBe('true');
  cleanup();
  showMenu('w');
  await userEvent.click(screen.getByRole('button', { name: 'Workflow menu' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Version history/ }));
  await screen.findByText('at /workflow/w/history');
});

it('deletes after the confirmation only', async () => {
  await ask({ queued: 0, waiting: 1, running: 0 });
  // The focus is on Cancel.
  await userEvent.keyboard('{Enter}');
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  cleanup();
  await ask({ queued: 0, waiting: 1, running: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await eventually(() => expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /rest/workflows/w']));
  await eventually(() => expect(screen.getByText('at /workflow')).toBeDefined());
});

it('archives a workflow before it can be deleted', async () => {
  await openMenu(false);
  expect(document.activeElement?.textContent).toBe('Archive');
  expect(screen.queryByRole('menuitem', { name: /Delete/ })).toBeNull();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(store.getState().editor).toMatchObject({ isArchived: true, isActive: false }));
  expect(calls).toContain('PATCH /rest/workflows/w');
  await userEvent.click(screen.getByRole('button', { name: 'Workflow menu' }));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent).slice(-2)).toEqual(['Restore from archive', expect.stringMatching(/^Delete/)]);
});
