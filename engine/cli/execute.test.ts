import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { readSettings } from '../settings/read-settings.ts';
import { startServer, type Server } from '../server.ts';
import { buildWorkflow, type NodeSketch } from '../testing/build-workflow.ts';
import { stubServer } from '../testing/stub-server.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { executeCommand } from './commands/runs.ts';
import { createInstanceRunner } from './instance-runner.ts';

let folder: CliFolder;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => folder.remove());

const start: NodeSketch = { type: 'manualTrigger', typeVersion: 1 };
const stop: NodeSketch = { type: 'stopAndError', typeVersion: 1, parameters: { errorMessage: 'Enough' } };
const hello = (more: Partial<WorkflowFile> = {}): WorkflowFile =>
  buildWorkflow({ Start: start, End: { type: 'noOp', typeVersion: 1 } }, ['Start -> End'], { id: 'hello', name: 'Hello', ...more });
const executing = (...args: readonly string[]) => folder.call(executeCommand, ...args);
const stored = () => folder.look(({ executionList }) => executionList.list({}, { limit: 9 }));
/** Runs `work` beside a server on the same folder. */
async function beside(work: (server: Server) => Promise<void>): Promise<void> {
  const settings = readSettings({}, { port: 0, localAccess: 'open' });
  const server = await startServer({ dataDir: folder.dataDir, settings, version: '1', pagesFolder: folder.path, environment: {} });
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

/** Ids are sorted by time, in base 32. */
const formOfIds = /^[0-9A-HJKMNP-TV-Z]{16}$/;
const ownId = { mode: 'raw', jsonOutput: '={{ { id: $execution.id } }}' };
const unsaved = { executionOrder: 'v1', saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' } as const;

describe('millrace execute', () => {
  it('runs a saved workflow like `run`, and saves the execution without a new version', async () => {
    await folder.save(hello({ active: true }));
    const { code, out, err } = await executing('--id', 'hello');
    expect([code, out.replaceAll(/ +(?=\d)|(< 1|\d+) ms/g, ' ')]).toEqual([
      0,
      expect.stringMatching(/^hello · Hello\n✓ Start 1 item.*\n✓ End 1 item.*\nSucceeded in .*: 2 nodes ran\.\n\n$/),
    ]);
    const [execution] = await stored();
    expect(err).toBe(`Saved as execution ${execution?.id} in ${folder.dataDir}.\n`);
    expect(execution).toMatchObject({ workflowId: 'hello', mode: 'cli', status: 'success' });
    expect(await folder.look((store) => store.workflows.find('hello'))).toMatchObject({ version: 1, active: true });
  });

  it('prints one line of JSON for the items', async () => {
    await folder.save(hello());
    const { code, out } = await executing('--id', 'hello', '--json', '--input', folder.file('items.json', [{ n: 1 }, { n: 2 }]));
    const line = JSON.parse(out) as { resultData: { runData: { End: { data: { main: { json: unknown }[][] } }[] } } };
    expect([code, line]).toMatchObject([0, { id: 'hello', executionId: (await stored())[0]?.id, status: 'success' }]);
    expect(line.resultData.runData.End[0]?.data.main[0]?.map(({ json }) => json)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it.each([
    ['saved', {}],
    ['not saved', { settings: unsaved }],
  ])('has an id of the same form as on the server, if it is %s', async (_, more) => {
    const nodes = { Start: start, Id: { type: 'set', typeVersion: 3.4, parameters: ownId } };
    await folder.save(buildWorkflow(nodes, ['Start -> Id'], { id: 'own', name: 'Own', ...more }));
    const { out } = await executing('--id', 'own', '--json');
    const line = JSON.parse(out) as {
      executionId?: string;
      resultData: { runData: { Id: { data: { main: { json: { id: string } }[][] } }[] } };
    };
    const seen = line.resultData.runData.Id[0]?.data.main[0]?.[0]?.json.id;
    expect(seen).toMatch(formOfIds);
    expect((await stored()).map(({ id }) => id)).toEqual(line.executionId === undefined ? [] : [seen]);
  });

  it('saves executions according to the settings', async () => {
    const failing = buildWorkflow({ Start: start, Stop: stop }, ['Start -> Stop'], { id: 'failing' });
    await folder.save(hello({ settings: unsaved }), { ...failing, settings: { ...unsaved, saveDataErrorExecution: 'all' } });
    expect(await executing('--id', 'hello')).toMatchObject({ code: 0, err: '' });
    expect(await executing('--id', 'failing')).toMatchObject({ code: 1, err: expect.stringContaining('Saved as execution') as string });
    expect(await stored()).toMatchObject([{ workflowId: 'failing', status: 'error' }]);
  });

  it('saves a waiting run, which a server resumes at its resume URL', async () => {
    const wait: NodeSketch = { type: 'wait', typeVersion: 1.1, webhookId: 'wait-id', parameters: { resume: 'webhook' } };
    const link = { assignments: { assignments: [{ id: '1', name: 'url', value: '={{ $execution.resumeUrl }}', type: 'string' }] } };
    const set: NodeSketch = { type: 'set', typeVersion: 3.4, parameters: { ...link, options: {} } };
    await folder.save(buildWorkflow({ Start: start, Set: set, W: wait }, ['Start -> Set', 'Set -> W'], { id: 'waits', settings: unsaved }));
    const { code, out } = await executing('--id', 'waits', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { status: 'waiting', executionId: (await stored())[0]?.id }]);
    const [, path] = /"url":"http:\/\/localhost:5678\/([^"]+)"/.exec(out) ?? [];
    await beside(async ({ url }) => expect((await fetch(`${url}${path}`)).status).toBe(200));
    // The execution is stored according to the settings.
    expect(await stored()).toEqual([]);
  });

  it('leads to the server that runs on the folder, wherever that listens', async () => {
    const link = (value: string) => ({ assignments: { assignments: [{ id: '1', name: 'url', value, type: 'string' }] }, options: {} });
    const server = await stubServer((_request, response) => void response.end('{}'));
    const notify: NodeSketch = {
      type: 'httpRequest',
      typeVersion: 4.2,
      parameters: {
        method: 'POST',
        url: server.address,
        sendBody: true,
        specifyBody: 'json',
        jsonBody: '={{ JSON.stringify($json) }}',
        options: {},
      },
    };
    await folder.save(
      buildWorkflow(
        { Start: start, Set: { type: 'set', typeVersion: 3.4, parameters: link('={{ $execution.resumeUrl }}') }, Stop: stop },
        ['Start -> Set', 'Set -> Stop'],
        { id: 'fails', settings: { errorWorkflow: 'errors' } },
      ),
      buildWorkflow({ Caught: { type: 'errorTrigger', typeVersion: 1 }, Tell: notify }, ['Caught -> Tell'], { id: 'errors' }),
    );
    await beside(async (running) => {
      const { port } = await running.listen({ host: '127.0.0.1', port: 0 });
      const { out } = await executing('--id', 'fails', '--json');
      expect(out).toContain(`"url":"http://localhost:${port}/webhook-waiting/`);
      expect(server.received[0]?.body).toContain(`http://localhost:${port}/workflow/fails/executions/`);
    });
    await server.close();
  });

  it('calls workflows and error workflows from the database', async () => {
    const server = await stubServer((_request, response) => void response.end('{}'));
    const notify: NodeSketch = { type: 'httpRequest', typeVersion: 4.2, parameters: { url: `${server.address}/caught`, options: {} } };
    const call: NodeSketch = { type: 'executeWorkflow', typeVersion: 1, parameters: { source: 'database', workflowId: 'called' } };
    await folder.save(
      buildWorkflow({ Start: start, Call: call, Stop: stop }, ['Start -> Call', 'Call -> Stop'], {
        id: 'caller',
        settings: { errorWorkflow: 'errors' },
      }),
      buildWorkflow({ Called: { type: 'executeWorkflowTrigger', typeVersion: 1 } }, [], { id: 'called' }),
      buildWorkflow({ Caught: { type: 'errorTrigger', typeVersion: 1 }, Tell: notify }, ['Caught -> Tell'], { id: 'errors' }),
    );
    expect(await executing('--id', 'caller')).toMatchObject({ code: 1 });
    await server.close();
    expect(server.received.map(({ url }) => url)).toEqual(['/caught']);
  });

  it('decrypts credentials of the data folder', async () => {
    await folder.addCredential('c', 'Ada', JSON.stringify({ user: 'ada' }));
    const hook: NodeSketch = { type: 'webhook', typeVersion: 2, credentials: { httpBasicAuth: { id: 'c', name: 'Ada' } } };
    const runner = await createInstanceRunner(folder.dataDir);
    const { signal } = new AbortController();
    const { context } = await runner.detachedNode(buildWorkflow({ Hook: hook }, []), 'Hook', { mode: 'cli', signal });
    expect(await context.credentials('httpBasicAuth')).toMatchObject({ user: 'ada', password: '' });
    await runner.stop();
  });

  it('runs beside a server on the same folder, which shows the execution', async () => {
    await folder.save(hello());
    await beside(async ({ url }) => {
      expect(await folder.millrace('execute', '--id', 'hello')).toMatchObject({ code: 0 });
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ workflowData: hello({ settings: { saveManualExecutions: true } }) });
      const ran = await fetch(`${url}rest/workflows/run`, { method: 'POST', headers, body });
      expect(((await ran.json()) as { data: { executionId: string } }).data.executionId).toMatch(formOfIds);
      const filter = encodeURIComponent(JSON.stringify({ mode: 'cli' }));
      const response = (await (await fetch(`${url}rest/executions?filter=${filter}`)).json()) as { data: { results: { id: string }[] } };
      expect(response.data.results[0]?.id).toMatch(formOfIds);
      expect(response.data.results).toMatchObject([{ workflowId: 'hello', mode: 'cli' }]);
    });
  }, 60_000);

  it.each<[readonly string[], RegExp]>([
    [[], /^Specify the workflow: millrace execute --id ID\n$/],
    [['--id', 'nobody'], /^nobody: There is no workflow with the id "nobody"\. See: millrace list\n$/],
    [['--id', 'hello', '--input', 'nowhere.json'], /^nowhere\.json cannot be read: there is no such file\.\n$/],
    [['--id', 'empty'], /^empty: The workflow has no node to start from\./],
  ])('rejects %j', async (args, message) => {
    await folder.save(hello(), buildWorkflow({}, [], { id: 'empty', name: 'Empty' }));
    const { code, err } = await executing(...args);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('prints its line of JSON for an unknown id too', async () => {
    await folder.save(hello());
    const { code, out } = await executing('--id', 'nobody', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([2, { id: 'nobody', status: 'error', error: { code: 'WORKFLOW_NOT_FOUND' } }]);
  });
});
