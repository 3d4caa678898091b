// The documentation of a core node beside its parameters: its example is added to the canvas.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { OpenNodeProvider } from '../open-node/index.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { MainPane } from './main-pane.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const type = {
  name: 'n8n-nodes-base.limit',
  displayName: 'Limit',
  description: '',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Limit' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [{ displayName: 'Max Items', name: 'maxItems', type: 'number', default: 1 }],
  documentationUrl: '/help/nodes/n8n-nodes-base.limit',
} as unknown as NodeDescription;

async function open(description: NodeDescription): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }));
  const node = { id: 'n', name: 'Few', type: description.name, typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
  store.dispatch(editorActions.opened({ workflow: { name: 'Mill', nodes: [node], connections: {} }, id: 'w' }));
  const types = typeLookup([description]);
  await act(async () => {
    render(
      <Provider store={store}>
        <MemoryRouter>
          <TooltipProvider>
            <EditorProvider types={types}>
              <OpenNodeProvider id="n" types={types}>
                <MainPane onGo={async () => true} />
              </OpenNodeProvider>
            </EditorProvider>
          </TooltipProvider>
        </MemoryRouter>
      </Provider>,
    );
  });
}

it('shows the documentation of a core node in a tab, and adds its example to the canvas', async () => {
  await open(type);
  await userEvent.click(screen.getByRole('tab', { name: 'Docs' }));
  expect(await screen.findByText(/Keeps a number of items/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open in its own window' }).getAttribute('href')).toBe('/help/nodes/n8n-nodes-base.limit');
  expect(screen.getByRole('button', { name: 'Copy the example' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Add to canvas' }));
  await vi.waitFor(() => {
    const { nodes, connections } = (store.getState().editor?.history.present ?? {}) as Partial<WorkflowFile>;
    expect(nodes?.map(({ name }) => name)).toEqual(['Few', 'When you run it', 'People', 'Limit']);
    expect(Object.keys(connections ?? {})).toEqual(['When you run it', 'People']);
  });
});

it('links to the documentation of other nodes', async () => {
  await open({ ...type, name: 'n8n-nodes-mill.wheel', documentationUrl: 'https://docs.example.com/wheel' });
  expect(screen.queryByRole('tab', { name: 'Docs' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Docs' }).getAttribute('href')).toBe('https://docs.example.com/wheel');
});
