// Hints while a run waits for its first event: in the view of a node after a second, on the canvas after two and a half.
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import '../../../i18n/index.ts';
import { api } from '../../../api/base.ts';
import { store } from '../../../state/store.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { TriggerPanel } from '../node-view/trigger-panel.tsx';
import { ListeningPanel, OpenNodeProvider } from '../open-node/index.ts';
import { runActions } from '../runs/run-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { Stage } from './stage.tsx';

const webhooks = [{ name: 'default', httpMethod: 'GET', path: 'x' }];
const hook = { name: 'hook', displayName: 'Hook', version: 1, group: ['trigger'], inputs: [], outputs: ['main'], properties: [], webhooks };
const types = typeLookup([hook] as unknown as NodeDescription[]);
const node = { id: 'h', name: 'My hook', type: 'hook', typeVersion: 1, position: [0, 0], parameters: {} };
const workflow = { name: 'W', nodes: [node], connections: {} } as unknown as WorkflowFile;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [] })));
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 1000 },
    clientHeight: { configurable: true, get: () => 800 },
  });
  HTMLCanvasElement.prototype.getContext = (() => null) as HTMLCanvasElement['getContext'];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
  store.dispatch(runActions.dataCleared());
});

async function show(part: ReactNode): Promise<void> {
  store.dispatch(editorActions.opened({ workflow, id: 'w' }));
  store.dispatch(runActions.runStarting({ workflow, reusedRunData: {}, workflowId: 'w' }));
  store.dispatch(runActions.runAccepted({ listening: [{ node: 'My hook' }] }));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={types}>{part}</EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  await pass(0);
}

const pass = (milliseconds: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));

it.each<[string, ReactNode]>([
  ['the trigger', <TriggerPanel key="t" />],
  ['another node', <ListeningPanel key="l" />],
])('the view of %s says after a second that nothing has come yet', async (_name, panel) => {
  await show(
    <OpenNodeProvider id="h" types={types}>
      {panel}
    </OpenNodeProvider>,
  );
  const text = 'Nothing received yet. Still listening.';
  await pass(900);
  expect(screen.queryByText(text)).toBeNull();
  await pass(200);
  screen.getByText(text);
});

it('the trigger on the canvas says after two and a half seconds what it waits for, until it has come', async () => {
  await show(<Stage types={types} onMenu={() => undefined} />);
  const hint = (): string | null | undefined => screen.queryByRole('tooltip')?.textContent;
  await pass(2300);
  expect(hint()).toBeUndefined();
  await pass(400);
  expect(hint()).toBe('Waiting for an event in Hook');
  act(() => void store.dispatch(runActions.listeningEnded()));
  await pass(100);
  expect(hint()).toBeUndefined();
});
