// Every way to start a run × every right: rights are always requested for the admitted user, whatever ids the workflow file contains.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Executor, type Principal, type DetachedRequest } from '../../execution/index.ts';
import { noLogger } from '../../logger.ts';
import { NodeError, type ExecuteContext } from '../../sdk/index.ts';
import { Store } from '../../store/index.ts';
import { buildWorkflow, type NodeSketch } from '../../testing/build-workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { portsWith, testNode } from '../../testing/test-nodes.ts';
import { Principals } from '../principals.ts';
import { assertCallable } from './caller-policy.ts';
import { ExecutionService } from './executions.ts';
import { SavedFiles } from './saved-files.ts';
import { WorkflowStates } from './workflow-states.ts';

const rights = ['credential', 'secrets', 'token', 'tables', 'conversation', 'code', 'file', 'command', 'call', 'fault'] as const;
type Right = (typeof rights)[number];

let store: Store;
let principals: Principals;
/** The checked rights, each with the ids of the user and the workflow. */
let rightChecks: (readonly [right: Right, userId: string | null | undefined, workflowId: string | undefined])[];
let isFailing: boolean;
const clock = fakeClock();

const victim: WorkflowFile = {
  ...buildWorkflow({ T: { type: 'executeWorkflowTrigger' }, E: { type: 'errorTrigger' }, R: { type: 'test.note' } }, ['T -> R', 'E -> R'], {
    id: 'victim',
    name: 'Of the victim',
  }),
  settings: { callerPolicy: 'none' },
  staticData: { global: { secret: 'of the victim' } },
};

beforeEach(async () => {
  store = await Store.inMemory();
  await store.users.addOwner('boss', 1);
  for (const id of ['ann', 'vic']) await store.users.invite(id, `${id}@example.com`, 1);
  await store.workflows.add({ id: 'victim', file: victim, userId: 'vic', now: 1 });
  principals = new Principals(store);
  rightChecks = [];
  isFailing = false;
});
afterEach(() => store.close());

/** Uses every right that a node has. */
async function useRights(ctx: ExecuteContext): Promise<void> {
  const attempt = async (use: () => unknown): Promise<void> => {
    try {
      await use();
    } catch (error) {
      if (error instanceof NodeError || (error as { code?: string }).code !== undefined) return;
      throw error;
    }
  };
  await attempt(() => ctx.credentials('crypto'));
  await attempt(() => ctx.renewCredential('crypto', 0));
  await attempt(() => ctx.dataTables());
  await attempt(() => ctx.conversation('session').load());
  await attempt(() => ctx.code.run({ source: '', mode: 'all' } as never));
  await attempt(() => ctx.files.allowedPath('/tmp'));
  await attempt(() => ctx.confirmCommand('true'));
  await attempt(() => ctx.runWorkflow({ workflowId: 'victim', items: [] }));
  await attempt(() => ctx.nodeOfWorkflow('victim', 'n8n-nodes-base.executeWorkflowTrigger'));
  expect(JSON.stringify(ctx.staticData('global'))).not.toContain('of the victim');
  ctx.staticData('global')['planted'] = 'by the attacker';
}

const nodes = [
  testNode('rights', async (ctx) => (await useRights(ctx), [ctx.input()])),
  testNode(
    'inline',
    async (ctx) => {
      const workflow = ctx.param<WorkflowFile>('workflow');
      return [(await ctx.runWorkflow({ workflow, items: ctx.input() })).items];
    },
    { properties: [{ displayName: 'Workflow', name: 'workflow', type: 'json', default: {} }] },
  ),
  testNode('byId', async (ctx) => [(await ctx.runWorkflow({ workflowId: 'sub', items: ctx.input() })).items]),
  testNode('failing', (ctx) => {
    if (isFailing) throw new NodeError('It failed.');
    return [ctx.input()];
  }),
  testNode('waits', (ctx) => (ctx.waitUntil(ctx.now() + 3_600_000), [[]])),
  testNode('note', (ctx) => [ctx.input()]),
];

/** A workflow that starts with `type`; its file claims the victim's id, and its error workflow. */
const claiming = (steps: Readonly<Record<string, NodeSketch>>, type = 'executeWorkflowTrigger'): WorkflowFile => {
  const names = ['T', ...Object.keys(steps)];
  const links = names.slice(1).map((name, index) => `${names[index] ?? ''} -> ${name}`);
  return {
    ...buildWorkflow({ T: { type }, ...steps }, links, { id: 'victim', name: 'Of the victim' }),
    settings: { errorWorkflow: 'victim' },
  };
};
const use: NodeSketch = { type: 'test.rights', credentials: { crypto: { id: 'secret', name: 'Secret' } } };
const inline = (workflow: WorkflowFile): NodeSketch => ({ type: 'test.inline', parameters: { workflow } });
const probe = claiming({ Use: use, Fail: { type: 'test.failing' } });

