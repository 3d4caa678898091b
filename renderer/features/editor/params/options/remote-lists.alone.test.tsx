// Options and lists that the server loads for a node: reloading and errors.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { store } from '../../../../state/store.ts';
import { modalsClosed, selectModals } from '../../../../state/ui-slice.ts';
import { endForm, showForm } from '../../testing/form.tsx';

afterEach(() => {
  vi.useRealTimers();
  endForm();
});

const errorResponse = (more: object = { code: 'BAD_REQUEST' }): Response =>
  Response.json({ message: 'No permission for tables.', status: 400, ...more }, { status: 400 });

const remote: NodeProperty = {
  displayName: 'Table',
  name: 'table',
  type: 'options',
  default: '',
  typeOptions: { loadOptionsMethod: 'tables', loadOptionsDependsOn: ['base'] },
};
const base: NodeProperty = { displayName: 'Base', name: 'base', type: 'string', default: '' };
const other: NodeProperty = { displayName: 'Other', name: 'other', type: 'string', default: '' };
const tables = [{ name: 'Orders', value: 'orders' }];
const askedFor = (requests: readonly URL[], path: string): readonly URL[] =>
  requests.filter(({ pathname }) => pathname === `/rest/${path}`);
const isOptions = ({ pathname }: URL): boolean => pathname === '/rest/node-parameter-options';

describe('options that are loaded', () => {
  it('are reloaded only when a dependency changes', async () => {
    const { user, requests } = showForm({
      properties: [base, other, remote],
      parameters: { base: '1', table: 'orders' },
      server: (url) => (isOptions(url) ? tables : undefined),
    });
    expect(await screen.findByText('Orders')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /Other/ }), 'x');
    expect(askedFor(requests, 'node-parameter-options')).toHaveLength(1);
    await user.type(screen.getByRole('textbox', { name: /Base/ }), '2');
    await waitFor(() => expect(askedFor(requests, 'node-parameter-options')).toHaveLength(2));
    const query = askedFor(requests, 'node-parameter-options')[1]?.searchParams;
    expect(JSON.parse(query?.get('currentNodeParameters') ?? '')).toMatchObject({ base: '12', other: 'x' });
    expect(query?.get('methodName')).toBe('tables');
    expect(query?.get('path')).toBe('table');
  });

  it('are reloaded with another credential', async () => {
    const credentials = ['c1', 'c2'].map((id) => ({
      id,
      name: id,
      type: 'api',
      nodesAccess: [],
      permissions: { isOwner: true, use: true },
    }));
    const { user, requests } = showForm({
      properties: [remote],
      description: { credentials: [{ name: 'api', displayName: 'Service' }] },
      server: (url) => (isOptions(url) ? tables : url.pathname === '/rest/credentials' ? credentials : undefined),
    });
    await waitFor(() => expect(askedFor(requests, 'node-parameter-options')).toHaveLength(1));
    await user.click(screen.getByRole('combobox', { name: /Credential for Service/ }));
    await user.click(await screen.findByRole('option', { name: 'c2' }));
    await waitFor(() => expect(askedFor(requests, 'node-parameter-options')).toHaveLength(2));
    expect(askedFor(requests, 'node-parameter-options')[1]?.searchParams.get('credentials')).toBe('{"api":{"id":"c2","name":"c2"}}');
  });

  it('are reloaded by Refresh', async () => {
    const { user, requests } = showForm({ properties: [remote], server: (url) => (isOptions(url) ? tables : undefined) });
    await waitFor(() => expect(askedFor(requests, 'node-parameter-options')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'More for Table' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refresh list' }));
    await waitFor(() => expect(askedFor(requests, 'node-parameter-options')).toHaveLength(2));
  });

  it('show why loading failed', async () => {
    showForm({ properties: [remote], server: (url) => (isOptions(url) ? errorResponse() : undefined) });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'There was a problem loading the parameter options from server. No permission for tables.',
    );
  });

  it('show that a value is not among them', async () => {
    showForm({ properties: [remote], parameters: { table: 'gone' }, server: (url) => (isOptions(url) ? tables : undefined) });
    expect((await screen.findByRole('alert')).textContent).toBe('The value "gone" is not supported!');
    expect(screen.getByRole('combobox').textContent).toBe('gone');
  });
});

const list = (typeOptions: object, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: 'Sheet',
  name: 'sheet',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  modes: [
    { name: 'list', displayName: 'From list', type: 'list', typeOptions: { searchListMethod: 'sheets', ...typeOptions } },
    { name: 'id', displayName: 'By ID', type: 'string' },
    { name: 'url', displayName: 'By URL', type: 'string' },
  ],
  ...more,
});
const sheets = ['North', 'South', 'West'].map((name) => ({ name, value: name.toLowerCase(), url: `https://x.test/${name}` }));
const isList = ({ pathname }: URL): boolean => pathname === '/rest/nodes-list-search';
const trigger = (): HTMLElement => document.querySelector('.locator .option-picker') as HTMLElement;
const rows = (): (string | null)[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const settle = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(0)));

