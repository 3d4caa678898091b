// Command-line runs while a server uses the same data folder: the server lists and stops them, and notices when their process has ended.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { startServer, type Server } from '../server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder, ended } from '../testing/cli-kit.ts';

let folder: CliFolder;
let server: Server;
const start = (): Promise<Server> => {
  const settings = { ...readSettings({}), port: 0, localAccess: 'open' as const, logLevel: 'silent' as const };
  return startServer({ dataDir: folder.dataDir, settings, version: '1', pagesFolder: folder.path, environment: {} });
};
beforeEach(async () => {
  folder = new CliFolder();
  server = await start();
});
afterEach(async () => {
  await server.stop();
  folder.remove();
});

const slow: WorkflowFile = buildWorkflow(
  {
    T: { type: 'manualTrigger' },
    W: { type: 'wait', typeVersion: 1.1, parameters: { resume: 'timeInterval', amount: 50, unit: 'seconds' } },
  },
  ['T -> W'],
  { id: 'slow', name: 'Slow' },
);

async function rest<T>(path: string, method = 'GET'): Promise<T> {
  const response = await fetch(`${server.url}rest/${path}`, { method });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: T }).data;
}
const current = (): Promise<readonly { id: string; mode: string; workflowId: string }[]> => rest('executions-current');

async function running() {
  const child = folder.spawn('run', '--save', folder.file('slow.json', slow));
  const end = ended(child);
  await expect.poll(current).toMatchObject([{ workflowId: 'slow', mode: 'cli' }]);
  return { child, end, id: (await current())[0]?.id ?? '' };
}

describe.skipIf(process.platform === 'win32')('a run of the command line beside a server', () => {
  it('is listed and can be stopped', async () => {
    const { end, id } = await running();
    expect(await rest(`executions-current/${id}/stop`, 'POST')).toMatchObject({ id, status: 'canceled' });
    expect((await end).code).toBe(1);
    expect(await current()).toEqual([]);
  });

  it('is recovered soon after its process was killed during a wait', async () => {
    const { child, end, id } = await running();
    await expect.poll(() => rest(`executions/${id}`)).toHaveProperty('waitTill');
    child.kill('SIGKILL');
    await end;
    await expect.poll(() => rest(`executions/${id}`)).toMatchObject({ status: 'waiting' });
    expect(await current()).toEqual([]);
  });

  it('prevents a second server on the folder', async () => {
    await expect(start()).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
    const { code, err } = await folder.millrace('start', '--port', '0');
    expect(code).toBe(2);
    expect(err).toMatch(
      /^A server is already running on the data folder .*: process \d+, started at .*\. Stop it first, or use another folder with --data-dir\.\n$/,
    );
  });
});