function service(productionLimit?: number) {
  const note = (right: Right, { userId, workflowId }: Principal): void => void rightChecks.push([right, userId, workflowId]);
  const states = new WorkflowStates({ workflows: store.workflows });
  const files = new SavedFiles({ workflows: store.workflows, principals, onStaticData: (id, data) => states.learn(id, data) });
  const ports = portsWith(nodes, {
    clock,
    uuid: randomUUID,
    staticData: states,
    workflow: (id) => files.get(id),
    assertCallable: (called, caller) => {
      note('call', caller);
      assertCallable(called, caller);
    },
    credential: async (_type, _reference, { principal }) => (note('credential', principal), { value: '={{ $secrets.key }}' }),
    externalSecrets: async (_type, _reference, { principal }) => (note('secrets', principal), { table: {}, used: new Set() }),
    renewedCredential: async (_type, _reference, { principal }) => (note('token', principal), {}),
    dataTables: async (principal) => (note('tables', principal), {} as never),
    conversations: (workflowId) => {
      rightChecks.push(['conversation', undefined, workflowId]);
      return { load: async () => [], change: async () => undefined };
    },
    owner: async (principal) => (note('code', principal), principals.codeOwner(principal)),
    consent: async ({ principal, kind }) => note(kind === 'command' ? 'command' : 'file', principal),
    credentialTypes: {
      type: async () => ({ name: 'crypto', displayName: 'Crypto', fields: [], preAuthentication: { fields: [] } }) as never,
    },
    marks: {
      mark: ({ workflowId, node }) => {
        if (node === 'Use') rightChecks.push(['fault', undefined, workflowId]);
      },
      unmark: () => undefined,
      waits: () => () => undefined,
    },
  });
  const executor = new Executor(ports);
  const executions = new ExecutionService({
    executor,
    store,
    clock,
    ids: randomUUID,
    logger: noLogger,
    instance: { id: randomUUID(), isAlive: () => false },
    states,
    principals,
    ...(productionLimit === undefined ? {} : { productionLimit }),
  });
  executor.runCallsIn(executions);
  return { executor, executions };
}

type Own = ReturnType<typeof service>;

async function save(id: string, file: WorkflowFile): Promise<WorkflowFile> {
  const own = { ...file, id, settings: {} };
  await store.workflows.add({ id, file: own, userId: 'ann', now: 1 });
  return own;
}

/** A workflow of Ann that calls the probe as an inline workflow. */
const carrier = (id = 'carrier', steps: Readonly<Record<string, NodeSketch>> = { Call: inline(probe) }): Promise<WorkflowFile> =>
  save(id, claiming(steps));
const ofAnn = (id = 'carrier'): Promise<Principal> => principals.ofWorkflow({ id, ownerId: 'ann' });
const byAnn = (id?: string): Promise<Principal> => principals.ofPerson('ann', id === undefined ? undefined : { id, ownerId: 'ann' });

const started =
  (mode: 'webhook' | 'trigger') =>
  async ({ executions }: Own) => {
    await executions.start({ workflow: await carrier(), principal: await ofAnn(), mode, startNode: 'T' }).done;
  };