describe('the list of a resource locator', () => {
  it('shows three placeholder rows while it loads, then the chosen resource first; choosing stores name and URL', async () => {
    let response: (value: Response) => void = () => undefined;
    const form = showForm({
      properties: [list({})],
      parameters: { sheet: { __rl: true, mode: 'list', value: 'west', cachedResultName: 'West' } },
      server: (url) => (isList(url) ? new Promise((resolve) => (response = resolve)) : undefined),
    });
    await form.user.click(trigger());
    await waitFor(() => expect(document.querySelectorAll('.locator-skeleton')).toHaveLength(3));
    await act(async () => response(Response.json({ data: { results: sheets } })));
    await waitFor(() => expect(rows()).toEqual(['West', 'North', 'South']));
    await form.user.click(screen.getByRole('option', { name: /South/ }));
    expect(form.parameters()['sheet']).toEqual({
      __rl: true,
      mode: 'list',
      value: 'south',
      cachedResultName: 'South',
      cachedResultUrl: 'https://x.test/South',
    });
    expect(trigger().textContent).toBe('South');
    expect(screen.getByRole('link', { name: 'Open Sheet' }).getAttribute('href')).toBe('https://x.test/South');
  });

  it('loads the next page near its end', async () => {
    const form = showForm({
      properties: [list({})],
      server: (url) =>
        !isList(url)
          ? undefined
          : url.searchParams.get('paginationToken') === null
            ? { results: sheets.slice(0, 2), paginationToken: 'next' }
            : { results: sheets.slice(2) },
    });
    await form.user.click(trigger());
    await waitFor(() => expect(rows()).toEqual(['North', 'South']));
    const box = screen.getByRole('listbox');
    Object.defineProperties(box, { scrollHeight: { value: 300 }, clientHeight: { value: 100 } });
    fireEvent.scroll(box, { target: { scrollTop: 189 } });
    expect(askedFor(form.requests, 'nodes-list-search')).toHaveLength(1);
    fireEvent.scroll(box, { target: { scrollTop: 190 } });
    await waitFor(() => expect(rows()).toEqual(['North', 'South', 'West']));
  });

  it('debounces the search by a second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false });
    const form = showForm({ properties: [list({ searchable: true })], server: (url) => (isList(url) ? { results: sheets } : undefined) });
    fireEvent.click(trigger());
    await settle();
    await settle();
    const field = screen.getByRole('textbox', { name: 'Search' });
    fireEvent.change(field, { target: { value: 'we' } });
    await act(async () => void (await vi.advanceTimersByTimeAsync(900)));
    fireEvent.change(field, { target: { value: 'wes' } });
    await act(async () => void (await vi.advanceTimersByTimeAsync(900)));
    const filters = (): (string | null)[] =>
      askedFor(form.requests, 'nodes-list-search').map(({ searchParams }) => searchParams.get('filter'));
    expect(filters()).toEqual([null]);
    await act(async () => void (await vi.advanceTimersByTimeAsync(100)));
    await settle();
    expect(filters()).toEqual([null, 'wes']);
  });

  it('requires a filter if the mode does', async () => {
    const form = showForm({ properties: [list({ searchable: true, searchFilterRequired: true })] });
    await form.user.click(trigger());
    expect(await screen.findByText('Enter a search term first.')).toBeTruthy();
    expect(askedFor(form.requests, 'nodes-list-search')).toHaveLength(0);
  });

  const failing = (failure: object): ReturnType<typeof showForm> =>
    showForm({
      properties: [list({})],
      server: (url) => (isList(url) ? errorResponse(failure) : undefined),
      node: { credentials: { api: { id: 'c1', name: 'Main' } } },
    });

  it.each([
    { code: 'NODE_REQUEST_FAILED', httpCode: '401' },
    { code: 'NODE_REQUEST_FAILED', httpCode: '403' },
    { code: 'CREDENTIAL_NOT_CONNECTED' },
    { code: 'CREDENTIAL_NODE_REFUSED' },
  ])('that could not be loaded opens the credential of the node after $code $httpCode', async (failure) => {
    const form = failing(failure);
    await form.user.click(trigger());
    await form.user.click(await screen.findByRole('button', { name: 'Check your credential' }));
    expect(selectModals(store.getState()).at(-1)).toEqual({ name: 'credential', activeId: 'c1' });
    act(() => void store.dispatch(modalsClosed()));
  });

  it.each([
    ...['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', '404', '429', '500'].map((httpCode) => ({ code: 'NODE_REQUEST_FAILED', httpCode })),
    // There is no credential that could be opened.
    { code: 'CREDENTIAL_NOT_FOUND' },
    { code: 'NODE_OPERATION_FAILED' },
    { code: 'BAD_REQUEST' },
  ])('does not blame the credential for $code $httpCode', async (failure) => {
    const form = failing(failure);
    await form.user.click(trigger());
    expect((await screen.findByRole('alert')).textContent).toMatch(/No permission for tables\.$/);
    expect(screen.queryByText('Check your credential')).toBeNull();
  });

  it('shows why loading failed, and retries when it is opened again', async () => {
    let isBroken = true;
    const form = showForm({
      properties: [list({})],
      server: (url) =>
        isList(url) ? (isBroken ? errorResponse({ code: 'NODE_REQUEST_FAILED', httpCode: '401' }) : { results: sheets }) : undefined,
    });
    await form.user.click(trigger());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^Could not load list.*No permission for tables\./);
    // The node has no credential.
    expect(screen.queryByText('Check your credential')).toBeNull();
    await form.user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(trigger()));
    isBroken = false;
    await form.user.click(trigger());
    await waitFor(() => expect(rows()).toEqual(['North', 'South', 'West']));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('returns the focus to the search if a later page cannot be loaded', async () => {
    const form = showForm({
      properties: [list({ searchable: true })],
      server: (url) => {
        if (!isList(url)) return undefined;
        return url.searchParams.has('paginationToken')
          ? errorResponse({ code: 'NODE_REQUEST_FAILED', httpCode: '500' })
          : { results: sheets, paginationToken: 'next' };
      },
    });
    await form.user.click(trigger());
    await waitFor(() => expect(rows()).toHaveLength(3));
    const search = screen.getByRole('textbox', { name: 'Search' });
    await form.user.click(search);
    await form.user.keyboard('{ArrowDown}');
    expect(document.activeElement).not.toBe(search);
    fireEvent.scroll(screen.getByRole('listbox'));
    await screen.findByRole('alert');
    await waitFor(() => expect(document.activeElement).toBe(search));
  });

  it('returns the focus to the list, if it cannot be searched', async () => {
    const form = failing({ code: 'NODE_REQUEST_FAILED', httpCode: '500' });
    await form.user.click(trigger());
    await screen.findByRole('alert');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listbox')));
  });

  it('takes the first hit of the search with Enter, and nothing without a search', async () => {
    const form = showForm({ properties: [list({ searchable: true })], server: (url) => (isList(url) ? { results: sheets } : undefined) });
    await form.user.click(trigger());
    await waitFor(() => expect(rows()).toHaveLength(3));
    const field = screen.getByRole('textbox', { name: 'Search' });
    await form.user.type(field, '{Enter}');
    await form.user.type(field, 'none{Enter}');
    expect(form.parameters()['sheet']).toBeUndefined();
    await form.user.clear(field);
    // Before the search was sent.
    await form.user.type(field, 'SOU{Enter}');
    expect(form.parameters()['sheet']).toMatchObject({ value: 'south' });
  });

  it('moves the focus from the search to the rows by keyboard', async () => {
    const form = showForm({ properties: [list({ searchable: true })], server: (url) => (isList(url) ? { results: sheets } : undefined) });
    await form.user.click(trigger());
    await waitFor(() => expect(rows()).toHaveLength(3));
    await form.user.click(screen.getByRole('textbox', { name: 'Search' }));
    await form.user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(form.parameters()['sheet']).toMatchObject({ value: 'south' });
  });
});

describe('a workflow given by its ID', () => {
  const selector: NodeProperty = {
    displayName: 'Workflow',
    name: 'workflowId',
    type: 'workflowSelector',
    default: { mode: 'list', value: '' },
  };
  const workflows = [{ id: 'w1', name: 'Billing' }];

  it.each([
    ['is stored with its name when the field loses the focus', 'w1', 'Billing'],
    ['is stored without a name if it is unknown', 'w2', undefined],
  ])('%s', async (_, typed, name) => {
    const form = showForm({
      properties: [selector],
      parameters: { workflowId: { __rl: true, mode: 'id', value: '' } },
      server: ({ pathname }) => (pathname === '/rest/workflows' ? workflows : undefined),
    });
    await form.user.type(screen.getByRole('textbox', { name: /Workflow/ }), typed);
    await form.user.tab();
    await waitFor(() => expect(form.requests.some(({ pathname }) => pathname === '/rest/workflows')).toBe(true));
    const cached = name === undefined ? {} : { cachedResultName: name };
    await waitFor(() => expect(form.parameters()['workflowId']).toEqual({ __rl: true, mode: 'id', value: typed, ...cached }));
  });
});
