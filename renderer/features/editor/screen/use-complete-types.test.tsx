// Properties of types from packages are loaded, also for a list that is fetched again in the meantime.
import { act, cleanup, renderHook } from '@testing-library/react';
import { useMemo, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { editorApi } from '../../../api/editor.ts';
import { store } from '../../../state/store.ts';
import { eventually } from '../../../testing/setup.ts';
import { editorActions } from '../document/editor-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { useCompleteTypes } from './use-complete-types.ts';

const whole = {
  name: 'n8n-nodes-x.greet',
  displayName: 'Greet',
  version: 1,
  defaults: { name: 'Greet' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [{ name: 'name', displayName: 'Name', type: 'string', default: '' }],
} as unknown as NodeDescription;
const partial: NodeDescription = { ...whole, properties: [], isPartial: true };

const workflow = {
  name: 'Greeting',
  nodes: [{ id: 'g', name: 'Greet', type: whole.name, typeVersion: 1, position: [0, 0] as [number, number], parameters: {} }],
  connections: {},
};

const listed = (): NodeDescription | undefined => editorApi.endpoints.nodeTypes.select()(store.getState()).data?.[0];

function useListed(): void {
  const { data } = editorApi.useNodeTypesQuery();
  useCompleteTypes(useMemo(() => (data === undefined ? undefined : typeLookup(data)), [data]));
}

const within = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Provider store={store}>
    <MemoryRouter>
      <EditorProvider types={typeLookup([])}>{children}</EditorProvider>
    </MemoryRouter>
  </Provider>
);

/** Shows the workflow. `complete`: responds to requests for properties; the list has the type without them. */
async function show(complete: () => readonly NodeDescription[]): Promise<void> {
  const response = (_url: string, { method }: RequestInit = {}): unknown => (method === 'POST' ? complete() : [{ ...partial }]);
  vi.stubGlobal('fetch', (url: string, request?: RequestInit) => Promise.resolve(Response.json({ data: response(url, request) })));
  await act(async () => {
    store.dispatch(editorActions.opened({ workflow, id: 'w', mode: 'edit' }));
    await store.dispatch(editorApi.util.upsertQueryData('nodeTypes', undefined, [{ ...partial }]));
  });
  renderHook(useListed, { wrapper: within });
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it('loads them again for a list that arrives just after they were loaded', async () => {
  let hasArrived = false;
  const end = store.subscribe(() => {
    if (hasArrived || listed()?.properties.length !== 1) return;
    hasArrived = true;
    store.dispatch(editorApi.util.updateQueryData('nodeTypes', undefined, () => [{ ...partial }]));
  });
  await show(() => [whole]);
  await eventually(() => expect(hasArrived).toBe(true));
  end();
  await eventually(() => expect(listed()).toEqual(whole));
});

it('does not ask without end for a type that cannot be completed', async () => {
  let requestCount = 0;
  await show(() => {
    requestCount += 1;
    return [];
  });
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect([listed()?.isPartial, requestCount]).toEqual([true, 1]);
});
