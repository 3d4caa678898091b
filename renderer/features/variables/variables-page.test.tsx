// The page of variables: what the owner sends, what members read, and its states.
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Variable } from '../../../engine/contract/rest/variables.ts';
import { api } from '../../api/base.ts';
import { sessionApi } from '../../api/session.ts';
import '../../i18n/index.ts';
import { store } from '../../state/store.ts';
import { eventually } from '../../testing/setup.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { VariablesPage } from './index.ts';

let variables: Variable[];
let requests: { readonly call: string; readonly body?: unknown }[];
let failure: { readonly status: number; readonly message: string } | undefined;

const variable = (id: string, key: string, value: string): Variable => ({ id, key, value, type: 'string' });

beforeEach(() => {
  variables = [variable('1', 'region', 'eu'), variable('2', 'shop', 'https://shop.example.com')];
  requests = [];
  failure = undefined;
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address);
    if (method !== 'GET')
      requests.push({ call: `${method} ${pathname}`, ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }) });
    if (failure !== undefined) return Response.json({ code: 'X', ...failure }, { status: failure.status });
    const owner = { id: 'o', globalRole: { name: 'owner' }, fullName: 'Olga', email: '' };
    return Response.json({ data: method !== 'GET' ? true : pathname === '/rest/users' ? [owner] : variables });
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

async function open(role: 'owner' | 'member' = 'owner'): Promise<void> {
  const user = { id: role, globalRole: { name: role }, email: '', fullName: '' };
  await act(() => store.dispatch(sessionApi.util.upsertQueryData('currentUser', undefined, user as never)));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ConfirmProvider>
            <VariablesPage />
          </ConfirmProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}
const rows = (): (string | null | undefined)[] =>
  within(screen.getByRole('table')).getAllByRole('row').slice(1).map((row) => row.querySelector('td')?.textContent); // oxfmt-ignore

it('lists variables with how to use them, and searches in names and values', async () => {
  await open();
  await screen.findByText('$vars.region');
  expect(rows()).toEqual(['region', 'shop']);
  screen.getByRole('button', { name: 'Copy $vars.shop' });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search variables' }), 'example');
  expect(rows()).toEqual(['shop']);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search variables' }), '?');
  screen.getByText('No variables match. Change the search.');
});

it('adds a variable whose name is valid', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add variable' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const save = (): Promise<void> => userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await save();
  dialog.getByText('Please enter a name.');
  for (const [key, text] of [
    ['1st', 'Use letters, digits and underscores, and no digit first.'],
    ['region', 'There is a variable with this name already.'],
    ['a'.repeat(51), 'At most 50 characters.'],
  ] as const) {
    await userEvent.clear(name);
    await userEvent.type(name, key);
    dialog.getByText(text);
  }
  await userEvent.clear(name);
  await userEvent.type(name, 'currency');
  const value = dialog.getByRole('textbox', { name: 'Value' });
  await userEvent.click(value);
  await userEvent.paste('x'.repeat(1001));
  dialog.getByText('At most 1000 characters; these are 1001.');
  await save();
  expect(requests).toEqual([]);
  await userEvent.clear(value);
  await userEvent.type(value, 'EUR');
  failure = { status: 400, message: 'Too many variables.' };
  await save();
  await dialog.findByText('Too many variables.');
  failure = undefined;
  await save();
  await eventually(() => expect(requests.at(-1)).toEqual({ call: 'POST /rest/variables', body: { key: 'currency', value: 'EUR' } }));
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('changes a variable, and deletes it after a question', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit region' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 's');
  dialog.getByText('Expressions that use the former name are not changed.');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(requests.at(-1)).toEqual({ call: 'PUT /rest/variables/1', body: { key: 'regions', value: 'eu' } }));
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Delete shop' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('$vars.shop');
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await eventually(() => expect(requests.at(-1)).toEqual({ call: 'DELETE /rest/variables/2' }));
});

it('lets members read, and names whom to ask', async () => {
  await open('member');
  await screen.findByText(/^You can use these variables in expressions\. Ask Olga/);
  await screen.findByText('$vars.region');
  expect(screen.queryByRole('button', { name: /Add|Edit|Delete/ })).toBeNull();
});

it('says that there are none, and why they could not be loaded', async () => {
  variables = [];
  await open();
  await screen.findByRole('heading', { name: 'No variables yet' });
  screen.getByRole('button', { name: 'Add variable' });
  cleanup();
  store.dispatch(api.util.resetApiState());
  failure = { status: 500, message: 'The database is busy.' };
  await open();
  await screen.findByText('The variables could not be loaded');
  failure = undefined;
  variables = [variable('1', 'region', 'eu')];
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('$vars.region');
});
