// The notice of an import about types that are not installed goes once it is no longer true.
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { selectToasts } from '../../../state/toasts.ts';
import { importFile } from '../actions/clipboard.ts';
import { editorActions } from '../document/editor-slice.ts';
import { EditorProvider, useEditor } from '../state/editor-context.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { useMissingTypes } from './use-missing-types.ts';

const node = (name: string, type: string): WorkflowNode => ({ id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} });
const description = (name: string): NodeDescription => ({ name, version: 1, properties: [] }) as unknown as NodeDescription;
const none = typeLookup([]);

const within = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Provider store={store}>
    <MemoryRouter>
      <EditorProvider types={none}>{children}</EditorProvider>
    </MemoryRouter>
  </Provider>
);

const noticed = (): boolean => selectToasts(store.getState()).some(({ message }) => message?.includes('not available here') === true);

let hook: ReturnType<typeof show>;

/** Imports a workflow into the editor of a new one. */
function show() {
  const useAll = ({ types }: { readonly types: typeof none }) => {
    useMissingTypes(types);
    return useEditor().context;
  };
  return renderHook(useAll, { wrapper: within, initialProps: { types: none } });
}

beforeEach(async () => {
  store.dispatch(editorActions.opened({ workflow: { name: 'New', nodes: [], connections: {} } }));
  hook = show();
  const nodes = [node('A', 'n8n-nodes-mill.wheel'), node('B', 'n8n-nodes-other.thing')];
  const text = JSON.stringify({ name: 'Mill', nodes, connections: {} });
  await act(() => importFile(hook.result.current, new File([text], 'mill.json')));
  expect(noticed()).toBe(true);
});
afterEach(cleanup);

it('when a type is installed, but not before', () => {
  hook.rerender({ types: typeLookup([description('n8n-nodes-mill.other')]) });
  expect(noticed()).toBe(true);
  hook.rerender({ types: typeLookup([description('n8n-nodes-mill.wheel')]) });
  expect(noticed()).toBe(false);
});

it('when another workflow is opened', () => {
  act(() => void store.dispatch(editorActions.opened({ workflow: { name: 'Other', nodes: [], connections: {} }, id: 'w' })));
  expect(noticed()).toBe(false);
});

it('when the editor is left', () => {
  hook.unmount();
  expect(noticed()).toBe(false);
});
