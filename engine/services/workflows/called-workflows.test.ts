// Workflows that call others, on a whole server: saved executions, error workflows, and parking when the server stops.
import { afterEach, expect, it } from 'vitest';
import { runningServer, type As, type RunningServer, type RunningServerOptions } from '../../testing/running-server.ts';
import { row, webhook } from '../../testing/run-story.ts';

let running: RunningServer;
afterEach(() => running.close());

interface Execution {
  readonly id: string;
  readonly status: string;
  readonly mode: string;
}

async function start(options: RunningServerOptions = {}): Promise<void> {
  running = await runningServer({ ...options });
}

/** Saves a workflow and optionally activates it; returns its id. */
async function saved(body: object, isActive = false, as: As = 'default'): Promise<string> {
  const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body }, as);
  if (isActive) await running.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: true } }, as);
  return id;
}

const call = async (path: string): Promise<unknown> => (await fetch(new URL(`webhook/${path}`, running.server.url))).json();
const executionsOf = async (workflowId: string, as: As = 'default'): Promise<readonly Execution[]> => {
  await running.server.services.executions.idle();
  const query = new URLSearchParams({ filter: JSON.stringify({ workflowId }) });
  return (await running.data<{ results: Execution[] }>({ url: `/rest/executions?${query.toString()}` }, as)).results;
};

const count = { type: 'code', typeVersion: 2, parameters: { jsCode: 'const kept = $getWorkflowStaticData("global"); kept.n = (kept.n ?? 0) + 1; return [{ json: { n: kept.n } }];' } }; // oxfmt-ignore
const respondingWebhook = (path: string): ReturnType<typeof webhook> => ({
  ...webhook(path),
  parameters: { path, responseMode: 'lastNode', options: {} },
});

it('static data is passed from call to call, also over a restart', async () => {
  await start();
  const called = await saved(row({ Called: { type: 'executeWorkflowTrigger' }, Count: count }, { name: 'Called' }));
  const parameters = { source: 'database', workflowId: called, options: {} };
  const calling = await saved(
    row({ Hook: respondingWebhook('count'), Call: { type: 'executeWorkflow', parameters } }, { name: 'Calling' }),
    true,
  );
  expect([await call('count'), await call('count')]).toEqual([{ n: 1 }, { n: 2 }]);
  const { dataDir } = running;
  await running.close(true);
  await start({ dataDir });
  await running.server.services.active.activate(calling);
  expect(await call('count')).toEqual({ n: 3 });
});

it('an error workflow handles failures of workflows that may call it', async () => {
  await start({ hasPeople: true });
  const body = (settings: object) => row({ Caught: { type: 'errorTrigger' } }, { name: 'Errors', settings });
  const ofOwner = await saved(body({}), false, 'owner');
  const forAll = await saved(body({ callerPolicy: 'any' }), false, 'owner');
  const ofMember = await saved(body({}), false, 'member');
  for (const errorWorkflow of [ofOwner, forAll, ofMember]) {
    const failing = row(
      { Hook: webhook(errorWorkflow), Stop: { type: 'stopAndError', parameters: { errorMessage: 'No' } } },
      { settings: { errorWorkflow } },
    );
    await saved(failing, true, 'member');
    await call(errorWorkflow);
  }
  expect(await executionsOf(ofOwner, 'owner')).toEqual([]);
  expect(await executionsOf(forAll, 'owner')).toMatchObject([{ mode: 'error', status: 'success' }]);
  expect(await executionsOf(ofMember, 'member')).toMatchObject([{ mode: 'error', status: 'success' }]);
});

it('runs that pause when the server stops are parked, and resume at the next start', async () => {
  await start({ settings: { stopSeconds: 0 } });
  const wait = { type: 'wait', typeVersion: 1.1, parameters: { resume: 'timeInterval', amount: 60, unit: 'seconds' } };
  const id = await saved(row({ Hook: webhook('pause'), Wait: wait, End: { type: 'noOp' } }, { name: 'Pausing' }), true);
  await call('pause');
  const { dataDir } = running;
  await running.close(true);
  await start({ dataDir });
  const [parked] = await executionsOf(id);
  expect(parked).toMatchObject({ status: 'waiting', mode: 'webhook' });
  await running.server.services.executions.resume(parked?.id ?? '');
  expect(await executionsOf(id)).toMatchObject([{ id: parked?.id, status: 'success' }]);
});

