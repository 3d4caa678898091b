// The header of an execution leads to the execution that called it.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { executionShown } from '../actions/kept-execution.ts';
import { editorActions } from '../document/editor-slice.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { EditorProvider } from '../screen/editor-context.tsx';
import { ShownHeader } from './shown-header.tsx';

const workflow = { name: 'Child', nodes: [], connections: {} };

const Address = (): ReactNode => <p>at {useLocation().pathname}</p>;

function show(parentExecution?: { readonly executionId: string }): void {
  const execution = { id: '2', status: 'success', workflowId: 'w', startedAt: '2026-01-01T00:00:00Z', workflowData: workflow } as const;
  act(() => {
    store.dispatch(editorActions.opened({ workflow, id: 'w', mode: 'execution' }));
    store.dispatch(executionShown({ ...execution, parentExecution }, workflow));
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <EditorProvider types={typeLookup([])}>
          <ShownHeader />
        </EditorProvider>
        <Address />
      </MemoryRouter>
    </Provider>,
  );
}
afterEach(cleanup);

it('leads to the caller, by keyboard too', async () => {
  show({ executionId: 'a/1' });
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Called by a/1' }));
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('at /execution/a%2F1')).toBeDefined();
});

it('names no caller of an execution that nothing called', () => {
  show();
  expect(screen.queryByRole('link', { name: /Called by/ })).toBeNull();
});
