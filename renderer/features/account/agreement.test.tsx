// The box that asks whether the address may be passed on shows only where a contact service receives it.
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { SetUpPage } from './set-up-page.tsx';
import { SignUpPage } from './sign-up-page.tsx';

afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

it.each<[string, ReactNode, string, boolean]>([
  ['set-up', <SetUpPage key="a" />, '/setup', true],
  ['set-up', <SetUpPage key="b" />, '/setup', false],
  ['sign-up', <SignUpPage key="c" />, '/signup?inviterId=a&inviteeId=b', true],
  ['sign-up', <SignUpPage key="d" />, '/signup?inviterId=a&inviteeId=b', false],
])('%s', async (_, page, path, contactEnabled) => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json({
      data: new URL(address).pathname === '/rest/settings' ? { contactEnabled } : { inviter: { firstName: 'Anna', lastName: 'Berg' } },
    }),
  );
  await store.dispatch(editorApi.endpoints.settings.initiate());
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <TooltipProvider>
          <ConfirmProvider>{page}</ConfirmProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByLabelText('Last name');
  expect(screen.queryByRole('checkbox') !== null).toBe(contactEnabled);
});
