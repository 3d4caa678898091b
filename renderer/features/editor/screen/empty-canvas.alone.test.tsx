// The empty canvas in the desktop application, whose file dialog imports a workflow.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { selectEditor } from '../state/slices.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { EmptyCanvas } from './empty-canvas.tsx';

const content = JSON.stringify({
  nodes: [{ id: 'n', name: 'Chosen', type: 't', typeVersion: 1, position: [0, 0], parameters: {} }],
  connections: {},
});
vi.hoisted(() => {
  Object.assign(globalThis, {
    millrace: {
      request: () => Promise.resolve({ status: 200, body: '{"data":[]}' }),
      chooseFile: () => Promise.resolve({ name: 'chosen.json', content }),
    },
  });
});
afterEach(cleanup);

it('imports the file that is chosen in the dialog of the desktop', async () => {
  act(() => {
    store.dispatch(editorActions.opened({ workflow: { name: 'W', nodes: [], connections: {} } as unknown as WorkflowFile }));
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={typeLookup([])}>
            <EmptyCanvas />
          </EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Import a file' }));
  await vi.waitFor(() => expect(selectEditor(store.getState()).history.present.nodes.map(({ name }) => name)).toEqual(['Chosen']));
});
