// The page about members: who shares the database, how each of them is, and how to add a server.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import './index.ts';
import type { Member } from '../../../engine/contract/rest/members.ts';
import { api } from '../../api/base.ts';
import { store } from '../../state/store.ts';
import { MembersPage } from './members-page.tsx';

let members: readonly Member[] | Error;
const show = (): void => {
  vi.stubGlobal('fetch', async () =>
    members instanceof Error
      ? Response.json({ code: 'STORE_FAILED', message: members.message }, { status: 503 })
      : Response.json({ data: members }),
  );
  render(
    <Provider store={store}>
      <MembersPage />
    </Provider>,
  );
};
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const member = (id: string, more: Partial<Member> = {}): Member => ({
  id,
  place: `${id}.example:/data/${id}`,
  kind: 'server',
  isThis: false,
  startedAt: new Date(Date.now() - 7_200_000).toISOString(),
  seenAgo: 500,
  lease: 10_000,
  workflows: 4,
  state: { version: '1.2.3', runs: 3, slots: null, load: 0.254, serves: true },
  ...more,
});
const cellsOf = (name: RegExp): (string | null)[] =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('shows servers and commands, with this one marked and their limits and leases', async () => {
  members = [
    member('one', { isThis: true }),
    member('two', { seenAgo: 7200, state: { version: '1.3.0', runs: 2, slots: 10, load: 1, serves: true } }),
    member('three', { seenAgo: 11_000, state: { version: '1.3.0', runs: 1, slots: 0, load: 0, serves: true } }),
    member('four', { kind: 'command', workflows: 0, state: null, place: 'four.example:C:\\data' }),
  ];
  show();
  await screen.findByRole('row', { name: /one\.example/ });
  expect(cellsOf(/one\.example/)).toEqual(['one.exampleThis server/data/one', '1.2.3started 2 hours ago', '3', '4', '25%', 'Renewed']);
  expect(cellsOf(/two\.example/).slice(1)).toEqual(['1.3.0started 2 hours ago', '2 of 10', '4', '100%', 'Runs out in 3 s']);
  expect(cellsOf(/three\.example/).slice(1)).toEqual(['1.3.0started 2 hours ago', '1, no production', '4', '0%', 'Has run out']);
  expect(cellsOf(/four\.example/)).toEqual(['four.exampleCommandC:\\data', '–started 2 hours ago', '–', '–', '–', 'Renewed']);
  expect(screen.queryByText('This is the only server')).toBeNull();
});

it('follows changes, and says how to add a server if there is only one', async () => {
  members = [member('one', { isThis: true }), member('run', { kind: 'command', state: null })];
  show();
  await screen.findByText('This is the only server');
  expect(screen.getByText(/same MILLRACE_DATABASE and MILLRACE_ENCRYPTION_KEY/)).toBeTruthy();
  members = [member('one', { isThis: true }), member('two')];
  await screen.findByRole('row', { name: /two\.example/ }, { timeout: 60_000 });
  expect(screen.queryByText('This is the only server')).toBeNull();
});

it('says if the members cannot be loaded', async () => {
  members = new Error('The database is away.');
  show();
  await screen.findByText('The members could not be loaded');
  expect(screen.queryByRole('table')).toBeNull();
  members = [member('one')];
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('row', { name: /one\.example/ });
  expect(screen.queryByText('The database is away.')).toBeNull();
});
