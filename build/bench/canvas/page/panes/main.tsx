// The measured page: both data panes of an open node with the number of items in `?items=`. `window.panes.open` shows them and returns the
// duration in milliseconds.
import '../../../../../renderer/ui/base.css';
import '../../../../../renderer/features/editor/node-view/node-view.css';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import type { Item, RunData, TaskData } from '../../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../../engine/contract/workflow.ts';
import { choose, type Display } from '../../../../../renderer/features/editor/data/display.ts';
import { InputPane, OutputPane, useOutputEdit } from '../../../../../renderer/features/editor/data/index.ts';
import { editorActions } from '../../../../../renderer/features/editor/document/editor-slice.ts';
import { OpenNodeProvider } from '../../../../../renderer/features/editor/open-node/open-node.tsx';
import type { Side } from '../../../../../renderer/features/editor/open-node/panes.ts';
import { runActions } from '../../../../../renderer/features/editor/runs/run-slice.ts';
import { EditorProvider } from '../../../../../renderer/features/editor/state/editor-context.tsx';
import { typeLookup } from '../../../../../renderer/features/editor/view/type-lookup.ts';
import { i18n } from '../../../../../renderer/i18n/index.ts';
import { store } from '../../../../../renderer/state/store.ts';
import { TooltipProvider } from '../../../../../renderer/ui/floating/tooltip.tsx';

declare global {
  interface Window {
    panes: {
      /** Shows all items on one page. Resolves with the milliseconds until they are painted. */
      readonly open: (display: Display, isText?: boolean) => Promise<number>;
    };
  }
}

const count = Number(new URLSearchParams(location.search).get('items') ?? 1000);

const item = (index: number): Item => ({
  json: {
    order: `A-${index}`,
    customer: `Customer number ${index % 977}`,
    country: ['SE', 'DE', 'PT', 'IE'][index % 4] ?? 'FR',
    total: (index * 7919) % 100_000,
    paid: index % 3 === 0,
    address: { street: `Street ${index}`, city: 'Rome', geo: { lat: index % 90, lon: index % 180 } },
    tags: ['new', `t${index % 12}`],
    // A field that only a few items have.
    ...(index % 9973 === 9972 ? { [`rare${index}`]: null } : {}),
  },
  pairedItem: { item: index },
});

const items = Array.from({ length: count }, (_, index) => item(index));
const task = (previousNode?: string): TaskData => ({
  startTime: 1,
  executionTime: 2,
  executionIndex: 0,
  executionStatus: 'success',
  source: previousNode === undefined ? [] : [{ previousNode }],
  data: { main: [items] },
});

const node = (name: string, x: number): WorkflowFile['nodes'][number] => ({
  id: name,
  name,
  type: 't',
  typeVersion: 1,
  position: [x, 0],
  parameters: {},
});
const workflow: WorkflowFile = {
  nodes: [node('Before', 0), node('Open', 200)],
  connections: { Before: { main: [[{ node: 'Open', type: 'main', index: 0 }]] } },
};
const runData: RunData = { Before: [task()], Open: [task('Before')] };

function Panes(): ReactNode {
  const edit = useOutputEdit();
  return (
    <div className="node-view-panes" style={{ gridTemplateColumns: '1fr 1fr', height: '100vh' }}>
      <section className="node-view-side" aria-label="Input">
        <InputPane />
      </section>
      <section className="node-view-side" aria-label="Output">
        <OutputPane edit={edit} />
      </section>
    </div>
  );
}

const types = typeLookup([]);
let root: Root | undefined;

const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

async function open(display: Display, isText = false): Promise<number> {
  root?.unmount();
  const rootElement = document.querySelector('#root');
  if (rootElement === null) throw new Error('The page has no place for the panes.');
  for (const side of ['input', 'output'] as const satisfies readonly Side[])
    choose(side, { chosen: { display, wasBinaryOnly: false }, pageSize: 'all', isText });
  await painted();
  const started = performance.now();
  root = createRoot(rootElement);
  root.render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <TooltipProvider>
          <MemoryRouter>
            <EditorProvider types={types}>
              <OpenNodeProvider id="Open" types={types}>
                <Panes />
              </OpenNodeProvider>
            </EditorProvider>
          </MemoryRouter>
        </TooltipProvider>
      </Provider>
    </I18nextProvider>,
  );
  while (document.querySelectorAll('.data-scroll').length < 2) await painted();
  await painted();
  return performance.now() - started;
}

store.dispatch(editorActions.opened({ workflow }));
store.dispatch(
  runActions.executionShown({ executionId: '1', runData, outcome: { status: 'success' }, workflow, startedAt: 1, stoppedAt: 3 }),
);
window.panes = { open };
