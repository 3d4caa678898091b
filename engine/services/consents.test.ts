// Consent to files and commands, over a whole server: asked, remembered, revoked, rejected, and never for members.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { PushEvent } from '../contract/push.ts';
import type { ConsentDecision, ConsentQuestion, Consent } from '../contract/rest/consents.ts';
import { Store } from '../store/index.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { runningServer, type As, type RunningServer } from '../testing/running-server.ts';
import { stubServer } from '../testing/stub-server.ts';

let running: RunningServer;
let folder: string;
let endPush: () => void;
let events: PushEvent[];
const session = 'window';

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-consent-')));
  mkdirSync(join(folder, 'in'));
  writeFileSync(join(folder, 'a.txt'), 'content');
  writeFileSync(join(folder, 'in', 'b.txt'), 'below');
  events = [];
});
afterEach(async () => {
  endPush();
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start({ isConnected = true, hasPeople = false } = {}): Promise<void> {
  running = await runningServer({ asksForConsent: true, hasPeople, settings: { excludedNodes: [], saveManual: true } });
  const listener = { event: (_number: number, event: PushEvent) => void events.push(event), missed: () => undefined };
  endPush = isConnected ? running.server.onPush({ id: session }, listener) : () => undefined;
}

const reading = (...paths: readonly string[]) => {
  const nodes = Object.fromEntries(
    paths.map((path, at) => [
      `Read${at}`,
      { type: 'readWriteFile', typeVersion: 1, parameters: { operation: 'read', fileSelector: path } },
    ]),
  );
  const wires = paths.map((_, at) => `${at === 0 ? 'Start' : `Read${at - 1}`} -> Read${at}`);
  return buildWorkflow({ Start: { type: 'manualTrigger' }, ...nodes }, wires, { name: 'Files' });
};
const command = buildWorkflow(
  { Start: { type: 'manualTrigger' }, Run: { type: 'executeCommand', parameters: { command: 'echo hello' } } },
  ['Start -> Run'],
  { name: 'Command' },
);

type Saved = ReturnType<typeof reading> & { readonly id: string };
const save = async (workflow: object, as?: As): Promise<Saved> => {
  const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow }, as);
  return { ...(workflow as Saved), id };
};
/** Starts a manual run; returns the id of its execution. */
const run = async (workflowData: object, as?: As): Promise<string> => {
  const request = { method: 'POST', url: '/rest/workflows/run', body: { workflowData }, headers: { 'session-id': session } } as const;
  return (await running.data<{ executionId: string }>(request, as)).executionId;
};
const ended = async (id: string, as?: As): Promise<{ status: string; data: unknown }> => {
  const read = () => running.data<{ status: string; data: unknown }>({ url: `/rest/executions/${id}` }, as);
  await expect.poll(async () => (await read()).status).not.toMatch(/running|new/);
  return read();
};
const list = () => running.data<{ consents: Consent[]; questions: ConsentQuestion[] }>({ url: '/rest/consents' });
const question = async (): Promise<ConsentQuestion> => {
  await expect.poll(async () => (await list()).questions.length).toBe(1);
  const [openQuestion] = (await list()).questions;
  return openQuestion as ConsentQuestion;
};
const answer = async (decision: ConsentDecision): Promise<ConsentQuestion> => {
  const openQuestion = await question();
  await running.data({ method: 'POST', url: `/rest/consents/questions/${openQuestion.id}`, body: { answer: decision } });
  return openQuestion;
};

