// Saved workflows that are called: read and compiled once per version, however often they are called.
import { Principals } from '../principals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Executor } from '../../execution/index.ts';
import type { NodeSource } from '../../execution/ports.ts';
import { Store } from '../../store/index.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { portsWith } from '../../testing/test-nodes.ts';
import { WorkflowStates } from './workflow-states.ts';
import { SavedFiles } from './saved-files.ts';

let store: Store;
beforeEach(async () => (store = await Store.inMemory()));
afterEach(() => store.close());

const called = (more: object = {}) => buildWorkflow({ Called: { type: 'executeWorkflowTrigger' }, End: { type: 'noOp' } }, ['Called -> End'], { id: 'called', ...more }); // oxfmt-ignore
const parameters = { source: 'database', workflowId: 'called', mode: 'each', options: {} };
const calling = buildWorkflow({ T: { type: 'manualTrigger' }, Call: { type: 'executeWorkflow', parameters } }, ['T -> Call'], { id: 'calling' }); // oxfmt-ignore

/** Runs the calling workflow; `compiled` counts the lookups of node types, one per node of each compiled workflow. */
function counting() {
  let compiled = 0;
  const states = new WorkflowStates({ workflows: store.workflows });
  const files = new SavedFiles({
    workflows: store.workflows,
    principals: new Principals(store),
    onStaticData: (id, data) => states.learn(id, data),
  });
  const ports = portsWith([], { clock: fakeClock(), uuid: randomUUID, workflow: (id) => files.get(id), staticData: states });
  const nodes: NodeSource = {
    load: (types) => ports.nodes.load(types),
    description: (type, version) => ports.nodes.description(type, version),
    node: (type, version) => {
      if (type === 'n8n-nodes-base.noOp') compiled++;
      return ports.nodes.node(type, version);
    },
  };
  const executor = new Executor({ ...ports, nodes });
  return {
    states,
    files,
    compiled: () => compiled,
    run: async (count: number) => {
      const items = Array.from({ length: count }, (_, n) => ({ json: { n } }));
      const { result } = await executor.start({ workflow: calling, mode: 'trigger', items }).done;
      return result.resultData.runData['Call']?.[0]?.data?.['main']?.[0]?.length;
    },
  };
}

it('10,000 calls of a saved workflow compile it once', async () => {
  await store.workflows.save('called', called(), 0);
  const { run, compiled } = counting();
  expect([await run(10_000), compiled()]).toEqual([10_000, 1]);
});

it('a new version is compiled again; changed static data is not a new version', async () => {
  await store.workflows.save('called', called(), 0);
  const { run, compiled, states, files } = counting();
  await run(2);
  await store.workflows.changeStaticData('called', { global: { n: 1 } });
  await run(2);
  expect([compiled(), states.get('called')]).toEqual([1, { global: { n: 1 } }]);
  await store.workflows.save('called', called({ name: 'Newer' }), 1);
  await run(2);
  expect([compiled(), (await files.get('called'))?.file.name]).toEqual([2, 'Newer']);
  await store.workflows.remove('called');
  expect(await files.get('called')).toBeUndefined();
});
