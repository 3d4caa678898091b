// The run bar: with several triggers the button says which one starts, and keeps the last choice; a listening run shows its address.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { connectionChanged } from '../../../state/actions.ts';
import { store } from '../../../state/store.ts';
import { eventually } from '../../../testing/setup.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { rememberedStart } from '../actions/start-trigger.ts';
import { editorActions } from '../document/editor-slice.ts';
import { runActions } from '../runs/run-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { RunBar } from './run-bar.tsx';

const trigger = { name: 'hook', displayName: 'Hook', version: 1, group: ['trigger'], inputs: [], outputs: ['main'], properties: [] };
const types = typeLookup([trigger] as unknown as NodeDescription[]);
const node = (name: string): object => ({ id: name, name, type: 'hook', typeVersion: 1, position: [0, 0], parameters: {} });
const fileOf = (...names: readonly string[]): WorkflowFile =>
  ({ name: 'W', nodes: names.map(node), connections: {} }) as unknown as WorkflowFile;
const url = 'http://h/webhook-test/x';
let requests: Record<string, unknown>[] = [];

beforeEach(() => {
  requests = [];
  localStorage.clear();
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string } = {}) => {
    if (!address.endsWith('/workflows/run')) return Promise.resolve(Response.json({ data: [] }));
    requests.push(JSON.parse(body ?? '{}') as Record<string, unknown>);
    const listening = [{ node: 'Second', url, methods: ['GET'], isForm: false }];
    return Promise.resolve(Response.json({ data: { waitingForWebhook: true, listening } }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
  store.dispatch(runActions.dataCleared());
});

function show(workflow: WorkflowFile): void {
  act(() => {
    store.dispatch(connectionChanged('open'));
    store.dispatch(editorActions.opened({ workflow, id: 'w' }));
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={types}>
            <RunBar />
          </EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}

it('offers no choice for one trigger', () => {
  show(fileOf('First'));
  screen.getByRole('button', { name: /^Run workflow/ });
  expect(screen.queryByRole('button', { name: 'Choose the trigger to run from' })).toBeNull();
});

it('runs from the chosen trigger, keeps the choice, and shows the address that is awaited', async () => {
  show(fileOf('First', 'Second'));
  screen.getByRole('button', { name: 'Run from First' });
  await userEvent.click(screen.getByRole('button', { name: 'Choose the trigger to run from' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Run from Second' }));
  await eventually(() => expect(requests).toMatchObject([{ triggerToStartFrom: { name: 'Second' } }]));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Send a GET request to' });
  expect([field.value, rememberedStart('w')]).toEqual([url, 'Second']);
  expect(screen.getByRole('status').textContent).toBe('Waiting for Second');
  const written: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void written.push(text) },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(written).toEqual([url]);
  act(() => void store.dispatch(runActions.listeningEnded()));
  screen.getByRole('button', { name: 'Run from Second' });
  expect(screen.queryByRole('textbox')).toBeNull();
});
