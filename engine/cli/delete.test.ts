// `millrace delete`: what it says beforehand, and what it leaves.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { deleteCommand } from './commands/workflows.ts';

let folder: CliFolder;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => folder.remove());

const deleting = (...args: readonly string[]) => folder.call(deleteCommand, ...args);
const states = (): Promise<readonly string[]> =>
  folder.look(async ({ executionList, workflows }) => {
    const rows = await executionList.list({}, { limit: 10 });
    const left = (await workflows.list()).map(({ name }) => name);
    return [...left.toSorted(), ...rows.map(({ id, status }) => `${id} ${status}`).toSorted()];
  });

it('says what it stops, and deletes with --yes only', async () => {
  await folder.look(async ({ executions, workflows }) => {
    await workflows.save('w', buildWorkflow({}, [], { name: 'First' }), 1);
    await workflows.save('other', buildWorkflow({}, [], { name: 'Other' }), 1);
    for (const [id, workflowId, status] of [
      ['queued', 'w', 'new'],
      ['waits', 'w', 'waiting'],
      ['over', 'w', 'success'],
      ['kept', 'other', 'waiting'],
    ] as const) {
      const ends = status === 'success' ? { stoppedAt: 2 } : {};
      await executions
        .writer({
          record: { id, workflowId, workflowName: 'First', mode: 'webhook', status, startedAt: 1, instance: '', ...ends },
        })
        .saveStart();
    }
  });
  const message =
    'First (w) has 1 queued and 1 waiting executions, which are stopped with it, and 0 running ones, which go on to their end. Its finished executions are deleted.\n';
  expect(await deleting('--id', 'w')).toEqual({ code: 2, out: '', err: `${message}Nothing was deleted. Add --yes to delete it.\n` });
  expect(await states()).toEqual(['First', 'Other', 'kept waiting', 'over success', 'queued new', 'waits waiting']);
  expect(await deleting('--id', 'w', '--yes')).toEqual({ code: 0, out: `${message}First (w) is deleted.\n`, err: '' });
  expect(await states()).toEqual(['Other', 'kept waiting', 'queued canceled', 'waits canceled']);
});

it.each([
  [[], /^Specify the workflow with --id ID\. See: millrace help delete\n$|--id ID/],
  [['--id', 'none', '--yes'], /^There is no workflow with the id "none"/],
])('rejects bad use: %j', async (args, err) => {
  await folder.look(async () => undefined);
  expect(await deleting(...args)).toEqual({ code: 2, out: '', err: expect.stringMatching(err) as string });
});