it('a called workflow that waits for a call and its caller are shown as waiting, and both resume after a restart', async () => {
  await start({ settings: { stopSeconds: 0 } });
  const link = { assignments: { assignments: [{ id: '1', name: 'url', value: '={{ $execution.resumeUrl }}', type: 'string' }] } };
  const wait = { type: 'wait', typeVersion: 1.1, parameters: { resume: 'webhook', options: {} }, webhookId: 'called-waits' };
  const steps = {
    Called: { type: 'executeWorkflowTrigger' },
    Link: { type: 'set', typeVersion: 3.4, parameters: { ...link, options: {} } },
  };
  const called = await saved(row({ ...steps, Wait: wait, End: { type: 'noOp' } }, { name: 'Asks' }));
  const parameters = { source: 'database', workflowId: called, options: {} };
  const calling = await saved(row({ Hook: webhook('asks'), Call: { type: 'executeWorkflow', parameters } }, { name: 'Calling' }), true);
  await call('asks');
  const waiting = [(await executionsOf(calling))[0], (await executionsOf(called))[0]];
  expect(waiting).toMatchObject([
    { mode: 'webhook', status: 'waiting' },
    { mode: 'integrated', status: 'waiting', parentExecution: { executionId: waiting[0]?.id, workflowId: calling } },
  ]);
  type Runs = Record<string, { metadata?: object; data: { main: { json: { url: string; body: object } }[][] } }[]>;
  const runsOf = async (id = ''): Promise<Runs> =>
    (await running.data<{ data: { resultData: { runData: Runs } } }>({ url: `/rest/executions/${id}` })).data.resultData.runData;
  const url = new URL((await runsOf(waiting[1]?.id))['Link']?.[0]?.data.main[0]?.[0]?.json.url ?? '');
  const { dataDir } = running;
  await running.close(true);
  await start({ dataDir });
  const resume = new URL(url.pathname + url.search, running.server.url);
  expect((await fetch(resume, { method: 'GET' })).status).toBe(200);
  await expect.poll(async () => (await executionsOf(calling))[0]?.status).toBe('success');
  expect(await executionsOf(called)).toMatchObject([{ status: 'success' }]);
  const { Call: calls } = await runsOf(waiting[0]?.id);
  expect(calls?.[0]?.metadata).toEqual({ subExecution: { executionId: waiting[1]?.id, workflowId: called } });
  expect(calls?.[0]?.data.main[0]?.[0]?.json.body).toBeDefined();
});

it('a failed call says whether the execution that called it is stored', async () => {
  await start();
  const stop = { type: 'stopAndError', typeVersion: 1, parameters: { errorMessage: 'No' } };
  const called = await saved(row({ Called: { type: 'executeWorkflowTrigger' }, Stop: stop }, { name: 'Called' }));
  const parameters = { source: 'database', workflowId: called, options: {} };
  const active = { type: 'executeWorkflow', parameters, onError: 'continueRegularOutput' };
  const calling = async (path: string, settings: object): Promise<string> =>
    saved(row({ Hook: respondingWebhook(path), Call: active }, { name: path, settings }), true);
  const unsaved = await calling('unsaved', { saveDataSuccessExecution: 'none' });
  const stored = await calling('stored', {});
  await call('unsaved');
  expect(await executionsOf(called)).toMatchObject([{ status: 'error', parentExecution: { workflowId: unsaved, isMissing: true } }]);
  await call('stored');
  const [latest] = (await executionsOf(called)) as readonly (Execution & { parentExecution?: object })[];
  const [caller] = await executionsOf(stored);
  expect(latest?.parentExecution).toEqual({ executionId: caller?.id, workflowId: stored });
});
