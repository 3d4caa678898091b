// The dialog of a credential and a server's responses, for tests.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { STORED_SECRET } from '../../../../engine/contract/rest/constants.ts';
import '../../../i18n/index.ts';
import { api } from '../../../api/base.ts';
import { sessionApi } from '../../../api/session.ts';
import { store } from '../../../state/store.ts';
import { selectToasts } from '../../../state/toasts.ts';
import type { OpenModal } from '../../../state/ui-slice.ts';
import { ConfirmProvider } from '../../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { CredentialModal } from '../credential-modal.tsx';

export const field = (name: string, more: object = {}) => ({ displayName: name, name, type: 'string', default: '', ...more });
export const types = [
  {
    name: 'service',
    displayName: 'Service API',
    isTestable: true,
    canSign: true,
    documentationUrl: 'https://service.example/keys',
    properties: [
      field('Key', { required: true, typeOptions: { password: true } }),
      field('Note'),
      field('Passphrase', { typeOptions: { password: true } }),
    ],
  },
  { name: 'httpBasicAuth', displayName: 'Basic Auth', isTestable: false, properties: [field('User')] },
];
export const [ann, ben, cleo] = ['ann', 'ben', 'cleo'].map((id) => ({
  id,
  email: `${id}@example.com`,
  firstName: id === 'ann' ? 'Ann' : null,
  lastName: null,
  fullName: '',
  isPending: id === 'cleo',
  isDefaultUser: false,
  globalRole: { name: 'member' },
})) as [object, object, object];
const all = { updateName: true, updateConnection: true, updateSharing: true, updateNodeAccess: true, save: true, delete: true };
const own = { ...all, isOwner: true, isInstanceOwner: false, test: true, use: true };
export const none = {
  updateName: false,
  updateConnection: false,
  updateSharing: false,
  updateNodeAccess: false,
  save: false,
  delete: false,
};
export const saved = {
  id: 'c1',
  name: 'Mine',
  type: 'service',
  nodesAccess: [],
  sharedWith: [] as object[],
  ownedBy: ann,
  permissions: own as object,
  createdAt: '2024-01-01T00:00:00.000Z',
  updatedAt: '2024-01-02T00:00:00.000Z',
  data: { Key: STORED_SECRET, Note: 'n', Passphrase: STORED_SECRET } as object | undefined,
};

export let requests: { readonly call: string; readonly body: unknown }[];
/** Responses by method and path; a function receives the body. */
export let responses: Record<string, unknown>;

/** Called at the top of a test file: a server with the saved credential `c1`, for each test. */
export function savedCredential(): void {
  beforeEach(async () => {
    requests = [];
    responses = {
      'GET /rest/credential-types': types,
      'GET /rest/credentials/new': { name: 'Service API account' },
      'GET /rest/credentials/c1': saved,
      'GET /rest/users': [ann, ben, cleo],
      'GET /rest/node-types': [],
      'POST /rest/credentials': { ...saved, data: undefined },
      'PATCH /rest/credentials/c1': { ...saved, data: undefined },
      'PUT /rest/credentials/c1/share': { ...saved, data: undefined, sharedWith: [ben] },
      'POST /rest/credentials/test': { status: 'OK', message: '' },
      'GET /rest/login': ann,
    };
    vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      const call = `${method} ${new URL(address).pathname}`;
      if (method !== 'GET') requests.push({ call, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
      const response = await responses[call];
      if (response instanceof Error) return Response.json({ code: response.name, message: response.message, status: 400 }, { status: 400 });
      return Response.json({ data: response });
    });
    await store.dispatch(sessionApi.endpoints.currentUser.initiate());
  });
  afterEach(() => {
    cleanup();
    store.dispatch(api.util.resetApiState());
    vi.unstubAllGlobals();
  });
}

const Place = (): ReactNode => <output>{useLocation().pathname}</output>;

/** Opens the dialog. */
export async function show(
  part: Partial<OpenModal<'credential'>>,
): Promise<{ readonly isClosed: () => boolean; readonly dialog: HTMLElement }> {
  let isClosed = false;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ConfirmProvider>
            <CredentialModal modal={{ name: 'credential', ...part }} onClose={() => (isClosed = true)} />
            <Place />
          </ConfirmProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  return { isClosed: () => isClosed, dialog: await screen.findByRole('dialog') };
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const press = async (name: string | RegExp): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));
export const lastToast = () => selectToasts(store.getState()).at(-1);
