// Code in workflows of different users runs in different processes; in a manual run it runs in the process of the user who started it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Executor } from '../../execution/index.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { Store } from '../../store/index.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { WorkflowRights } from './workflow-rights.ts';

const owners = { 'of Ann': 'ann', 'also of Ann': 'ann', 'of Bob': 'bob', 'of nobody': null, 'of the owner': 'boss' } as const;

const sandbox = createSandbox({ allowedModules: ['process'] });
let store: Store;
let rights: WorkflowRights;
beforeAll(async () => {
  store = await Store.inMemory();
  await store.users.addOwner('boss', 1);
  for (const id of ['ann', 'bob']) await store.users.invite(id, `${id}@example.com`, 1);
  for (const [id, userId] of Object.entries(owners)) await store.workflows.add({ id, file: file(id), userId, now: 1 });
  rights = new WorkflowRights(store);
});
afterAll(async () => {
  await sandbox.stop();
  await store.close();
});

const codeNode = { type: 'code', typeVersion: 2, parameters: { jsCode: 'return [{ json: { pid: require("process").pid } }]' } };
const file = (id: string): WorkflowFile => buildWorkflow({ Start: { type: 'manualTrigger' }, Code: codeNode }, ['Start -> Code'], { id });

/** Returns the id of the process in which the workflow's code ran. */
async function processOf(workflow: WorkflowFile, inNameOf?: WorkflowFile): Promise<unknown> {
  const executor = new Executor(fakePorts({ sandbox, owner: (asked) => rights.codeOwner(asked) }));
  const request = { workflow, mode: 'manual', ...(inNameOf === undefined ? {} : { inNameOf }) } as const;
  const { resultData } = (await executor.start(request).done).result;
  expect(resultData.error).toBeUndefined();
  return resultData.runData['Code']?.[0]?.data?.['main']?.[0]?.[0]?.json['pid'];
}

it('workflows share processes with workflows of the same owner only', async () => {
  const ann = await processOf(file('of Ann'));
  expect(await processOf(file('also of Ann'))).toBe(ann);
  const bob = await processOf(file('of Bob'));
  const boss = await processOf(file('of the owner'));
  expect(await processOf(file('of nobody'))).toBe(boss);
  expect(new Set([ann, bob, boss, await processOf(file('deleted')), await processOf(file('also deleted'))]).size).toBe(5);
});

it('a workflow that somebody runs by hand acts for that person, and one that comes with a call for its caller', async () => {
  const ann = await processOf(file('of Ann'));
  const boss = await processOf(file('of the owner'));
  expect(await processOf(rights.inNameOf(file('of Ann'), 'boss'))).toBe(boss);
  expect(await processOf(file('unsaved'), file('of Ann'))).toBe(ann);
});
