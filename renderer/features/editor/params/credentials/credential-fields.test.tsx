// The credential fields of a node: choosing, repairing and editing a credential, and why the node cannot use it.
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { credentialsApi } from '../../../../api/credentials.ts';
import { store } from '../../../../state/store.ts';
import { modalsClosed, selectModals } from '../../../../state/ui-slice.ts';
import { endForm, showForm } from '../../testing/form.tsx';

afterEach(endForm);

describe('the credentials of a node', () => {
  const permissions = { isOwner: true, use: true };
  const ben = { id: 'ben', firstName: 'Ben', lastName: '<b>', email: null };
  const listedCredentials = [
    { id: 'c1', name: 'Main', type: 'api', permissions: { isOwner: false, use: true }, ownedBy: ben },
    { id: 'c2', name: 'Other', type: 'api', permissions },
    { id: 'c3', name: 'Wrong', type: 'else', permissions },
    { id: 'c4', name: 'Seen only', type: 'api', permissions: { isOwner: false, use: false } },
  ].map((credential) => ({ nodesAccess: [], ...credential }));
  const server = (url: URL): unknown => (url.pathname === '/rest/credentials' ? listedCredentials : []);
  const description = { credentials: [{ name: 'api', displayName: 'Service', required: true }] };

  it('are chosen from the credentials of the type that the user may use, own ones first', async () => {
    const form = showForm({ properties: [], description, server });
    await waitFor(() => expect(form.requests.some(({ pathname }) => pathname === '/rest/credentials')).toBe(true));
    await form.user.click(screen.getByRole('combobox', { name: /Credential for Service/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Other', 'MainShared by Ben <b>']);
    await form.user.click(screen.getByRole('option', { name: 'Other' }));
    expect(form.file().nodes[1]?.credentials).toEqual({ api: { id: 'c2', name: 'Other' } });
  });

  const renderFields = (credentials: object, isReadOnly = false): ReturnType<typeof showForm> =>
    showForm({ properties: [], description, server, isReadOnly, node: { credentials: { api: credentials } as never } });
  const stored = (form: ReturnType<typeof showForm>): unknown => form.file().nodes[1]?.credentials?.['api'];

  it('whose id is gone are replaced by the only one with their name', async () => {
    const form = renderFields({ id: 'gone', name: 'Other' });
    await waitFor(() => expect(stored(form)).toEqual({ id: 'c2', name: 'Other' }));
    expect(form.steps()).toBe(1);
    form.undo();
    await waitFor(() => expect(stored(form)).toEqual({ id: 'gone', name: 'Other' }));
    expect(form.steps()).toBe(0);
  });

  it.each([
    ['of an unknown name', { id: 'gone', name: 'Lost' }, 'Lost (missing)'],
    ['that only its owner may use', { id: 'c4', name: 'Seen only' }, 'Seen only (missing)'],
  ])('%s are shown as missing', async (_, reference, text) => {
    const form = renderFields(reference);
    expect((await screen.findByText(text)).textContent).toBe(text);
    expect(screen.getByRole('combobox', { name: /Credential for Service/ }).getAttribute('aria-invalid')).toBe('true');
    expect(stored(form)).toEqual(reference);
  });

  it('of a finished execution stay', async () => {
    const form = renderFields({ id: 'gone', name: 'Other' }, true);
    expect(await screen.findByText('Other (missing)')).toBeDefined();
    expect(stored(form)).toEqual({ id: 'gone', name: 'Other' });
  });

  it('are edited, and no longer used once they are deleted there', async () => {
    const form = renderFields({ id: 'c2', name: 'Other' });
    await form.user.click(await screen.findByRole('button', { name: 'Edit Other' }));
    const modal = selectModals(store.getState()).at(-1);
    expect(modal).toMatchObject({ name: 'credential', activeId: 'c2' });
    await act(() => store.dispatch(credentialsApi.endpoints.removeCredential.initiate({ params: { id: 'c2' } })));
    await waitFor(() => expect(form.file().nodes[1]).not.toHaveProperty('credentials'));
    act(() => void store.dispatch(modalsClosed()));
  });

  const elsewhere = { nodesAccess: [{ nodeType: 'elsewhere' }] };
  const mine = { isOwner: true, use: true, updateNodeAccess: true, updateConnection: true };
  const notMine = { ...mine, isOwner: false, updateNodeAccess: false, updateConnection: false };
  it.each([
    ['other types of nodes only', { ...elsewhere, permissions: mine }, /^This credential is limited .* Allow Node under "Details"/],
    ['other types of nodes only, by its owner', { ...elsewhere, permissions: notMine }, /^This credential is limited .* Ask its owner/],
    ['an account to be connected', { isConnected: false, permissions: mine }, 'No account is connected to this credential. Edit it'],
    ['an account to be connected by its owner', { isConnected: false, permissions: notMine }, /account is connected .* Ask its owner/],
  ])('that are for %s say so before the node runs', async (_, part, expected) => {
    const credential = { id: 'c5', name: 'Five', type: 'api', nodesAccess: [], ...part };
    const response = (url: URL): unknown => (url.pathname === '/rest/credentials' ? [credential] : []);
    const form = showForm({
      properties: [],
      description: { ...description, displayName: 'Node' },
      server: response,
      node: { credentials: { api: { id: 'c5', name: 'Five' } } },
    });
    expect((await screen.findByRole('alert')).textContent).toMatch(expected);
    await form.user.click(screen.getByRole('combobox', { name: /Credential for Service/ }));
    const option = await screen.findByRole('option');
    expect(option.textContent?.includes('Only for other types of nodes')).toBe('nodesAccess' in part);
  });

  it('that are missing are reported when issues are requested', async () => {
    showForm({ properties: [], description, server, isForced: true });
    expect((await screen.findByRole('alert')).textContent).toMatch(/Service|api/i);
  });
});
