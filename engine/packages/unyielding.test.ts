// Package code that continues without a pause after its run was stopped: what happens to the other calls in its process.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunResult } from '../contract/run-data.ts';
import { createHttpClient } from '../execution/http/client.ts';
import { Executor } from '../execution/index.ts';
import { createCredentialTypes, createNodeRegistry } from '../registry/index.ts';
import { usePackage } from '../registry/n8n/index.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';
import { Packages } from './index.ts';

const name = 'n8n-nodes-fixture-hostile';
const nodes = createNodeRegistry();
const executor = new Executor(fakePorts({ nodes, http: createHttpClient({ environment: {} }) }));

let source: PackageRegistry;
let folder: string;
let packages: Packages;
let server: StubServer;
let arrived = Promise.withResolvers<void>();

beforeAll(async () => {
  source = await startPackageRegistry();
  await source.publish(join(import.meta.dirname, '../../build/fixtures/hostile'));
  folder = await mkdtemp(join(tmpdir(), 'millrace-unyielding-'));
  packages = new Packages({ folder, registry: source.url });
  const catalog = await packages.install({ name, version: 'latest' });
  const tables = { registry: nodes, credentialTypes: createCredentialTypes(), instanceId: 'test', instanceUrl: () => 'http://localhost' };
  usePackage(tables, packages, catalog);
  server = await stubServer(({ url }, response) => {
    if (url !== '/never') response.end('ok');
    arrived.resolve();
  });
});
beforeEach(() => {
  arrived = Promise.withResolvers();
});
afterAll(async () => {
  await packages.stop();
  await server.close();
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = (attempt: string, path = '/'): ReturnType<Executor['start']> =>
  executor.start({
    workflow: buildWorkflow(
      { T: { type: 'manualTrigger' }, N: { type: `${name}.hostile`, parameters: { attempt, url: `${server.address}${path}` } } },
      ['T -> N'],
    ),
    mode: 'manual',
  });

/** Starts a run, and returns it once its node has sent its request. */
async function startAttempt(attempt: string, path?: string): Promise<ReturnType<Executor['start']>> {
  arrived = Promise.withResolvers();
  const run = start(attempt, path);
  await arrived.promise;
  return run;
}

const outcomeOf = ({ resultData }: RunResult): unknown =>
  resultData.error?.message ?? resultData.runData['N']?.[0]?.data?.['main']?.[0]?.[0]?.json['result'];

it('a stopped call without a pause ends with its process, and other calls begin in a new one', async () => {
  const openCall = await startAttempt('request', '/never');
  const looping = await startAttempt('loopAloud');
  looping.stop();
  const queued = [start('environment'), start('environment')];
  expect((await looping.done).result.status).toBe('canceled');
  for (const { done } of queued) expect(outcomeOf((await done).result)).toEqual([]);
  expect(outcomeOf((await openCall.done).result)).toBe(
    `The package ${name} had to end its process: another call of it was stopped, and its code went on without a pause. Run the workflow again.`,
  );
  expect(outcomeOf((await start('environment').done).result)).toEqual([]);
});

it('a stopped call that lets itself be stopped ends no other one', async () => {
  const stopped = await startAttempt('request', '/never');
  const other = await startAttempt('request', '/never');
  stopped.stop();
  await stopped.done;
  expect(outcomeOf((await start('environment').done).result)).toEqual([]);
  other.stop();
  await other.done;
});

it('a stopped call that asks the engine once more does not hold up its process', async () => {
  const stopped = await startAttempt('lateQuestion');
  stopped.stop();
  await stopped.done;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(outcomeOf((await start('environment').done).result)).toEqual([]);
});
