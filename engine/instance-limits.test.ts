// Limits set by the instance: available nodes, allowed files, and the protocol.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from './contract/workflow.ts';
import { createRunner, type RunnerConfig } from './runner.ts';
import { reachSettingsOf } from './settings/derived.ts';
import { readSettings } from './settings/read-settings.ts';
import { buildWorkflow } from './testing/build-workflow.ts';
import { addMember, runningServer } from './testing/running-server.ts';
import { Store } from './store/index.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-limits-')));
  open.push(() => rmSync(path, { recursive: true }));
  return path;
}

async function errorOf(config: RunnerConfig, workflow: WorkflowFile): Promise<string | undefined> {
  const runner = createRunner(config);
  open.push(() => runner.stop());
  return (await runner.run({ workflow, mode: 'cli' })).result.resultData.error?.message;
}

describe('excluded nodes', () => {
  const excluded = 'n8n-nodes-base.noOp';
  const workflow = buildWorkflow({ T: { type: 'manualTrigger', typeVersion: 1 }, Gone: { type: excluded, typeVersion: 1 } }, ['T -> Gone']);

  it('are not listed and cannot run', async () => {
    const running = await runningServer({ settings: { excludedNodes: [excluded] } });
    open.push(() => running.close());
    const types = await running.data<readonly { name: string }[]>({ url: '/rest/node-types' });
    expect(types.map(({ name }) => name)).toContain('n8n-nodes-base.set');
    expect(types.map(({ name }) => name)).not.toContain(excluded);
    expect(await running.data({ url: '/rest/settings' })).toMatchObject({ excludedNodes: [excluded] });
  });

  it.each([
    ['excluded', { exclude: [excluded] }],
    ['not included', { include: ['n8n-nodes-base.manualTrigger'] }],
  ])('fail with the reason where they are %s', async (_, nodeTypes) => {
    expect(await errorOf({ nodeTypes }, workflow)).toMatch(
      /^The node "Gone" has the type "n8n-nodes-base.noOp", which the settings of this instance exclude\. .*MILLRACE_NODES_EXCLUDE/,
    );
    expect(await errorOf({ nodeTypes: { include: [excluded, 'n8n-nodes-base.manualTrigger'] } }, workflow)).toBeUndefined();
  });
});

describe('limited files', () => {
  const calling = (path: string): WorkflowFile =>
    buildWorkflow(
      {
        T: { type: 'manualTrigger', typeVersion: 1 },
        Call: { type: 'executeWorkflow', typeVersion: 1, parameters: { source: 'localFile', workflowPath: path } },
      },
      ['T -> Call'],
    );

  it('are read only in the allowed folders', async () => {
    const root = folder();
    mkdirSync(join(root, 'open'));
    const called = JSON.stringify(
      buildWorkflow({ Start: { type: 'executeWorkflowTrigger', typeVersion: 1, parameters: { inputSource: 'passthrough' } } }, []),
    );
    for (const path of ['open/called.json', 'closed.json']) writeFileSync(join(root, path), called);
    const only = (folders: readonly string[], blocked: readonly string[] = []): RunnerConfig => ({
      reach: { ...reachSettingsOf(readSettings({}, { fileFolders: folders }), join(root, 'data'), {}), blocked, isReachable: false },
    });
    const open = [join(root, 'open')];
    expect(await errorOf(only(open), calling(join(root, 'open/called.json')))).toBeUndefined();
    expect(await errorOf(only(open), calling(join(root, 'closed.json')))).toMatch(/^Access to the file ".*closed\.json" is not allowed/);
    expect(await errorOf(only(['*'], [root]), calling(join(root, 'closed.json')))).toMatch(/belongs to Millrace itself/);
  });

  it('are watched only in the allowed folders', async () => {
    const root = folder();
    const running = await runningServer({ settings: { fileFolders: [join(root, 'open')] } });
    open.push(() => running.close());
    const parameters = { triggerOn: 'folder', path: root, events: ['add'], options: {} };
    const node = { id: 'a', name: 'Watch', type: 'n8n-nodes-base.localFileTrigger', typeVersion: 1, position: [0, 0], parameters };
    const response = await running.send({ method: 'POST', url: '/rest/workflows', body: { active: true, nodes: [node], connections: {} } });
    expect(response.body.message).toMatch(/Access to the file ".*" is not allowed/);
  });
});

