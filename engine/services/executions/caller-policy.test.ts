// Caller policy: called workflows' settings and their callers as a table, and a rejected run.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallerPolicy, WorkflowFile } from '../../contract/workflow.ts';
import { Executor, Principal } from '../../execution/index.ts';
import type { Store } from '../../store/index.ts';
import { buildWorkflow, stored } from '../../testing/build-workflow.ts';
import { storeWithOwners } from '../../testing/owned-workflows.ts';
import { portsWith, testNode } from '../../testing/test-nodes.ts';
import { Principals } from '../principals.ts';
import { assertCallable } from './caller-policy.ts';

type Settings = WorkflowFile['settings'];

const owners = { called: 'ann', 'of Ann': 'ann', 'of Bob': 'bob', 'of nobody': null, 'of the owner': 'boss' } as const;
type Id = keyof typeof owners | 'unsaved';

let store: Store;
let principals: Principals;
beforeAll(async () => {
  store = await storeWithOwners(owners);
  principals = new Principals(store);
});
afterAll(() => store.close());

const file = (id: string, settings: Settings = {}): WorkflowFile => ({ id, name: `Name of ${id}`, nodes: [], connections: {}, settings });
/** The identity of a caller, which may be started by hand. The id of an unsaved file means nothing. */
async function callerOf(id: Id, byHand?: string): Promise<Principal> {
  const row = id === 'unsaved' ? undefined : { id, ownerId: owners[id] };
  if (byHand !== undefined) return principals.ofPerson(byHand, row);
  return row === undefined ? Principal.nobody : principals.ofWorkflow(row);
}

/** Returns the error with which a call is rejected. */
async function rejectionOf(called: WorkflowFile, caller: Principal, options?: Parameters<typeof assertCallable>[2]): Promise<unknown> {
  try {
    assertCallable({ file: called, principal: await callerOf('called') }, caller, options);
    return undefined;
  } catch (error) {
    return error;
  }
}
const list = (callerIds?: string): Settings => ({ callerPolicy: 'workflowsFromAList', ...(callerIds === undefined ? {} : { callerIds }) });
const sameOwner: Settings = { callerPolicy: 'workflowsFromSameOwner' };

it.each<readonly [settings: Settings, caller: Id, byHand: string | undefined, refusal: RegExp | undefined]>([
  [undefined, 'of Ann', undefined, undefined],
  [undefined, 'of Bob', undefined, /only workflows of its owner/],
  [undefined, 'of nobody', undefined, /only workflows of its owner/],
  [undefined, 'of the owner', undefined, /only workflows of its owner/],
  [undefined, 'unsaved', undefined, /only workflows of its owner/],
  [undefined, 'unsaved', 'ann', undefined],
  [undefined, 'unsaved', 'bob', /only workflows of its owner/],
  // The instance owner may run another user's workflow manually and receives its events.
  [undefined, 'of Ann', 'boss', undefined],
  [sameOwner, 'of Ann', undefined, undefined],
  [sameOwner, 'of Bob', undefined, /only workflows of its owner/],
  [{ callerPolicy: 'something new' }, 'of Bob', undefined, /only workflows of its owner/],
  [{ callerPolicy: 'any' }, 'of Bob', undefined, undefined],
  [{ callerPolicy: 'any' }, 'unsaved', undefined, undefined],
  [{ callerPolicy: 'none' }, 'of Ann', undefined, /let no other workflow call it/],
  [{ callerPolicy: 'none' }, 'called', undefined, undefined],
  [list('of Bob'), 'of Bob', undefined, undefined],
  [list(' x ,of Bob , y'), 'of Bob', undefined, undefined],
  [list('of Bob'), 'of Ann', undefined, /not among them/],
  [list('of Bob'), 'called', undefined, undefined],
  [list(''), 'of Ann', undefined, /not among them/],
  [list(), 'of Ann', undefined, /not among them/],
  // Anyone can write an id into an unsaved file.
  [list('unsaved'), 'unsaved', 'bob', /not among them/],
])('%j lets "%s" (by hand: %s) call: %s', async (settings, caller, byHand, rejection) => {
  const failure = await rejectionOf(file('called', settings), await callerOf(caller, byHand));
  if (rejection === undefined) expect(failure).toBeUndefined();
  else expect(failure).toMatchObject({ code: 'WORKFLOW_NOT_CALLABLE', message: expect.stringMatching(rejection) as string });
});

it.each<readonly [settings: Settings, caller: Id, isNamed: boolean]>([
  [sameOwner, 'of Bob', false],
  [{ callerPolicy: 'none' }, 'of Bob', false],
  [{ callerPolicy: 'none' }, 'of Ann', true],
  [list(''), 'of Bob', false],
  [list(''), 'of Ann', true],
])('%j tells "%s" the name of the workflow: %s', async (settings, caller, isNamed) => {
  const { message } = (await rejectionOf(file('called', settings), await callerOf(caller))) as Error;
  expect(message).toContain(isNamed ? 'The workflow "Name of called" may not' : 'The workflow "called" may not');
});

it.each<readonly [byDefault: CallerPolicy, settings: Settings, isAllowed: boolean]>([
  ['any', undefined, true],
  ['any', { callerPolicy: 'none' }, false],
  ['any', sameOwner, false],
  ['none', undefined, false],
  ['none', { callerPolicy: 'any' }, true],
  ['workflowsFromAList', list('of Bob'), true],
  ['workflowsFromAList', undefined, false],
])('where "%s" is usual, %j lets another owner’s workflow call: %s', async (byDefault, settings, isAllowed) => {
  const called: WorkflowFile = { ...file('called'), settings: settings === undefined ? {} : { ...settings } };
  const failure = await rejectionOf(called, await callerOf('of Bob'), { byDefault });
  if (isAllowed) expect(failure).toBeUndefined();
  else expect(failure).toMatchObject({ code: 'WORKFLOW_NOT_CALLABLE' });
});

it('ignores the owner if there is none, such as on the command line', async () => {
  const { principal } = stored(file('from the command line'));
  const options = { hasOwners: false };
  expect(await rejectionOf(file('called'), principal, options)).toBeUndefined();
  expect(await rejectionOf(file('called', list('from the command line')), principal, options)).toBeUndefined();
  expect(await rejectionOf(file('called', { callerPolicy: 'none' }), principal, options)).toMatchObject({
    message: expect.stringMatching(/let no other/) as string,
  });
});

it('makes the calling node fail, and does not apply to inline workflows', async () => {
  const called = { ...buildWorkflow({ T: { type: 'executeWorkflowTrigger' } }, [], { id: 'called' }), settings: { callerPolicy: 'none' } };
  const call = (inline: boolean) =>
    testNode(inline ? 'inline' : 'byId', async (ctx) => {
      const { items } = await ctx.runWorkflow({ ...(inline ? { workflow: called } : { workflowId: 'called' }), items: ctx.input() });
      return [items];
    });
  const ports = portsWith([call(true), call(false)], { workflow: async () => stored(called), assertCallable });
  const run = async (type: string) => {
    const caller = buildWorkflow({ T: { type: 'manualTrigger' }, Call: { type } }, ['T -> Call'], { id: 'caller' });
    return (await new Executor(ports).start({ workflow: caller, mode: 'manual' }).done).result;
  };
  expect(await run('test.byId')).toMatchObject({
    status: 'error',
    resultData: { error: { message: expect.stringMatching(/may not be called by this one/) as string, node: 'Call' } },
  });
  expect((await run('test.inline')).status).toBe('success');
});
