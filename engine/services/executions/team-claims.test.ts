// Runs that one of several servers on a Postgres database starts: the claim is committed with the start, and nothing runs without it.
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { errorCodeOf } from '../../contract/errors.ts';
import { Executor } from '../../execution/index.ts';
import { noLogger } from '../../logger.ts';
import { Store, type Claim } from '../../store/index.ts';
import { buildWorkflow, stored } from '../../testing/build-workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { portsWith, testNode } from '../../testing/test-nodes.ts';
import { Principals } from '../principals.ts';
import type { ExecutionServicePorts } from './execution-ports.ts';
import { ExecutionService } from './executions.ts';
import { savedAll } from './saving-rules.ts';
import { WorkflowStates } from './workflow-states.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const file = buildWorkflow({ T: { type: 'manualTrigger' }, N: { type: 'test.mark' } }, ['T -> N'], { id: 'w', name: 'Orders' });
const row = { nodeId: 'n', rule: 0, lastRun: null, times: '{}' };

/** Two servers, each of which starts the run that is due at 1000. */
async function twoServers(more: Partial<ExecutionServicePorts> = {}) {
  const database = await newDatabase();
  const runs: string[] = [];
  const create = async (id: string) => {
    const store = await Store.open('', { database });
    open.push(() => store.close());
    const clock = fakeClock();
    const executor = new Executor(portsWith([testNode('mark', () => (runs.push(id), [[]]))], { clock, uuid: randomUUID }));
    const executions = new ExecutionService({
      executor,
      store,
      clock,
      ids: randomUUID,
      logger: noLogger,
      states: new WorkflowStates({ workflows: store.workflows }),
      principals: new Principals(store),
      instance: { id, isAlive: () => true },
      ...more,
    });
    const start = (claim: Claim = store.triggerClaims.schedule('w', { ...row, nextRun: 2000, lastRun: 1000 }, 1000)) =>
      executions.start({ workflow: file, principal: stored(file).principal, mode: 'trigger', claim });
    return { store, executions, start };
  };
  const servers = [await create('a'), await create('b')] as const;
  const [{ store }] = servers;
  await store.workflows.save('w', file, 1);
  await store.schedules.save('w', [{ ...row, nextRun: 1000 }]);
  return { servers, runs, store };
}

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'started',
    (error: unknown) => errorCodeOf(error) ?? String(error),
  );

it.each<[what: string, isSaved: boolean, more: Partial<ExecutionServicePorts>, expectedRuns: number]>([
  ['saved', true, {}, 1],
  ['not saved', false, { saving: () => ({ ...savedAll, saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' }) }, 1],
  ['queued', true, { productionLimit: 1 }, 0],
])('a run that is %s is started by one server', async (_what, isSaved, more, expectedRuns) => {
  const { servers, runs, store } = await twoServers(more);
  const started = servers.map(({ start }) => start());
  for (const { done } of started) done.catch(() => undefined);
  expect((await Promise.all(started.map((run) => outcomeOf(run.started)))).sort()).toEqual(['CLAIM_LOST', 'started']);
  if (expectedRuns > 0) await Promise.allSettled(started.map(({ done }) => done));
  expect(runs).toHaveLength(expectedRuns);
  expect(await store.executionList.list({}, { limit: 9 })).toHaveLength(isSaved ? 1 : 0);
  expect(await store.schedules.load('w')).toEqual([{ ...row, nextRun: 2000, lastRun: 1000 }]);
  expect(servers.map(({ executions }) => executions.activeRuns.count)).toEqual([0, 0]);
});

it('a run that another server has started leaves the other writes of its commit alone', async () => {
  const { servers, store } = await twoServers();
  const [{ start }] = servers;
  await start().done;
  const late = start();
  const variable = store.variables.add({ id: 'v', name: 'a', value: 'b' }, 1);
  expect(await outcomeOf(late.done)).toBe('CLAIM_LOST');
  await variable;
  expect(await store.executionList.list({}, { limit: 9 })).toHaveLength(1);
});

it('a run that is stopped before its claim is committed ends as canceled', async () => {
  const { servers, runs } = await twoServers();
  const run = servers[0].start();
  const stopping = servers[0].executions.stop(run.executionId);
  expect((await run.done).result.status).toBe('canceled');
  expect((await stopping).status).toBe('canceled');
  expect(runs).toEqual([]);
});

it('the error workflow of a crashed execution is started by one of the servers that look for it', async () => {
  const { servers, runs, store } = await twoServers();
  const record = {
    id: 'crashed',
    workflowId: 'w',
    workflowName: 'Orders',
    mode: 'trigger',
    status: 'running',
    startedAt: 1,
    instance: 'c',
  } as const;
  await store.executions.writer({ record }).saveStart();
  await store.executions.markCrashed(record, 2);
  const outcomes = servers.map(({ executions, store: own }) =>
    outcomeOf(
      executions.start({
        workflow: file,
        principal: stored(file).principal,
        mode: 'error',
        reports: 'crashed',
        claim: own.triggerClaims.errorRun('crashed'),
      }).done,
    ),
  );
  expect((await Promise.all(outcomes)).toSorted()).toEqual(['CLAIM_LOST', 'started']);
  expect(runs).toHaveLength(1);
  expect(await store.executions.errorsDue()).toEqual([]);
});
