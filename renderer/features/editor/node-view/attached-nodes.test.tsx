// Nodes that are attached to the open node, and nodes that it is attached to: shown, opened, added, run and not pinned.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { OutputPane, useOutputEdit } from '../data/index.ts';
import { rootOf } from '../document/attached-layout.ts';
import { editorActions } from '../document/editor-slice.ts';
import { OpenNodeProvider } from '../open-node/index.ts';
import { EditorProvider, usePanels } from '../state/editor-context.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { MainPane } from './main-pane.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const notice = (displayName: string, typeOptions: object = {}): object => ({
  displayName,
  name: 'notice',
  type: 'notice',
  default: '',
  typeOptions,
});
const toParser = "Connect <a data-action='openSelectiveNodeCreator' data-action-parameter-connectiontype='ai_outputParser'>a parser</a>";
const toChain = "Not connected. <a data-action='openSelectiveNodeCreator' data-action-parameter-creatorview='AI'>Insert one</a>";

const described = (
  name: string,
  inputs: NodeDescription['inputs'],
  outputs: NodeDescription['outputs'],
  properties: readonly object[] = [],
): NodeDescription =>
  ({
    name,
    displayName: name,
    version: 1,
    group: ['transform'],
    defaults: { name },
    inputs,
    outputs,
    properties,
  }) as unknown as NodeDescription;

const types = typeLookup([
  described(
    'agent',
    [
      'main',
      { type: 'ai_languageModel', displayName: 'Chat Model', required: true, maxConnections: 1 },
      { type: 'ai_memory', displayName: 'Memory', maxConnections: 1 },
      { type: 'ai_tool', displayName: 'Tool' },
    ],
    ['main'],
    [notice(toParser)],
  ),
  described('model', [], ['ai_languageModel'], [notice(toChain, { containerClass: 'ndv-connection-hint-notice' })]),
  described('tool', [{ type: 'ai_languageModel', displayName: 'Model' }], ['ai_tool']),
]);

const node = (name: string, type: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name,
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});
const to = (target: string, type: string): object => ({ [type]: [[{ node: target, type, index: 0 }]] });

const workflow = {
  name: 'Talk',
  nodes: [
    node('Agent', 'agent'),
    node('GPT', 'model'),
    node('Search', 'tool', { disabled: true }),
    node('Inner', 'model'),
    node('Loose', 'model'),
  ],
  connections: { GPT: to('Agent', 'ai_languageModel'), Search: to('Agent', 'ai_tool'), Inner: to('Search', 'ai_languageModel') },
} as unknown as WorkflowFile;

const went: (string | undefined)[] = [];

function Output(): ReactNode {
  return <OutputPane edit={useOutputEdit()} />;
}

/** What the creator was opened for. */
function Asked(): ReactNode {
  const { open } = usePanels();
  return <output aria-label="Asked">{JSON.stringify(open.creator?.place ?? null)}</output>;
}

function show(id: string, mode: 'edit' | 'demo' = 'edit'): void {
  went.length = 0;
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }));
  store.dispatch(editorActions.opened({ workflow, id: 'w', mode }));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={types}>
            <OpenNodeProvider id={id} types={types}>
              <MainPane
                onGo={async (target) => {
                  went.push(target);
                  return true;
                }}
              />
              <Output />
            </OpenNodeProvider>
            <Asked />
          </EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}

const attached = () => within(screen.getByRole('region', { name: 'Attached nodes' }));

describe('a node that others are attached to', () => {
  it('lists them by input, and opens them', async () => {
    show('Agent');
    expect(
      attached()
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label') ?? each.textContent),
    ).toEqual(['GPT', 'Attach a node: Memory', 'Search', 'Attach a node: Tool']);
    await userEvent.click(attached().getByRole('button', { name: 'GPT' }));
    await userEvent.click(attached().getByRole('button', { name: 'Search' }));
    expect(went).toEqual(['GPT', 'Search']);
  });

  it('offers nodes for an input that has room', async () => {
    show('Agent');
    await userEvent.click(attached().getByRole('button', { name: 'Attach a node: Tool' }));
    expect(went).toEqual([undefined]);
    await waitFor(() => expect(screen.getByRole('status', { name: 'Asked' }).textContent).not.toBe('null'));
    expect(JSON.parse(screen.getByRole('status', { name: 'Asked' }).textContent ?? '')).toMatchObject({
      kind: 'from',
      from: { node: 'Agent', side: 'input', type: 'ai_tool', index: 0 },
    });
  });

  it.each([
    ['Agent', 'a parser', { node: 'Agent', side: 'input', type: 'ai_outputParser', index: 0 }],
    ['Loose', 'Insert one', { node: 'Loose', side: 'output', type: 'ai_languageModel', index: 0 }],
  ])('links in notices of %s open the node creator, by the keyboard too', async (id, text, from) => {
    show(id);
    screen.getByRole('button', { name: text }).focus();
    await userEvent.keyboard('{Enter}');
    const askedNode = screen.getByRole('status', { name: 'Asked' });
    await waitFor(() => expect(JSON.parse(askedNode.textContent ?? '')).toMatchObject({ kind: 'from', from }));
  });

  it('only shows them where it cannot be changed', () => {
    show('Agent', 'demo');
    expect(attached().queryByRole('button', { name: /^Attach/ })).toBeNull();
  });
});

describe('an attached node', () => {
  it('leads to the node that uses it, which runs it, and cannot be pinned', async () => {
    show('Inner');
    await userEvent.click(within(screen.getByRole('region', { name: 'Attached to' })).getByRole('button', { name: 'Search' }));
    expect(went).toEqual(['Search']);
    expect(screen.queryByRole('region', { name: 'Attached nodes' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Run Agent' })).toHaveLength(2);
    expect(screen.getByText('Run Agent, which uses this node, to see what it returned.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit output' })).toBeNull();
    // It is connected, so there is nothing to insert.
    expect(screen.queryByRole('button', { name: 'Insert one' })).toBeNull();
  });

  it('has one root node, even in a circle', () => {
    expect(['Agent', 'GPT', 'Search', 'Inner'].map((name) => rootOf(workflow, name))).toEqual([undefined, 'Agent', 'Agent', 'Agent']);
    const circle = { ...workflow, connections: { GPT: to('Inner', 'ai_tool'), Inner: to('GPT', 'ai_tool') } } as unknown as WorkflowFile;
    expect(rootOf(circle, 'GPT')).toBe('Inner');
  });
});
