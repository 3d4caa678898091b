// What nodes of a package reach of users' belongings on a whole server: workflows, and data tables, also in lists of the editor and on the command line.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstanceRunner } from '../../cli/instance-runner.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { startPackageRegistry, type PackageRegistry } from '../../testing/package-registry.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';

const name = 'n8n-nodes-fixture-versioned';

let registry: PackageRegistry;
let running: RunningServer;
beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(join(import.meta.dirname, '../../../build/fixtures/versioned'));
  running = await runningServer({ hasPeople: true, settings: { packageRegistry: registry.url } });
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name } }, 'owner');
});
afterAll(async () => {
  await running.close();
  await registry.stop();
});

const workflow = (row: string) =>
  buildWorkflow(
    { Start: { type: 'manualTrigger' }, Keep: { type: `${name}.surface`, parameters: { use: 'keep', url: row } } },
    ['Start -> Keep'],
    { name: 'Keeping' },
  );

/** Returns the names of the tables that the node's list offers. */
async function offered(as: As): Promise<readonly string[]> {
  const query = new URLSearchParams({
    nodeTypeAndVersion: JSON.stringify({ name: `${name}.surface`, version: 1 }),
    path: 'parameters.use',
    methodName: 'tables',
    currentNodeParameters: '{}',
  });
  const options = await running.data<{ name: string }[]>({ url: `/rest/node-parameter-options?${query.toString()}` }, as);
  return options.map((option) => option.name);
}

it('an inline workflow that package code calls acts on behalf of the caller, whatever id its file contains', async () => {
  const staticData = { global: { secret: 'of the owner' } };
  const victim = await running.data<{ id: string }>(
    { method: 'POST', url: '/rest/workflows', body: { ...workflow('x'), staticData } },
    'owner',
  );
  const jsCode = `const data = $getWorkflowStaticData('global'); const seen = JSON.stringify(data); data.planted = 1; return [{ json: { seen } }]`;
  const claiming = buildWorkflow(
    { Called: { type: 'executeWorkflowTrigger' }, Read: { type: 'code', typeVersion: 2, parameters: { jsCode } } },
    ['Called -> Read'],
    { id: victim.id },
  );
  const caller = buildWorkflow(
    { Start: { type: 'manualTrigger' }, Call: { type: `${name}.surface`, parameters: { use: 'inline', url: JSON.stringify(claiming) } } },
    ['Start -> Call'],
    { id: '__EMPTY__', name: 'Calling', settings: { saveManualExecutions: true } as never },
  );
  const run = { method: 'POST', url: '/rest/workflows/run', body: { workflowData: caller } } as const;
  const { executionId } = await running.data<{ executionId: string }>(run, 'member');
  await running.server.services.executions.idle();
  const { status, text } = await running.send({ url: `/rest/executions/${executionId}` }, 'member');
  expect([status, text.includes('"seen":"{}"'), text.includes('of the owner')]).toEqual([200, true, false]);
});

it('tables belong to the owner of the workflow, and stay', async () => {
  const saved = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow('member') }, 'member');
  const body = { workflowData: { ...workflow('member'), id: saved.id } };
  await running.data({ method: 'POST', url: '/rest/workflows/run', body }, 'member');
  await expect.poll(() => offered('member')).toEqual(['Kept']);
  expect(await offered('owner')).toEqual([]);
  const ofOwner = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow('owner') }, 'owner');
  await running.close(true);

  const runner = await createInstanceRunner(running.dataDir);
  const rowsAfter = async (id: string): Promise<unknown> => {
    const workflow = await runner.savedWorkflow(id);
    if (workflow === undefined) throw new Error(`There is no workflow ${id}.`);
    const { result } = await runner.run({ workflow: workflow.file, principal: workflow.principal, mode: 'cli', save: false });
    return result.resultData.runData['Keep']?.[0]?.data?.['main']?.[0]?.[0]?.json['result'];
  };
  expect([await rowsAfter(saved.id), await rowsAfter(ofOwner.id), await rowsAfter(ofOwner.id)]).toEqual([
    ['member', 'member'],
    ['owner'],
    ['owner', 'owner'],
  ]);
  await runner.stop();
});
