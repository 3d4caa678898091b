// The embedded preview fits a workflow that is sent to it.
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '../../../state/store.ts';
import type { EditorContext } from '../actions/context.ts';
import { editorActions } from '../document/editor-slice.ts';
import { selectEditor } from '../state/slices.ts';
import { useDemoMessages } from './use-demo-messages.ts';

const frames: (() => void)[] = [];
/** Messages to the embedding page. */
let posted: unknown[];

beforeEach(() => {
  posted = [];
  vi.stubGlobal('parent', { postMessage: (message: string) => posted.push(JSON.parse(message)) });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => vi.unstubAllGlobals());

it('tells the embedding page that it is ready, and fits a workflow into view after rendering', () => {
  store.dispatch(editorActions.opened({ workflow: { name: '', nodes: [], connections: {} }, mode: 'demo' }));
  const fitted: number[] = [];
  const context = {
    dispatch: store.dispatch,
    newId: () => 'id',
    canvas: () => ({ zoomToFit: () => fitted.push(selectEditor(store.getState()).history.present.nodes.length) }),
  } as unknown as EditorContext;
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => <Provider store={store}>{children}</Provider>;
  renderHook(() => useDemoMessages(context), { wrapper });
  expect(posted).toEqual([{ command: 'ready', version: '' }]);
  const node = { id: 'a', name: 'A', type: 'n8n-nodes-base.set', typeVersion: 1, position: [3000, 3000], parameters: {} };
  const data = JSON.stringify({ command: 'openWorkflow', workflow: { nodes: [node], connections: {} } });
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin })));
  expect([selectEditor(store.getState()).history.present.nodes.length, fitted]).toEqual([1, []]);
  for (const frame of frames.splice(0)) frame();
  expect(fitted).toEqual([1]);
});
