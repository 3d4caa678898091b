// Renders both panes of an open node for tests.
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import type { Item, RunData, TaskData } from '../../../../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../../engine/workflow/node-type.ts';
import { i18n } from '../../../../i18n/index.ts';
import { store } from '../../../../state/store.ts';
import { editorActions, type EditorMode } from '../../document/editor-slice.ts';
import { OpenNodeProvider } from '../../open-node/index.ts';
import { runActions, type RunState } from '../../runs/run-slice.ts';
import { EditorProvider } from '../../state/editor-context.tsx';
import { typeLookup } from '../../view/type-lookup.ts';
import { choose } from '../display.ts';
import { InputPane, OutputPane, useOutputEdit } from '../index.ts';

export const node = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name,
  name,
  type: 'test',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

/** Returns a workflow in which each node is connected to the next. */
export function chain(...nodes: readonly WorkflowNode[]): WorkflowFile {
  const connections = nodes
    .slice(1)
    .map(({ name }, index) => [nodes[index]?.name ?? '', { main: [[{ node: name, type: 'main', index: 0 }]] }]);
  return { name: 'Test', nodes: [...nodes], connections: Object.fromEntries(connections) as WorkflowFile['connections'] };
}

export const task = (outputs: readonly (readonly Item[])[], more: Partial<TaskData> = {}): TaskData => ({
  startTime: 10,
  executionTime: 7,
  executionIndex: 0,
  executionStatus: 'success',
  source: [],
  data: { main: outputs },
  ...more,
});

const description: NodeDescription = {
  name: 'test',
  displayName: 'Test',
  version: 1,
  group: ['transform'],
  description: '',
  defaults: { name: 'Test' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [{ name: 'url', displayName: 'URL', type: 'string', default: '' }],
} as unknown as NodeDescription;

export interface Opened {
  readonly workflow: WorkflowFile;
  /** Id of the open node. */
  readonly open: string;
  readonly runData?: RunData;
  readonly startedWith?: WorkflowFile;
  readonly mode?: EditorMode;
  readonly outcome?: RunState['outcome'];
}

function Panes(): ReactNode {
  const edit = useOutputEdit();
  return (
    <>
      <section aria-label="Input">
        <InputPane />
      </section>
      <section aria-label="Output">
        <OutputPane edit={edit} />
      </section>
    </>
  );
}

export function openPanes({ workflow, open, runData = {}, startedWith = workflow, mode = 'edit', outcome }: Opened): void {
  const types = typeLookup([description]);
  for (const side of ['input', 'output'] as const)
    choose(side, { chosen: { display: 'table', wasBinaryOnly: false }, pageSize: 10, isText: false });
  store.dispatch(editorActions.opened({ workflow, mode }));
  store.dispatch(editorActions.nodeOpened(open));
  store.dispatch(
    runActions.executionShown({
      executionId: '1',
      runData,
      outcome: outcome ?? { status: 'success' },
      workflow: startedWith,
      startedAt: 5,
    }),
  );
  render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <MemoryRouter>
          <EditorProvider types={types}>
            <OpenNodeProvider id={open} types={types}>
              <Panes />
            </OpenNodeProvider>
          </EditorProvider>
        </MemoryRouter>
      </Provider>
    </I18nextProvider>,
  );
}
