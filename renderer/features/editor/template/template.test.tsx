// Opening a template from the address, and filling in what it needs.
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Settings } from '../../../../engine/contract/rest/editor.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { api } from '../../../api/base.ts';
import { editorApi } from '../../../api/editor.ts';
import '../../../i18n/index.ts';
import { useSettings } from '../../../state/settings.ts';
import { store } from '../../../state/store.ts';
import type { EditorContext, Notice } from '../actions/context.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { filledIn, keyOf } from './filled-in.ts';
import { useTemplate } from './use-template.ts';

const node = (name: string, parameters: object, more: object = {}) => ({
  id: name,
  name,
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4,
  position: [0, 0],
  parameters,
  ...more,
});
const workflow = { nodes: [node('Ask', { url: 'https://example.com/' })], connections: {} };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

const setSettings = (locale: string): Promise<unknown> =>
  act(() =>
    store.dispatch(
      editorApi.util.upsertQueryData('settings', undefined, { templates: { enabled: true, host: '' }, defaultLocale: locale } as Settings),
    ),
  );

/** Opens the address of a new workflow from a template. */
async function open(id: string) {
  let state = editorSlice.reducer(undefined, editorActions.opened({ workflow: { name: 'New', nodes: [], connections: {} } }));
  const notices: Notice[] = [];
  let count = 0;
  const context = {
    editor: () => state,
    dispatch: (action: unknown) => (state = editorSlice.reducer(state, action as never)),
    types: () => ({ description: () => undefined }),
    canvas: () => null,
    ui: { notify: (notice: Notice) => notices.push(notice) },
    t: (key: string) => key,
    newId: () => `new-${++count}`,
  } as unknown as EditorContext;
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    signals.push(init?.signal);
    return new URL(url).pathname === '/rest/template-library/workflows/templates/3'
      ? Response.json({ data: { id: 3, name: 'Ask a service', workflow, fields: [{ node: 'Ask', parameter: 'url', label: 'Address' }] } })
      : new URL(url).pathname.endsWith('/off')
        ? Response.json({ code: 'FEATURE_OFF', message: 'Templates are disabled on this instance.', status: 404 }, { status: 404 })
        : Response.json({ code: 'NOT_FOUND', message: 'Gone.', status: 404 }, { status: 404 });
  });
  await setSettings('en');
  const entry = { pathname: '/workflow', search: `?templateId=${id}`, key: 'first' };
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => (
    <Provider store={store}>
      <MemoryRouter initialEntries={[entry]}>{children}</MemoryRouter>
    </Provider>
  );
  const { result } = renderHook(() => ({ ...useTemplate(context, 'first'), locale: useSettings().defaultLocale }), { wrapper });
  return { result, notices, file: () => state.history.present, signals };
}

it('a template is opened once, also if the settings change', async () => {
  const { result, file, signals } = await open('3');
  await waitFor(() => expect(result.current.template).toMatchObject({ name: 'Ask a service', fields: [{ parameter: 'url' }] }));
  await setSettings('de');
  await waitFor(() => expect(result.current.locale).toBe('de'));
  // Opening it again would abort the first request.
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  expect(file()).toMatchObject({ name: 'Ask a service', nodes: [{ name: 'Ask' }] });
  act(() => result.current.close());
  expect(result.current.template).toBeUndefined();
});

it('a template that does not exist is reported', async () => {
  const { notices, file } = await open('9');
  await waitFor(() => expect(notices).toEqual([{ kind: 'error', title: 'There is no template 9' }]));
  expect(file().nodes).toEqual([]);
});

it('templates that are switched off say so', async () => {
  const { notices } = await open('off');
  const message = 'Templates are disabled on this instance.';
  await waitFor(() => expect(notices).toEqual([{ kind: 'error', title: 'The template could not be opened', message }]));
});

it('only nodes with fields or chosen credentials change', () => {
  const file = {
    nodes: [
      node('Ask', { url: 'https://example.com/', options: { timeout: 10 } }),
      node('Mail', {}, { credentials: { smtp: { id: null, name: '' } } }),
      node('Other', { big: 1 }),
    ],
    connections: {},
  } as unknown as WorkflowFile;
  const fields = [
    { node: 'Ask', parameter: 'url', label: 'Address' },
    { node: 'Ask', parameter: 'options.timeout', label: 'Limit' },
  ];
  const texts = new Map(fields.map((field, index) => [keyOf(field), ['https://real.example/', '250'][index] ?? '']));
  const filled = filledIn(file, fields, texts, new Map([['smtp', { id: 'c1', name: 'Mail' }]]));
  expect(filled.nodes).toMatchObject([
    { parameters: { url: 'https://real.example/', options: { timeout: 250 } } },
    { credentials: { smtp: { id: 'c1', name: 'Mail' } } },
    { parameters: { big: 1 } },
  ]);
  expect(filled.nodes[2]).toBe(file.nodes[2]);
  expect(file.nodes[0]?.parameters['url']).toBe('https://example.com/');
});
