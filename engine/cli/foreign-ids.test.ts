// Files on the command line that claim the id of a member's workflow: they change and read nothing of it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { importCommand } from './commands/import.ts';
import { runCommand } from './commands/runs.ts';

let folder: CliFolder;
beforeEach(async () => {
  folder = new CliFolder();
  await folder.look(async (store) => {
    await store.users.addOwner('boss', 1);
    await store.users.invite('ben', 'ben@example.com', 1);
    const own = { ...victim, name: 'Of Ben', staticData: { global: { secret: 'of Ben' } } };
    await store.workflows.add({ id: 'victim', file: own, userId: 'ben', now: 1 });
  });
});
afterEach(() => folder.remove());

const victim: WorkflowFile = buildWorkflow({ T: { type: 'manualTrigger' } }, [], { id: 'victim', name: 'Claiming' });
const code = `const data = $getWorkflowStaticData('global'); const seen = JSON.stringify(data); data.planted = 1; return [{ json: { seen } }]`;
const claiming: WorkflowFile = buildWorkflow(
  { T: { type: 'manualTrigger' }, Read: { type: 'code', typeVersion: 2, parameters: { jsCode: code } } },
  ['T -> Read'],
  { id: 'victim', name: 'Claiming' },
);
const all = () => folder.look(async (store) => Promise.all((await store.workflows.list()).map(({ id }) => store.workflows.find(id))));

it.each<readonly [what: string, command: typeof runCommand, options: readonly string[], isAdded: boolean]>([
  ['run', runCommand, ['--json'], false],
  ['run and saved', runCommand, ['--json', '--save'], true],
  ['imported', importCommand, [], true],
])('a file that is %s', async (_what, command, options, isAdded) => {
  const { code: exit, out } = await folder.call(command, folder.file('claiming.json', claiming), ...options);
  expect([exit, out.includes('of Ben')]).toEqual([0, false]);
  const workflows = await all();
  expect(workflows.find((each) => each?.id === 'victim')).toMatchObject({
    name: 'Of Ben',
    version: 1,
    ownerId: 'ben',
    file: { staticData: { global: { secret: 'of Ben' } } },
  });
  expect(workflows.filter((each) => each?.name === 'Claiming').map((each) => each?.id === 'victim')).toEqual(isAdded ? [false] : []);
});
