// The name of the workflow, edited in the header.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../../api/base.ts';
import { editorApi } from '../../../api/editor.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { selectToasts } from '../../../state/toasts.ts';
import { ConfirmProvider } from '../../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions, isDirty } from '../document/editor-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { selectEditor } from '../state/slices.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { Header } from './header.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it('a name is trimmed, never empty, and at most 128 characters long', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json({ data: address.endsWith('/settings') ? { workflowTagsDisabled: true } : [] }),
  );
  await store.dispatch(editorApi.endpoints.settings.initiate());
  act(() => void store.dispatch(editorActions.opened({ workflow: { name: 'Orders', nodes: [], connections: {} }, id: 'w', version: 1 })));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ConfirmProvider>
            <EditorProvider types={typeLookup([])}>
              <Header />
            </EditorProvider>
          </ConfirmProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  const state = () => [selectEditor(store.getState()).history.present.name, isDirty(selectEditor(store.getState()))];
  const edit = async (text: string): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: /Orders|Mails/ }));
    const field = screen.getByRole<HTMLInputElement>('textbox');
    expect(field.maxLength).toBe(128);
    await userEvent.clear(field);
    await userEvent.type(field, `${text}{Enter}`);
  };
  await edit(' Orders ');
  expect(state()).toEqual(['Orders', false]);
  await edit('  ');
  expect([...state(), selectToasts(store.getState()).at(-1)?.kind]).toEqual(['Orders', false, 'error']);
  await edit(' Mails ');
  expect(state()).toEqual(['Mails', true]);
});
