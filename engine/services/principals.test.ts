// Identities of runs: whose code shares a process, and to which user a stored execution belongs when it continues.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { Executor, Principal } from '../execution/index.ts';
import { createSandbox } from '../sandbox/index.ts';
import type { ExecutionRecord, Store } from '../store/index.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { storeWithOwners } from '../testing/owned-workflows.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { Principals } from './principals.ts';

const owners = { 'of Ann': 'ann', 'also of Ann': 'ann', 'of Bob': 'bob', 'of nobody': null, 'of the owner': 'boss' } as const;

const sandbox = createSandbox({ allowedModules: ['process'] });
let store: Store;
let principals: Principals;
beforeAll(async () => {
  store = await storeWithOwners(owners);
  principals = new Principals(store);
});
afterAll(async () => {
  await sandbox.stop();
  await store.close();
});

const codeNode = { type: 'code', typeVersion: 2, parameters: { jsCode: 'return [{ json: { pid: require("process").pid } }]' } };
const file = (id: string): WorkflowFile => buildWorkflow({ Start: { type: 'manualTrigger' }, Code: codeNode }, ['Start -> Code'], { id });

/** Returns the id of the process in which a run with this identity executed code. The file claims another user's id. */
async function processOf(principal: Principal | undefined): Promise<unknown> {
  const executor = new Executor(fakePorts({ sandbox, owner: (principal) => principals.codeOwner(principal) }));
  const { resultData } = (await executor.start({ workflow: file('of Bob'), principal, mode: 'manual' }).done).result;
  expect(resultData.error).toBeUndefined();
  return resultData.runData['Code']?.[0]?.data?.['main']?.[0]?.[0]?.json['pid'];
}

it('code of different users runs in different processes, whatever id the file contains', async () => {
  const ann = await processOf(await principals.ofStored('of Ann'));
  expect(await processOf(await principals.ofStored('also of Ann'))).toBe(ann);
  const bob = await processOf(await principals.ofStored('of Bob'));
  const boss = await processOf(await principals.ofStored('of the owner'));
  expect(await processOf(await principals.ofStored('of nobody'))).toBe(boss);
  expect(await processOf(await principals.ofPerson('boss', { id: 'of Ann', ownerId: 'ann' }))).toBe(boss);
  expect(new Set([ann, bob, boss, await processOf(undefined)]).size).toBe(4);
});

const row = (workflowId: string, ownerId?: string): ExecutionRecord => ({
  id: '1',
  workflowId,
  workflowName: '',
  mode: 'webhook',
  status: 'waiting',
  startedAt: 1,
  instance: '',
  ...(ownerId === undefined ? {} : { ownerId }),
});

it.each<
  readonly [
    what: string,
    record: ExecutionRecord,
    startedBy: string | null | undefined,
    workflowId: string | undefined,
    userId: string | null,
  ]
>([
  ["a member's own", row('of Ann', 'ann'), undefined, 'of Ann', 'ann'],
  ["the instance owner's", row('of the owner'), undefined, 'of the owner', null],
  ['of a workflow without an owner', row('of nobody'), undefined, 'of nobody', null],
  ["a member's that names another's workflow", row('of Bob', 'ann'), undefined, undefined, 'ann'],
  ["a member's that names the instance owner's workflow", row('of the owner', 'ann'), undefined, undefined, 'ann'],
  ['of a deleted workflow', row('gone', 'ann'), undefined, undefined, 'ann'],
  ['started by hand by the instance owner', row('of Ann'), null, 'of Ann', null],
  ['started by hand, as stored earlier', row('of Ann', 'ann'), 'boss', 'of Ann', null],
  ['started by hand by a member', row('unsaved', 'bob'), 'bob', undefined, 'bob'],
  ['started by hand by a member, whose workflow has another owner now', row('of Ann', 'bob'), 'bob', undefined, 'bob'],
  ['started by hand by the instance owner, of a deleted workflow', row('gone'), null, undefined, null],
])('an execution that continues, %s', async (_what, record, startedBy, workflowId, userId) => {
  const principal = await principals.ofExecution(record, startedBy === undefined ? {} : { startedBy });
  expect([principal.workflowId, principal.userId]).toEqual([workflowId, userId]);
});

it.each<readonly [record: ExecutionRecord, startedBy: string | null, isForeign: boolean]>([
  [row('of Ann'), null, true],
  [row('gone'), null, true],
  [row('of Ann', 'bob'), 'bob', true],
  [row('of Ann', 'ann'), 'ann', false],
  [row('of the owner'), null, false],
  [row('unsaved', 'bob'), 'bob', false],
  [row('unsaved-s'), null, false],
])('the run by hand %j of %s may be of another user’s workflow: %s', async (record, startedBy, isForeign) => {
  expect((await principals.ofExecution(record, { startedBy })).isForeign).toBe(isForeign);
});

it('an identity cannot be changed', () => {
  const principal = Principal.ofPerson('ann', { id: 'w', ownerId: 'bob' });
  expect(() => Object.assign(principal, { userId: null })).toThrow(TypeError);
  expect(() => Object.defineProperty(principal, 'userId', { value: null })).toThrow(TypeError);
  expect(JSON.stringify(principal)).toBe('{}');
});
