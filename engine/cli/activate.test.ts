import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { readSettings } from '../settings/read-settings.ts';
import { startServer } from '../server.ts';
import { buildWorkflow, type NodeSketch } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { activateCommand, deactivateCommand } from './commands/workflows.ts';

let folder: CliFolder;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => folder.remove());

const webhook = (path: string, more: Partial<NodeSketch> = {}): NodeSketch => ({
  type: 'webhook',
  typeVersion: 2,
  webhookId: 'some-id',
  parameters: { path },
  ...more,
});
const schedule = (rule: object): NodeSketch => ({ type: 'scheduleTrigger', typeVersion: 1.2, parameters: { rule: { interval: [rule] } } });
const one = (id: string, node: NodeSketch, more: Partial<WorkflowFile> = {}): WorkflowFile =>
  buildWorkflow({ T: node }, [], { id, name: `Flow ${id}`, ...more });
const activating = (...args: readonly string[]) => folder.call(activateCommand, ...args);
const deactivating = (...args: readonly string[]) => folder.call(deactivateCommand, ...args);
const active = async (): Promise<string[]> =>
  (await folder.look(({ workflows }) => workflows.list({ active: true }))).map(({ id }) => id).sort();

describe('millrace activate', () => {
  it.each<[string, NodeSketch]>([
    ['a webhook', webhook('orders')],
    ['a webhook with path parameters', webhook('orders/:id')],
    ['a schedule', schedule({ field: 'hours', hoursInterval: 2 })],
    ['a form', { type: 'formTrigger', typeVersion: 2.2, webhookId: 'form-id', parameters: { formTitle: 'Form' } }],
  ])('activates a workflow that is started by %s', async (_case, node) => {
    await folder.save(one('a', node), one('other', webhook('elsewhere'), { active: true }));
    expect(await activating('--id', 'a')).toEqual({ code: 0, out: 'Flow a (a) is active.\n', err: '' });
    expect(await active()).toEqual(['a', 'other']);
    expect((await activating('--id', 'a')).out).toBe('Flow a (a) is already active.\n');
  });

  it.each<[string, NodeSketch, RegExp]>([
    [
      'nothing starts it',
      { type: 'noOp', typeVersion: 1 },
      /Nothing starts the workflow "Flow a": it has no enabled trigger.* Add a trigger,/,
    ],
    ['its trigger is disabled', webhook('free', { disabled: true }), /Nothing starts the workflow/],
    ['its path is taken', webhook('orders'), /GET webhook\/orders is taken by the node "T" of the workflow "Flow other"\. .* deactivate/],
    ['its times cannot be', schedule({ field: 'cronExpression', expression: 'every day' }), /could not be activated \(node "T"\): /],
    ['its trigger is unknown', { type: 'n8n-nodes-acme.rocketTrigger', typeVersion: 1 }, /node "T".*needs the package n8n-nodes-acme/],
  ])('says why not: %s', async (_case, node, reason) => {
    await folder.save(
      one('a', node),
      one('other', webhook('orders'), { active: true }),
      // A workflow that is active but cannot run does not block others.
      one('broken', schedule({ field: 'cronExpression', expression: 'never' }), { active: true }),
    );
    const { code, out, err } = await activating('--id', 'a');
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^Flow a \(a\) could not be activated: .*\n$/)]);
    expect(err).toMatch(reason);
    expect(await active()).toEqual(['broken', 'other']);
  });

  it('activates all workflows that can be active; of two with the same path, the older', async () => {
    await folder.look(async ({ workflows }) => {
      for (const [index, workflow] of [one('c', webhook('x')), one('a', webhook('x')), one('b', webhook('y'))].entries())
        await workflows.save(String(workflow.id), workflow, index);
    });
    const { code, out, err } = await activating('--all');
    expect([code, out]).toEqual([1, 'Flow c (c) is active.\nFlow b (b) is active.\n']);
    expect(err).toMatch(/^Flow a \(a\) could not be activated: .*"Flow c"/);
    expect((await deactivating('--all')).out).toBe('Flow c (c) is inactive.\nFlow a (a) is already inactive.\nFlow b (b) is inactive.\n');
    expect(await active()).toEqual([]);
  });

  it.each([
    [[], 'Specify one workflow with --id ID, or all workflows with --all. See: millrace help activate\n'],
    [['--id', 'nobody'], 'There is no workflow with the id "nobody". See: millrace list\n'],
  ])('rejects %j', async (args, err) => {
    await folder.save(one('a', webhook('x')));
    expect(await activating(...args)).toEqual({ code: 2, out: '', err });
  });
});

describe('millrace deactivate', () => {
  it('removes scheduled next runs: runs missed while it is inactive are not caught up', async () => {
    await folder.save(one('a', schedule({ field: 'hours' }), { active: true }));
    const row = { nodeId: 'id-0', rule: 0, nextRun: 1, lastRun: null, times: '{}' };
    await folder.look(({ schedules }) => schedules.save('a', [row]));
    expect(await deactivating('--id', 'a')).toEqual({ code: 0, out: 'Flow a (a) is inactive.\n', err: '' });
    expect(await folder.look(({ schedules }) => schedules.load('a'))).toEqual([]);
  });
});

describe('a running server', () => {
  it('follows activations and deactivations automatically', async () => {
    await folder.save(one('a', webhook('orders')));
    const settings = readSettings({}, { port: 0, localAccess: 'open' });
    const server = await startServer({ dataDir: folder.dataDir, settings, version: '1', pagesFolder: folder.path, environment: {} });
    const status = async (): Promise<number> => (await fetch(`${server.url}webhook/orders`)).status;
    const becomes = (expected: number) =>
      vi.waitFor(async () => expect(await status()).toBe(expected), { timeout: 120_000, interval: 100 });
    try {
      expect(await status()).toBe(404);
      expect(await folder.millrace('activate', '--id', 'a')).toMatchObject({ code: 0, err: '' });
      await becomes(200);
      expect(await folder.millrace('deactivate', '--id', 'a')).toMatchObject({ code: 0, err: '' });
      await becomes(404);
    } finally {
      await server.stop();
    }
  }, 60_000);
});
