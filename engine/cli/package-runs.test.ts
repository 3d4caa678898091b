// Nodes of installed packages in workflows that the command line runs.
import { existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow, trigger, type NodeSketch } from '../testing/build-workflow.ts';
import { CliFolder, ended } from '../testing/cli-kit.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { stubServer } from '../testing/stub-server.ts';
import { executeCommand, runCommand } from './commands/runs.ts';
import { importCommand } from './commands/import.ts';
import { packageCommand } from './commands/package.ts';

const name = 'n8n-nodes-fixture-programmatic';
const agents = 'n8n-nodes-fixture-agents';
const hostile = 'n8n-nodes-fixture-hostile';
const fixture = (folder: string): string => join(import.meta.dirname, '../../build/fixtures', folder);

let registry: PackageRegistry;
let folder: CliFolder;
beforeAll(async () => {
  registry = await startPackageRegistry();
  vi.stubEnv('MILLRACE_PACKAGE_REGISTRY', registry.url);
  folder = new CliFolder();
  for (const each of ['programmatic', 'agents', 'hostile']) await registry.publish(fixture(each));
  for (const each of [name, agents, hostile]) await folder.call(packageCommand, 'install', each);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await registry.stop();
  folder.remove();
});

const greet: NodeSketch = { type: `${name}.greet`, typeVersion: 1, parameters: { name: 'Ada' } };
const flow = (node: NodeSketch, more: Partial<WorkflowFile> = {}): WorkflowFile =>
  buildWorkflow({ Start: trigger, Node: node }, ['Start -> Node'], more);
const run = (workflow: WorkflowFile, ...args: readonly string[]) => folder.call(runCommand, folder.file('flow.json', workflow), ...args);

describe('nodes of installed packages', () => {
  it.each([[[]], [['--save']]])('run with a data folder: %j', async (args) => {
    const { code, out } = await run(flow(greet), '--json', ...args);
    expect([code, out]).toEqual([0, expect.stringContaining('Hello Ada')]);
  });

  it('run in workflows that are called', async () => {
    const called = buildWorkflow({ Called: { type: 'executeWorkflowTrigger', typeVersion: 1 }, Greet: greet }, ['Called -> Greet'], {
      id: 'called',
    });
    await folder.save(called);
    const call: NodeSketch = { type: 'executeWorkflow', typeVersion: 1, parameters: { source: 'database', workflowId: 'called' } };
    expect(await run(flow(call), '--json')).toMatchObject({ code: 0, out: expect.stringContaining('Hello Ada') });
  });

  it('run in saved workflows', async () => {
    await folder.call(importCommand, folder.file('saved.json', flow(greet, { id: 'saved' })));
    expect(await folder.call(executeCommand, '--id', 'saved', '--json')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Hello Ada'),
    });
  });

  it('are attached to agents', async () => {
    const server = await stubServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ text: 'Because.' }));
    });
    const nodes = {
      Start: trigger,
      Assistant: { type: `${agents}.assistant`, typeVersion: 1, parameters: { question: 'Why' } },
      Model: { type: `${agents}.model`, typeVersion: 1, parameters: { url: server.address, persona: 'Ada' } },
    };
    const { connections, ...workflow } = buildWorkflow(nodes, ['Start -> Assistant']);
    const attached = { Model: { ai_languageModel: [[{ node: 'Assistant', type: 'ai_languageModel', index: 0 }]] } };
    const { code, out } = await run({ ...workflow, connections: { ...connections, ...attached } }, '--json');
    await server.close();
    expect([code, out]).toEqual([0, expect.stringContaining('"answer":"Because."')]);
  });

  it('get no credentials in a workflow file, like all nodes, and the error says how they do', async () => {
    const signed: NodeSketch = {
      type: 'httpRequest',
      typeVersion: 4.2,
      parameters: { url: 'http://127.0.0.1:1/', authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
      credentials: { httpHeaderAuth: { id: 'c', name: 'Mine' } },
    };
    const { code, out } = await run(flow(signed));
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/cannot use the credential "Mine".*\n +Import the workflow .*millrace execute --id ID\n/),
    ]);
  });

  it('are not read for a workflow without them', async () => {
    const other = new CliFolder();
    await mkdir(join(other.dataDir, 'packages'), { recursive: true });
    const file = other.file('core.json', flow({ type: 'noOp', typeVersion: 1 }));
    expect(await other.call(runCommand, file)).toMatchObject({ code: 0 });
    expect(existsSync(join(other.dataDir, 'db'))).toBe(false);
    other.remove();
  });

  it('of folders that nobody has installed are not used', async () => {
    const other = new CliFolder();
    await cp(folder.dataDir, other.dataDir, { recursive: true });
    const packageFolder = join(other.dataDir, 'packages', name);
    const saved = join(other.path, 'kept');
    await rename(packageFolder, saved);
    await other.call(packageCommand, 'uninstall', name);
    await rename(saved, packageFolder);
    const { code, out } = await other.call(runCommand, other.file('flow.json', flow(greet)));
    expect([code, out]).toEqual([1, expect.stringContaining(`Install the package ${name}`)]);
    other.remove();
  });

  it.skipIf(process.platform === 'win32')(
    'end with the run that is interrupted',
    async () => {
      const file = folder.file('loop.json', flow({ type: `${hostile}.hostile`, typeVersion: 1, parameters: { attempt: 'loop' } }));
      const child = folder.spawn('run', file, '--data-dir', folder.dataDir);
      let isAsked = false;
      const result = await ended(child, (printed) => void (!isAsked && printed.includes('✓ Start') && (isAsked = child.kill('SIGINT'))));
      expect([result.code, result.out]).toEqual([130, expect.stringMatching(/Stopped after .*: The execution was stopped\.\n/)]);
    },
    60_000,
  );
});

describe('the error of a node whose type is not there', () => {
  const dataDirFlag = (): string => ` --data-dir "${folder.dataDir}"`;
  it.each<[string, () => string]>([
    ['n8n-nodes-acme.rocket', () => `Install the package n8n-nodes-acme: millrace package install n8n-nodes-acme${dataDirFlag()}`],
    [
      '@acme/n8n-nodes-acme.rocket',
      () => `Install the package @acme/n8n-nodes-acme: millrace package install @acme/n8n-nodes-acme${dataDirFlag()}`,
    ],
    ['n8n-nodes-base.rocket', () => `Install the package n8n-nodes-base: millrace package install n8n-nodes-base${dataDirFlag()}`],
    [
      '@n8n/n8n-nodes-langchain.rocket',
      () => `Install the package @n8n/n8n-nodes-langchain: millrace package install @n8n/n8n-nodes-langchain${dataDirFlag()}`,
    ],
    [
      `${name}.rocket`,
      () => `The installed package ${name} has no such node. Update it (millrace package update ${name}), or replace the node.`,
    ],
  ])('says for %s what to do', async (type, hint) => {
    const { code, out } = await run(flow({ type, typeVersion: 1 }), '--json');
    const { error } = JSON.parse(out) as { error: { code: string; hint: string } };
    expect([code, error]).toMatchObject([1, { code: 'NODE_TYPE_UNKNOWN', hint: expect.stringContaining(hint()) as string }]);
  });
});
