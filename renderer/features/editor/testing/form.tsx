// Renders the form of a node for tests, with the real store and a fake server.
import '../../../i18n/index.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription, NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { api } from '../../../api/base.ts';
import { store } from '../../../state/store.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { nodeById } from '../document/operations.ts';
import { ParametersTab } from '../node-view/main-pane.tsx';
import { OpenNodeProvider, useOpenNode } from '../open-node/index.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { selectEditor } from '../state/slices.ts';
import { typeLookup } from '../view/type-lookup.ts';

export interface FormOptions {
  readonly properties: readonly NodeProperty[];
  readonly parameters?: JsonObject;
  readonly node?: Partial<WorkflowNode>;
  readonly description?: Partial<NodeDescription>;
  /** Output items of the previous node. */
  readonly input?: readonly JsonObject[];
  readonly isReadOnly?: boolean;
  /** Returns the server's data for a URL and the body of the request, or the whole response. */
  readonly server?: (url: URL, body?: string) => unknown;
  readonly isForced?: boolean;
  /** Whether the node was just added. */
  readonly isNew?: boolean;
}

export interface Form {
  readonly user: UserEvent;
  /** Returns the stored parameters. */
  readonly parameters: () => JsonObject;
  readonly file: () => WorkflowFile;
  readonly undo: () => void;
  /** Requested URLs. */
  readonly requests: readonly URL[];
  /** Number of undo steps. */
  readonly steps: () => number;
}

const ID = 'open';
let count = 0;

function Force(): ReactNode {
  const { force } = useOpenNode();
  return (
    <button type="button" onClick={force}>
      force
    </button>
  );
}

/** Adds what jsdom lacks: layout, and the undo history of text fields. */
function complete(): void {
  document.execCommand = (_command, _ui, text = '') => {
    const field = document.activeElement as HTMLTextAreaElement;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return true;
  };
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  globalThis.PointerEvent ??= MouseEvent as unknown as typeof PointerEvent;
}

export function showForm(options: FormOptions): Form {
  const requests: URL[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { readonly body?: string } = {}) => {
    const url = new URL(address);
    requests.push(url);
    const response = await options.server?.(url, body);
    return response instanceof Response ? response : Response.json({ data: response ?? [] });
  });
  complete();
  // Uses a new id, since the issues of nodes that were opened before are shown immediately.
  const id = `${ID} ${++count}`;
  const type = typeLookup([descriptionOf(options)]);
  store.dispatch(editorActions.opened({ workflow: fileOf(options, id), mode: options.isReadOnly === true ? 'execution' : 'edit' }));
  if (options.isNew === true) store.dispatch(editorActions.nodeAdded(id));
  store.dispatch(editorActions.nodeOpened(id));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={type}>
            <OpenNodeProvider id={id} types={type}>
              <Force />
              <ParametersTab />
            </OpenNodeProvider>
          </EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  if (options.isForced === true) act(() => screen.getByRole('button', { name: 'force' }).click());
  const file = (): WorkflowFile => selectEditor(store.getState()).history.present;
  return {
    user: userEvent.setup(),
    requests,
    file,
    parameters: () => (nodeById(file(), id)?.parameters ?? {}) as JsonObject,
    undo: () => act(() => void store.dispatch(editorActions.undo())),
    steps: () => selectEditor(store.getState()).history.past.length,
  };
}

/** Must be called after each test. */
export function endForm(): void {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
}

const descriptionOf = ({ properties, description }: FormOptions): NodeDescription => ({
  name: 'test.form',
  displayName: 'Form',
  description: '',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Form' },
  inputs: ['main'],
  outputs: ['main'],
  properties,
  ...description,
});

function fileOf({ parameters, node, input }: FormOptions, id: string): WorkflowFile {
  return {
    name: 'Test',
    nodes: [
      { id: 'before', name: 'Before', type: 'test.form', typeVersion: 1, position: [0, 0], parameters: {} },
      { id, name: 'Open', type: 'test.form', typeVersion: 1, position: [200, 0], parameters: parameters ?? {}, ...node },
    ],
    connections: { Before: { main: [[{ node: 'Open', type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
    // The output of the previous node is pinned, so that previews use it like a run.
    pinData: input === undefined ? {} : { Before: input.map((json) => ({ json })) },
  };
}
