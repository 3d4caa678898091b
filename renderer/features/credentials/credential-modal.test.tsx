// The dialog of a credential: choosing a type, required fields, saving, testing, sharing, node types, questions, and failures.
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { STORED_SECRET } from '../../../engine/contract/rest/constants.ts';
import { sessionApi } from '../../api/session.ts';
import { store } from '../../state/store.ts';
import { eventually } from '../../testing/setup.ts';
import {
  ann,
  responses,
  ben,
  button,
  field,
  lastToast,
  none,
  press,
  saved,
  savedCredential,
  requests,
  show,
  types,
} from './testing/credential-dialog.tsx';

savedCredential();

const key = async (): Promise<HTMLInputElement> => screen.findByLabelText<HTMLInputElement>(/^Key/);

describe('a new credential', () => {
  it('shows the icon of its type, or its initials', async () => {
    responses['GET /rest/credential-types'] = types.map((type) =>
      type.name === 'service' ? { ...type, iconVersion: '1.0.0-0.1.0' } : type,
    );
    await show({});
    const row = async (name: string): Promise<Element | null | undefined> =>
      (await screen.findByRole('radio', { name })).closest('label')?.querySelector('.credential-tile');
    expect((await row('Service API'))?.querySelector<HTMLElement>('.node-icon')?.style.getPropertyValue('--node-icon')).toContain(
      'credential-icon/service?theme=light&v=1.0.0-0.1.0',
    );
    expect((await row('Basic Auth'))?.textContent).toBe('BA');
  });

  it.each([
    ['service', 'https://service.example/keys'],
    ['httpBasicAuth', '/help/credentials-and-keys'],
  ])('of the type %s links to documentation, its own or that of credentials in general', async (type, address) => {
    await show({ type });
    expect((await screen.findByRole('link', { name: 'Documentation' })).getAttribute('href')).toBe(address);
  });

  it('gets its type first, by the keyboard too: Enter takes the first hit', async () => {
    await show({});
    const search = await screen.findByRole('searchbox');
    await userEvent.keyboard('{Enter}');
    expect(button('Continue')).toHaveProperty('disabled', true);
    await userEvent.type(search, 'nothing of this');
    await userEvent.keyboard('{Enter}');
    expect(button('Continue')).toHaveProperty('disabled', true);
    await userEvent.clear(search);
    await userEvent.type(search, 'a');
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([true, false]);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Basic Auth' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Service API' }));
    expect(screen.getByRole('radio', { name: 'Service API' })).toHaveProperty('checked', true);
    await userEvent.clear(search);
    await userEvent.type(search, 'serv{Enter}');
    expect(await key()).toBeDefined();
  });

  it('says what each type does, and which nodes use it', async () => {
    const credentials = [{ name: 'httpBasicAuth' }];
    const names = ['Alpha', 'AlphaTool', 'Beta', 'Gamma', 'Delta'];
    responses['GET /rest/node-types'] = names.map((displayName) => ({
      name: displayName,
      displayName,
      version: 1,
      properties: [],
      credentials,
    }));
    await show({});
    const about = async (name: string): Promise<string | null> => {
      const radio = await screen.findByRole('radio', { name });
      // oxlint-disable-next-line unicorn/prefer-query-selector -- ids of React are not selectors
      return document.getElementById(radio.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
    };
    await eventually(async () =>
      expect(await about('Basic Auth')).toBe('Sends a user name and a password. Used by Alpha, Beta, Delta and 1 more.'),
    );
    expect(await about('Service API')).toBe('No installed node uses it.');
  });

  it('is not saved without its required fields, then saved and tested', async () => {
    await show({ type: 'service' });
    await key();
    await press('Save');
    expect(await screen.findByText('Please check the errors below')).toBeDefined();
    expect(screen.getByText('Enter a value for "Key".')).toBeDefined();
    expect(requests).toEqual([]);
    await userEvent.type(await key(), 'secret');
    await press('Save');
    expect(await screen.findByText('Connection tested successfully')).toBeDefined();
    expect(button('Saved').getAttribute('aria-disabled')).toBe('true');
    expect(requests).toEqual([
      {
        call: 'POST /rest/credentials',
        body: { name: 'Service API account', type: 'service', data: { Key: 'secret', Note: '', Passphrase: '' }, nodesAccess: [] },
      },
      { call: 'POST /rest/credentials/test', body: { credentials: { id: 'c1', type: 'service' } } },
    ]);
  });

  it('says what a required field lacks once it was left', async () => {
    await show({ type: 'service' });
    await userEvent.click(await key());
    expect(screen.queryByText('Enter a value for "Key".')).toBeNull();
    // Moving the focus to the switch between value and expression does not leave the field.
    await userEvent.tab();
    expect(screen.queryByText('Enter a value for "Key".')).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText('Enter a value for "Key".')).toBeDefined();
  });

  it('has a plain name if the name cannot be loaded, and is not tested if it has an expression', async () => {
    responses['GET /rest/credentials/new'] = new Error('no names');
    await show({ type: 'service' });
    await userEvent.click(within(await screen.findByRole('group', { name: 'Kind of value for Key' })).getByText('Expression'));
    await userEvent.click(await key());
    await userEvent.paste('={{ $vars.a }}');
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests).toMatchObject([{ body: { name: 'Unnamed credential', data: { Key: '={{ $vars.a }}' } } }]);
  });

  it.each([
    ['typed', (text: string) => userEvent.keyboard(text)],
    ['pasted', (text: string) => userEvent.paste(text)],
  ])('keeps a secret that begins with `=` as it is %s', async (_how, enter) => {
    await show({ type: 'service' });
    await userEvent.click(await key());
    await enter('=abc123');
    expect([(await key()).value, (await key()).type]).toEqual(['=abc123', 'password']);
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests).toMatchObject([{ body: { data: { Key: '==abc123' } } }, {}]);
  });

  it.each(['{{ $secrets.env.API_KEY }}', '={{ $secrets.env.API_KEY }}'])('reads an external secret that is entered as %s', async (text) => {
    responses['GET /rest/credentials/secrets'] = [{ provider: 'env', names: ['API_KEY'] }];
    await show({ type: 'service' });
    await userEvent.click(await key());
    await userEvent.paste(text);
    expect([(await key()).value, (await key()).type]).toEqual(['{{ $secrets.env.API_KEY }}', 'text']);
    expect(await screen.findByText(/Reads the secret env.API_KEY/)).toBeDefined();
    // It stays an expression while it is changed.
    await userEvent.keyboard('{Backspace}');
    expect((await key()).type).toBe('text');
    await userEvent.keyboard('}');
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests).toMatchObject([{ body: { data: { Key: '={{ $secrets.env.API_KEY }}' } } }, { call: 'POST /rest/credentials/test' }]);
  });

  it('says which external secret does not exist, and keeps a secret apart from its expression', async () => {
    responses['GET /rest/credentials/secrets'] = [{ provider: 'env', names: ['API_KEY'] }];
    await show({ type: 'service' });
    const kind = async (name: string): Promise<void> =>
      userEvent.click(within(await screen.findByRole('group', { name: 'Kind of value for Key' })).getByText(name));
    await userEvent.type(await key(), 'hidden');
    await kind('Expression');
    expect((await key()).value).toBe('');
    expect(screen.getByText('Write code in braces, such as {{ $secrets.env.API_KEY }}.')).toBeDefined();
    await userEvent.click(await key());
    await userEvent.paste('{{ $secrets.file.none }}');
    expect(await screen.findByText('This credential can read no secret named file.none.')).toBeDefined();
    await kind('Value');
    expect([(await key()).value, (await key()).type]).toEqual(['hidden', 'password']);
    await kind('Expression');
    expect((await key()).value).toBe('{{ $secrets.file.none }}');
  });

  it('that could not be created stays open with its values', async () => {
    responses['POST /rest/credentials'] = new Error('The disk is full.');
    await show({ type: 'service' });
    await userEvent.type(await key(), 'secret');
    await press('Save');
    await eventually(() =>
      expect(lastToast()).toMatchObject({ title: 'The credential could not be created', message: 'The disk is full.' }),
    );
    expect((await key()).value).toBe('secret');
    expect(button('Save').getAttribute('aria-disabled')).toBe('false');
  });
});