describe('a manual run of the owner', () => {
  beforeEach(() => start());

  it('waits for the decision, and "once" holds for the execution and the folders below', async () => {
    const workflow = await save(reading(join(folder, 'a.txt'), join(folder, 'in', 'b.txt')));
    const id = await run(workflow);
    expect(await answer('once')).toMatchObject({ kind: 'folder', subject: folder, workflowName: 'Files', node: 'Read0' });
    expect(await ended(id)).toMatchObject({ status: 'success' });
    expect(events.map(({ type }) => type).filter((type) => type.startsWith('consent'))).toEqual(['consentAsked', 'consentAnswered']);
    expect((await list()).consents).toEqual([]);
    const again = await run(workflow);
    await answer('refuse');
    expect(await ended(again)).toMatchObject({ status: 'error', data: expect.anything() as unknown });
  });

  it('asks once per workflow and folder with "always", until it is revoked', async () => {
    const workflow = await save(reading(join(folder, 'a.txt')));
    const id = await run(workflow);
    await answer('always');
    expect(await ended(id)).toMatchObject({ status: 'success' });
    expect(await ended(await run(workflow))).toMatchObject({ status: 'success' });
    const [consent] = (await list()).consents;
    expect(consent).toMatchObject({ workflowId: workflow.id, kind: 'folder', subject: folder, isGranted: true });
    const other = await run(await save(reading(join(folder, 'a.txt'))));
    await answer('refuse');
    expect(JSON.stringify(await ended(other))).toContain('it was refused');
    await running.data({ method: 'DELETE', url: `/rest/consents/${consent?.id}` });
    const revoked = await run(workflow);
    await answer('refuse');
    expect((await ended(revoked)).status).toBe('error');
  });

  it('is asked again once the consent is revoked while it runs', async () => {
    const dialog = Promise.withResolvers<() => void>();
    const stub = await stubServer((_request, response) => dialog.resolve(() => response.end('{}')));
    onTestFinished(() => stub.close());
    const read = { type: 'readWriteFile', typeVersion: 1, parameters: { operation: 'read', fileSelector: join(folder, 'a.txt') } };
    const ask = { type: 'httpRequest', typeVersion: 4.2, parameters: { url: stub.address } };
    const nodes = { Start: { type: 'manualTrigger' }, Before: read, Ask: ask, After: read };
    const id = await run(await save(buildWorkflow(nodes, ['Start -> Before', 'Before -> Ask', 'Ask -> After'], { name: 'Files' })));
    await answer('always');
    const respond = await dialog.promise;
    const [consent] = (await list()).consents;
    await running.data({ method: 'DELETE', url: `/rest/consents/${consent?.id}` });
    respond();
    expect(await answer('refuse')).toMatchObject({ node: 'After' });
    expect((await ended(id)).status).toBe('error');
  });

  it('asks for each command', async () => {
    const id = await run(await save(command));
    expect(await answer('once')).toMatchObject({ kind: 'command', subject: 'echo hello' });
    expect(JSON.stringify(await ended(id))).toContain('hello');
  });

  it('never asks for what is forbidden, and asks for the real folder behind a link', async () => {
    for (const path of ['/proc/self/environ', join(running.dataDir, 'master.key')]) {
      const denied = await ended(await run(await save(reading(path))));
      expect([denied.status, JSON.stringify(denied).includes('not allowed')]).toEqual(['error', true]);
    }
    expect((await list()).questions).toEqual([]);
    symlinkSync(join(folder, 'in'), join(folder, 'link'));
    const id = await run(await save(reading(join(folder, 'link', 'b.txt'))));
    expect(await answer('once')).toMatchObject({ subject: join(folder, 'in') });
    expect((await ended(id)).status).toBe('success');
  });

  it('that is stopped no longer waits', async () => {
    const id = await run(await save(command));
    await question();
    await running.data({ method: 'POST', url: `/rest/executions-current/${id}/stop` });
    await expect.poll(async () => (await list()).questions).toEqual([]);
  });
});

it('a run that nobody watches is refused, and what it wanted can be allowed later', async () => {
  await start({ isConnected: false });
  const workflow = await save(command);
  expect(JSON.stringify(await ended(await run(workflow)))).toContain('nobody could be asked');
  const [consent] = (await list()).consents;
  expect(consent).toMatchObject({ kind: 'command', subject: 'echo hello', isGranted: false });
  await running.data({ method: 'POST', url: `/rest/consents/${consent?.id}/grant` });
  expect((await ended(await run(workflow))).status).toBe('success');
});

it('of what a workflow requested, the latest 20 are saved', async () => {
  await start({ isConnected: false });
  const workflow = await save(command);
  const wanting = (path: string) => ({ ...workflow, nodes: reading(path).nodes, connections: reading(path).connections });
  for (let at = 0; at < 25; at++) await ended(await run(wanting(join(folder, `${at}`, 'x'))));
  const { consents } = await list();
  expect(consents).toHaveLength(20);
  expect(consents.map(({ subject }) => subject)).toContain(join(folder, '24'));
});

it('members are never asked for, and cannot use the consent to another workflow', async () => {
  await start({ hasPeople: true });
  const owners = await save(command, 'owner');
  const id = await run(owners, 'owner');
  await expect
    .poll(async () => (await running.data<{ questions: unknown[] }>({ url: '/rest/consents' }, 'owner')).questions.length)
    .toBe(1);
  const [open] = (await running.data<{ questions: ConsentQuestion[] }>({ url: '/rest/consents' }, 'owner')).questions;
  const decisionRequest = { method: 'POST', url: `/rest/consents/questions/${open?.id}`, body: { answer: 'always' } } as const;
  expect((await running.send(decisionRequest, 'member')).status).toBe(403);
  await running.data(decisionRequest, 'owner');
  expect((await ended(id, 'owner')).status).toBe('success');

  const own = await save(command, 'member');
  const rejected = 'nobody could be asked, since this is not a workflow of the owner';
  expect(JSON.stringify(await ended(await run(own, 'member'), 'member'))).toContain(rejected);
  // Not even if the owner runs it.
  expect(JSON.stringify(await ended(await run(own, 'owner'), 'owner'))).toContain(rejected);
  const { consents } = await running.data<{ consents: Consent[] }>({ url: '/rest/consents' }, 'owner');
  expect(consents.map(({ workflowId, isGranted }) => [workflowId, isGranted])).toEqual([[owners.id, true]]);
  // An earlier version, or a change of the owner, may have left one.
  const store = await Store.open(running.dataDir);
  await store.consents.put({ id: 'older', workflowId: own.id, kind: 'command', subject: 'echo hello', isGranted: false, createdAt: 1 });
  await store.close();
  expect((await running.send({ method: 'POST', url: '/rest/consents/older/grant' }, 'owner')).status).toBe(403);
  expect((await running.send({ method: 'POST', url: '/rest/consents/unknown/grant' }, 'owner')).status).toBe(404);
  expect((await ended(await run(own, 'member'), 'member')).status).toBe('error');
  const forged = { ...own, id: owners.id };
  const response = await running.send(
    { method: 'POST', url: '/rest/workflows/run', body: { workflowData: forged }, headers: { 'session-id': session } },
    'member',
  );
  expect(response.status).toBe(404);
  expect((await running.send({ url: '/rest/consents' }, 'member')).status).toBe(403);
});
