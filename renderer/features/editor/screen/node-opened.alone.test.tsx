// A node counts as opened after two seconds, by its type alone.
import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import '../../../i18n/index.ts';
import { startListening, store } from '../../../state/store.ts';
import { usageTracked } from '../../../state/usage-events.ts';
import { editorActions } from '../document/editor-slice.ts';
import { useNodeOpenedEvent } from './open-node.tsx';

const node = (id: string, type: string): object => ({ id, name: `Name of ${id}`, type, typeVersion: 1, position: [0, 0], parameters: {} });
const workflow = { name: 'W', nodes: [node('a', 'n8n-nodes-base.set'), node('b', 'n8n-nodes-base.if')], connections: {} };
let tracked: unknown[];
let stop: () => void;

function Followers(): ReactNode {
  useNodeOpenedEvent();
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  tracked = [];
  stop = startListening({ actionCreator: usageTracked, effect: ({ payload }) => void tracked.push(payload) });
  store.dispatch(editorActions.opened({ workflow: workflow as unknown as WorkflowFile, id: 'w' }));
  render(
    <Provider store={store}>
      <Followers />
    </Provider>,
  );
});
afterEach(() => {
  cleanup();
  stop();
  vi.useRealTimers();
});

const open = (id: string | undefined): void => act(() => void store.dispatch(editorActions.nodeOpened(id)));
const pass = (milliseconds: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('is tracked if it stays open', async () => {
  open('a');
  await pass(1999);
  expect(tracked).toEqual([]);
  await pass(1);
  expect(tracked).toEqual([{ name: 'node opened', nodeType: 'n8n-nodes-base.set' }]);
  await pass(10_000);
  expect(tracked).toHaveLength(1);
});

it('is not tracked if it is closed before, and the next one has its own time', async () => {
  open('a');
  await pass(1500);
  open('b');
  await pass(1500);
  open(undefined);
  await pass(5000);
  expect(tracked).toEqual([]);
});