describe('a saved credential', () => {
  it('keeps its secret when something else is changed', async () => {
    await show({ activeId: 'c1' });
    expect((await key()).value).toBe('');
    await userEvent.type(screen.getByLabelText('Note'), '2');
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests[0]).toEqual({
      call: 'PATCH /rest/credentials/c1',
      body: {
        name: 'Mine',
        data: { Key: STORED_SECRET, Note: 'n2', Passphrase: STORED_SECRET },
        nodesAccess: [],
        updatedAt: '2024-01-02T00:00:00.000Z',
      },
    });
  });

  it('loses an optional secret that is removed, and keeps one whose removal is taken back', async () => {
    await show({ activeId: 'c1' });
    await key();
    expect(screen.queryByRole('button', { name: 'Remove the stored value of Key' })).toBeNull();
    await press('Remove the stored value of Passphrase');
    expect(screen.getByText('The stored value is removed when you save.')).toBeDefined();
    await press('Keep the stored value of Passphrase');
    expect(button('Saved').getAttribute('aria-disabled')).toBe('true');
    await press('Remove the stored value of Passphrase');
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests[0]).toMatchObject({ body: { data: { Key: STORED_SECRET, Note: 'n', Passphrase: '' } } });
    expect(screen.queryByRole('button', { name: /stored value of Passphrase/ })).toBeNull();
  });

  it('can be closed while its test is running', async () => {
    responses['POST /rest/credentials/test'] = new Promise(() => undefined);
    const { isClosed } = await show({ activeId: 'c1' });
    await userEvent.type(await screen.findByLabelText('Note'), '2');
    await press('Save');
    await screen.findByText('Testing the connection…');
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(isClosed()).toBe(true));
  });

  it('closes after it was saved if that was asked for meanwhile', async () => {
    let finish: (response: object) => void = () => undefined;
    responses['PATCH /rest/credentials/c1'] = new Promise<object>((resolve) => (finish = resolve));
    const { isClosed } = await show({ activeId: 'c1' });
    await userEvent.type(await screen.findByLabelText('Note'), '2');
    await press('Save');
    await screen.findByRole('button', { name: 'Saving…' });
    await userEvent.keyboard('{Escape}');
    expect(isClosed()).toBe(false);
    finish({ ...saved, data: undefined });
    await eventually(() => expect(isClosed()).toBe(true));
    expect(screen.queryByText('Discard changes?')).toBeNull();
  });

  it('leads to the set-up of accounts once the question about changes is answered', async () => {
    responses['GET /rest/login'] = { ...ann, isDefaultUser: true };
    await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
    const { isClosed } = await show({ activeId: 'c1' });
    await userEvent.type(await screen.findByLabelText('Note'), '2');
    await userEvent.click(screen.getByRole('tab', { name: 'Sharing' }));
    await press('Set up an account');
    await press('Cancel');
    expect([isClosed(), document.querySelector('output')?.textContent]).toEqual([false, '/']);
    await press('Set up an account');
    await press('Discard');
    await eventually(() => expect([isClosed(), document.querySelector('output')?.textContent]).toEqual([true, '/setup']));
    // Other files share the session.
    responses['POST /rest/logout'] = true;
    await store.dispatch(sessionApi.endpoints.signOut.initiate());
    expect(store.getState().session.user).toBeNull();
  });

  it('is renamed in place, never to an empty name', async () => {
    await show({ activeId: 'c1' });
    await press('Mine');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(name).toHaveProperty('maxLength', 64);
    await userEvent.clear(name);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Untitled Service API' })).toBeDefined();
    expect(lastToast()).toMatchObject({ kind: 'warning', title: 'The name cannot be empty' });
    await userEvent.keyboard('{Enter}x{Escape}');
    expect(await screen.findByRole('button', { name: 'Untitled Service API' })).toBeDefined();
  });

  it('shows why a test failed, and tries again', async () => {
    responses['POST /rest/credentials/test'] = { status: 'Error', message: '401 Unauthorized' };
    await show({ activeId: 'c1' });
    await press('Test connection');
    expect((await screen.findByRole('alert')).textContent).toContain("Couldn't connect with these settings401 Unauthorized");
    responses['POST /rest/credentials/test'] = { status: 'OK', message: '' };
    await press('Retry');
    expect(await screen.findByText('Connection tested successfully')).toBeDefined();
    await userEvent.type(screen.getByLabelText('Note'), '2');
    expect(screen.queryByText('Connection tested successfully')).toBeNull();
  });

  it('that does not exist closes the dialog with a message', async () => {
    responses['GET /rest/credentials/c1'] = new Error('There is no credential with the id "c1".');
    const { isClosed } = await show({ activeId: 'c1' });
    await eventually(() => expect(isClosed()).toBe(true));
    expect(lastToast()).toMatchObject({
      title: 'The credential could not be loaded',
      message: 'There is no credential with the id "c1".',
    });
  });

  it.each([
    ['saved', 'PATCH /rest/credentials/c1', '"Mine" could not be saved'],
    ['shared', 'PUT /rest/credentials/c1/share', '"Mine" is saved, but could not be shared'],
  ])('that could not be %s says so', async (_, call, title) => {
    responses[call] = new Error('No.');
    await show({ activeId: 'c1' });
    await userEvent.click(await screen.findByRole('tab', { name: 'Sharing' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Share with' }));
    await userEvent.click(await screen.findByRole('option', { name: /ben/ }));
    await press('Save');
    await eventually(() => expect(lastToast()).toMatchObject({ kind: 'error', title, message: 'No.' }));
    expect((await screen.findByRole('button', { name: 'Save' })).getAttribute('aria-disabled')).toBe('false');
  });

  it('is deleted after a question that names it', async () => {
    responses['DELETE /rest/credentials/c1'] = new Error('No.');
    const { isClosed } = await show({ activeId: 'c1' });
    await press('Delete credential');
    const confirm = (): HTMLElement =>
      within(screen.getByRole('dialog', { name: 'Delete "Mine"?' })).getByRole('button', { name: 'Delete' });
    await userEvent.click(await eventually(confirm));
    await eventually(() => expect(lastToast()).toMatchObject({ kind: 'error', title: '"Mine" could not be deleted' }));
    expect(isClosed()).toBe(false);
    responses['DELETE /rest/credentials/c1'] = true;
    await press('Delete credential');
    await userEvent.click(await eventually(confirm));
    await eventually(() => expect(isClosed()).toBe(true));
  });

  it('asks before changes are lost', async () => {
    const { isClosed } = await show({ activeId: 'c1' });
    await userEvent.type(await screen.findByLabelText('Note'), '2');
    await userEvent.keyboard('{Escape}');
    await press('Cancel');
    expect(isClosed()).toBe(false);
    await userEvent.type(screen.getByLabelText('Note'), '{Backspace}');
    await press('Close');
    await eventually(() => expect(isClosed()).toBe(true));
  });

  it('is shared with users who have signed up, and no longer with one after a question', async () => {
    await show({ activeId: 'c1' });
    await userEvent.click(await screen.findByRole('tab', { name: 'Sharing' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Share with' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['ben@example.com']);
    await userEvent.click(screen.getByRole('option', { name: 'ben@example.com' }));
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests.at(1)).toEqual({ call: 'PUT /rest/credentials/c1/share', body: { shareWithIds: ['ben'] } });
    await press('Stop sharing with ben@example.com');
    await press('Stop sharing');
    await eventually(() => expect(screen.getByText('Not shared with anyone.')).toBeDefined());
    expect(button('Save').getAttribute('aria-disabled')).toBe('false');
  });

  it('may be limited to some nodes, of which one stays', async () => {
    responses['GET /rest/node-types'] = ['A', 'B'].map((name) => ({
      name,
      displayName: name,
      properties: [],
      credentials: [{ name: 'service' }],
    }));
    await show({ activeId: 'c1' });
    await userEvent.click(await screen.findByRole('tab', { name: 'Details' }));
    await userEvent.click(await screen.findByRole('switch', { name: 'Only selected nodes' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'A' }));
    expect(screen.getByRole('checkbox', { name: 'B' }).getAttribute('aria-disabled')).toBe('true');
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests[0]).toMatchObject({ body: { nodesAccess: [{ nodeType: 'B' }] } });
  });
});

describe('a credential of another user', () => {
  it('can be used and tested by a user it is shared with, but not seen', async () => {
    responses['GET /rest/credentials/c1'] = {
      ...saved,
      data: undefined,
      sharedWith: [ben],
      permissions: { ...none, isOwner: false, isInstanceOwner: false, test: true, use: true },
    };
    await show({ activeId: 'c1' });
    expect(await screen.findByText(/^Ann shares this credential with you/)).toBeDefined();
    expect(await key()).toHaveProperty('disabled', true);
    for (const name of ['Save', 'Saved', 'Delete credential', 'Mine']) expect(screen.queryByRole('button', { name })).toBeNull();
    await press('Test connection');
    expect(await screen.findByText('Connection tested successfully')).toBeDefined();
    await userEvent.click(screen.getByRole('tab', { name: 'Sharing' }));
    expect(await screen.findByText('Only Ann can change who this credential is shared with.')).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('is not tested after it was renamed by a user who may not test it', async () => {
    responses['GET /rest/credential-types'] = [{ ...types[0], properties: [field('Note')] }];
    const permissions = { ...none, updateName: true, save: true, isOwner: false, isInstanceOwner: true, test: false, use: false };
    responses['PATCH /rest/credentials/c1'] = responses['GET /rest/credentials/c1'] = { ...saved, data: undefined, permissions };
    await show({ activeId: 'c1' });
    await press('Mine');
    await userEvent.keyboard('Theirs{Enter}');
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests.map(({ call }) => call)).toEqual(['PATCH /rest/credentials/c1']);
  });

  it('can be renamed and deleted by the owner of the instance, who sends nothing else', async () => {
    responses['GET /rest/credentials/c1'] = {
      ...saved,
      data: undefined,
      permissions: { ...none, updateName: true, save: true, delete: true, isOwner: false, isInstanceOwner: true, test: false, use: false },
    };
    responses['PATCH /rest/credentials/c1'] = responses['GET /rest/credentials/c1'];
    await show({ activeId: 'c1' });
    expect(await screen.findByText(/^This credential belongs to Ann\. As the owner of this instance/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
    await press('Mine');
    await userEvent.keyboard('Theirs{Enter}');
    await press('Save');
    await screen.findByRole('button', { name: 'Saved' });
    expect(requests).toEqual([{ call: 'PATCH /rest/credentials/c1', body: { name: 'Theirs', updatedAt: saved.updatedAt } }]);
  });
});
