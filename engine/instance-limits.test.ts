// Limits set by the instance: available nodes, allowed files, and the protocol.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from './contract/workflow.ts';
import { createRunner, type RunnerConfig } from './runner.ts';
import { buildWorkflow } from './testing/build-workflow.ts';
import { runningServer } from './testing/running-server.ts';

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
    const files = { folders: [join(root, 'open')] };
    expect(await errorOf({ files }, calling(join(root, 'open/called.json')))).toBeUndefined();
    expect(await errorOf({ files }, calling(join(root, 'closed.json')))).toMatch(/^Access to the file ".*closed\.json" is not allowed/);
    expect(await errorOf({ files: { folders: [], blocked: [root] } }, calling(join(root, 'closed.json')))).toMatch(
      /belongs to Millrace itself/,
    );
  });

  it('are watched only in the allowed folders', async () => {
    const root = folder();
    const running = await runningServer({ settings: { fileFolders: [join(root, 'open')] } });
    open.push(() => running.close());
    const parameters = { triggerOn: 'folder', path: root, events: ['add'], options: {} };
    const node = { id: 'a', name: 'Watch', type: 'n8n-nodes-base.localFileTrigger', typeVersion: 1, position: [0, 0], parameters };
    const answer = await running.send({ method: 'POST', url: '/rest/workflows', body: { active: true, nodes: [node], connections: {} } });
    expect(answer.body.message).toMatch(/Access to the file ".*" is not allowed/);
  });
});

describe('https', () => {
  it('is served with the configured key and certificate', async (context) => {
    const dir = folder();
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=localhost'];
    if (spawnSync('openssl', made).status !== 0) return context.skip();
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