/** Each starts a run of Ann, and leads to the use of all rights. */
const starts: Readonly<Record<string, (own: Own) => Promise<unknown>>> = {
  'by a webhook, form or chat': started('webhook'),
  'by a schedule, poll or listening trigger': started('trigger'),
  'by hand, saved': async ({ executions }) =>
    executions.start({ workflow: await carrier(), principal: await byAnn('carrier'), mode: 'manual', startNode: 'T' }).done,
  // The file of an unsaved workflow claims the victim's id itself.
  'by hand, not saved': async ({ executions }) =>
    executions.start({ workflow: claiming({ Use: use, Call: inline(probe) }), principal: await byAnn(), mode: 'manual', startNode: 'T' })
      .done,
  'as a test call of a webhook': async ({ executions }) =>
    executions.start({
      workflow: await carrier(),
      principal: await byAnn('carrier'),
      mode: 'manual',
      startNode: 'T',
      output: [[{ json: {} }]],
    }).done,
  'by another workflow': async ({ executions }) => {
    await carrier('sub');
    await executions.start({
      workflow: await carrier('outer', { Call: { type: 'test.byId' } }),
      principal: await ofAnn('outer'),
      mode: 'trigger',
      startNode: 'T',
    }).done;
  },
  'inline within an inline workflow': async ({ executions }) =>
    executions.start({
      workflow: await carrier('carrier', { Call: inline(claiming({ Call: inline(probe) })) }),
      principal: await ofAnn(),
      mode: 'webhook',
      startNode: 'T',
    }).done,
  'as an error workflow': async ({ executor }) => {
    const file = await save('carrier', claiming({ Call: inline(probe) }, 'errorTrigger'));
    const outcome = {
      executionId: '1',
      result: { status: 'error', mode: 'webhook', startedAt: 1, stoppedAt: 1, resultData: { runData: {} } },
    } as const;
    const request = await executor.errorRun({ file, principal: await ofAnn() }, outcome);
    if (request !== undefined) await executor.start(request).done;
  },
  'as the error workflow of an inline workflow': async ({ executions }) => {
    isFailing = true;
    const failing = buildWorkflow(
      { T: { type: 'executeWorkflowTrigger' }, F: { type: 'test.failing' }, E: { type: 'errorTrigger' }, Use: use },
      ['T -> F', 'E -> Use'],
      { id: 'victim' },
    );
    await executions.start({
      workflow: await carrier('carrier', { Call: inline(failing) }),
      principal: await ofAnn(),
      mode: 'webhook',
      startNode: 'T',
    }).done;
  },
  'as a retry': async ({ executions }) => {
    isFailing = true;
    const { executionId } = await executions.start({ workflow: await carrier(), principal: await ofAnn(), mode: 'webhook', startNode: 'T' })
      .done;
    isFailing = false;
    await (
      await executions.retry(executionId, 'ann')
    ).done;
  },
  'as a retry of the inline workflow itself': async ({ executions }) => {
    isFailing = true;
    await executions.start({ workflow: await carrier(), principal: await ofAnn(), mode: 'webhook', startNode: 'T' }).done;
    isFailing = false;
    const child = (await store.executionList.list({}, { limit: 10 })).find(({ mode }) => mode === 'integrated');
    await (
      await executions.retry(child?.id ?? '', 'ann', victim)
    ).done;
  },
  'resumed after a wait': async ({ executions }) => {
    const steps = { Wait: { type: 'test.waits' }, Call: inline(claiming({ Wait: { type: 'test.waits' }, Use: use })) };
    await executions.start({ workflow: await carrier('carrier', steps), principal: await ofAnn(), mode: 'webhook', startNode: 'T' }).done;
    for (let times = 0; times < 4; times++) {
      clock.advance(3_600_000);
      await executions.resumeDue();
      await executions.idle();
    }
  },
  'from the queue of an earlier process': async () => {
    const full = service(0);
    await full.executions.start({ workflow: await carrier(), principal: await ofAnn(), mode: 'webhook', startNode: 'T' }).started;
    const next = service(1);
    await next.executions.queue?.recover();
    next.executions.queue?.open();
    const ran = Promise.withResolvers<void>();
    next.executions.activeRuns.onChange(() => {
      if (next.executions.activeRuns.startedCount > 0 && next.executions.activeRuns.count === 0) ran.resolve();
    });
    await ran.promise;
  },
  'outside of a run, as a trigger or in lists of the editor': async ({ executor }) => {
    const request: DetachedRequest = { mode: 'internal', principal: await byAnn(), signal: new AbortController().signal };
    const { context } = await executor.detachedNode(claiming({ Use: use }), 'Use', request);
    await useRights(context as unknown as ExecuteContext);
  },
};

it.each(Object.keys(starts))('a run that is started %s asks for nothing on behalf of another user', async (name) => {
  const own = service();
  await starts[name]?.(own);
  await own.executions.idle();
  const otherChecks = rightChecks.filter(
    ([right, userId, workflowId]) => workflowId === 'victim' || (right !== 'fault' && right !== 'conversation' && userId !== 'ann'),
  );
  expect(otherChecks).toEqual([]);
  // The test is void for rights that were not used.
  // Without a saved workflow, conversations are in the memory of the process.
  expect(rights.filter((right) => right !== 'conversation' && !rightChecks.some(([each]) => each === right))).toEqual([]);
  expect((await store.workflows.get('victim'))?.staticData).toEqual(victim.staticData);
  const executions = await store.executionList.list({}, { limit: 100 });
  expect(executions.filter(({ workflowId, ownerId }) => workflowId === 'victim' || ownerId !== 'ann')).toEqual([]);
});