describe('what workflows reach of the computer', () => {
  const node = (name: string, type: string, typeVersion: number, parameters: object, more: object = {}) => ({
    id: name,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [0, 0],
    parameters,
    ...more,
  });

  /** Starts a server with a home folder, and a workflow that returns what it did with a file of it and with a command. */
  async function started() {
    const home = folder();
    const before = process.env['HOME'];
    process.env['HOME'] = home;
    open.push(() => (process.env['HOME'] = before));
    writeFileSync(join(home, 'a.txt'), 'content');
    const running = await runningServer({ over: 'socket', settings: { excludedNodes: [] } });
    open.push(() => running.close());
    const goesOn = { onError: 'continueRegularOutput' };
    const body = {
      name: 'Reach',
      active: true,
      nodes: [
        node(
          'Start',
          'webhook',
          2,
          { path: 'reach', responseMode: 'lastNode', responseData: 'allEntries', options: {} },
          { webhookId: 'reach' },
        ),
        node('Read', 'readWriteFile', 1, { operation: 'read', fileSelector: join(home, 'a.txt'), options: {} }, goesOn),
        node('Run', 'executeCommand', 1, { command: 'pwd' }, goesOn),
        node('Both', 'set', 3.4, { mode: 'raw', jsonOutput: '={{ { read: $("Read").item.json, ran: $("Run").item.json } }}', options: {} }),
      ],
      connections: {
        Start: { main: [[{ node: 'Read', type: 'main', index: 0 }]] },
        Read: { main: [[{ node: 'Run', type: 'main', index: 0 }]] },
        Run: { main: [[{ node: 'Both', type: 'main', index: 0 }]] },
      },
    };
    const saved = await running.send({ method: 'POST', url: '/rest/workflows', body });
    expect(saved.text).toContain('"active":true');
    const reached = async (): Promise<unknown> => (await fetch(new URL('webhook/reach', running.server.url))).json();
    return { running, home, reached };
  }
  const all = (home: string) => [{ read: { fileName: 'a.txt' }, ran: { stdout: home } }];
  const nothing = [
    { read: { error: expect.stringContaining('is not allowed') }, ran: { error: expect.stringContaining('may not run commands') } },
  ];

  it.skipIf(process.platform === 'win32')('shrinks at once when somebody is invited, and grows again when nobody is left', async () => {
    const { running, home, reached } = await started();
    expect(await reached()).toMatchObject(all(home));
    await addMember(running.server, running.dataDir, 'ben', 'ben@example.com');
    expect(await reached()).toMatchObject(nothing);
    const store = await Store.open(running.dataDir);
    await store.users.remove('ben', undefined);
    await store.close();
    expect(await reached()).toMatchObject(all(home));
  });

  it.skipIf(process.platform === 'win32')('shrinks at once when other computers can reach it', async () => {
    const { running, home, reached } = await started();
    await running.server.listen({ host: '0.0.0.0', port: 0 });
    expect(await reached()).toMatchObject(nothing);
    await running.server.unlisten();
    await running.server.listen({ host: '127.0.0.1', port: 0 });
    expect(await reached()).toMatchObject(all(home));
  });

  it('ends a trigger that watches a folder which is no longer allowed, with the reason', async () => {
    const { running, home } = await started();
    const watch = node('Watch', 'localFileTrigger', 1, { triggerOn: 'folder', path: home, events: ['add'], options: {} });
    const { id } = await running.data<{ id: string }>({
      method: 'POST',
      url: '/rest/workflows',
      body: { name: 'Watch', active: true, nodes: [watch], connections: {} },
    });
    await addMember(running.server, running.dataDir, 'ben', 'ben@example.com');
    writeFileSync(join(home, 'new.txt'), '');
    const problem = async () => (await running.send({ url: `/rest/active/error/${id}` })).text;
    await expect.poll(problem).toMatch(/Access to the file .* is not allowed/);
  });
});

describe('https', () => {
  it('is served with the configured key and certificate', async (context) => {
    const dir = folder();
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=localhost'];
    if (spawnSync('openssl', args).status !== 0) return context.skip();
    const running = await runningServer({ over: 'socket', settings: { protocol: 'https', tlsKey: key, tlsCertificate: cert } });
    open.push(() => running.close());
    expect(running.server.url).toMatch(/^https:\/\/localhost:\d+\/$/);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(new URL('healthz', running.server.url), { rejectUnauthorized: false }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it.each([
    ['no key', { tlsCertificate: '/none' }, /MILLRACE_TLS_KEY names no file/],
    ['no certificate', { tlsKey: import.meta.filename }, /MILLRACE_TLS_CERT names no file/],
    ['a missing file', { tlsKey: '/none', tlsCertificate: '/none' }, /The file that MILLRACE_TLS_KEY names cannot be read/],
  ])('does not start with %s', async (_, settings, message) => {
    await expect(runningServer({ settings: { protocol: 'https', ...settings } })).rejects.toThrow(message);
  });
});
