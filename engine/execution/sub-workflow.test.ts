import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import type { RunEvent } from '../contract/push.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { collectGarbage } from '../memory-release.ts';
import { buildWorkflow, type NodeSketch, stored } from '../testing/build-workflow.ts';
import { fakeClock } from '../testing/fake-ports.ts';
import { portsWith, testNode } from '../testing/test-nodes.ts';
import { Executor, type ExecutionPorts, type StartRequest } from './index.ts';

const trigger: NodeSketch = { type: 'manualTrigger' };
const called: NodeSketch = { type: 'executeWorkflowTrigger' };
const noOp: NodeSketch = { type: 'noOp' };
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

/** A node that calls a workflow with its input and returns its items, and details of the call. */
const call = (wait?: boolean) =>
  testNode('call', async (ctx) => {
    const { items, status } = await ctx.runWorkflow({ workflowId: 'called', items: ctx.input(), wait });
    return [[...items, { json: { status } }]];
  });

const nodes = [
  testNode('fail', () => { throw new Error('no stock'); }), // oxfmt-ignore
  testNode('waitHour', (ctx) => { ctx.waitUntil(ctx.now() + 3_600_000); return [[]]; }), // oxfmt-ignore
  testNode('reverse', (ctx) => [
    ctx
      .input()
      .map((item, index) => ({ json: item.json, pairedItem: { item: index } }))
      .reverse(),
  ]),
  testNode('forget', (ctx) => [[...ctx.input(), ...ctx.input()].map(({ json }) => ({ json }))]),
  testNode('gather', (ctx) => [[{ json: { count: ctx.input().length }, pairedItem: ctx.input().map((_, item) => ({ item })) }]]),
];

const caller = buildWorkflow({ T: trigger, Call: { type: 'test.call' } }, ['T -> Call'], { id: 'caller' });

async function run(
  sub: WorkflowFile,
  { wait, ...request }: Partial<StartRequest> & { wait?: boolean } = {},
  overrides: Partial<ExecutionPorts> = {},
) {
  const executor = new Executor(
    portsWith([...nodes, call(wait)], { workflow: async (id) => (id === 'called' ? stored(sub) : undefined), ...overrides }),
  );
  const { result } = await executor.start({ workflow: caller, mode: 'manual', ...request }).done;
  return { executor, result, items: result.resultData.runData['Call']?.[0]?.data?.['main']?.[0] ?? [] };
}

it('a node outside of a run does not keep the results of its calls', async () => {
  const sub = buildWorkflow({ Start: called }, [], { id: 'called' });
  const executor = new Executor(portsWith([call()], { workflow: async () => stored(sub) }));
  const { context } = await executor.detachedNode(caller, 'Call', { mode: 'trigger', signal: new AbortController().signal });
  const returned = async (): Promise<WeakRef<object>> => {
    const { items } = await context.runWorkflow({ workflowId: 'called', items: numbered(1) });
    expect(items).toEqual([{ json: { n: 0 }, pairedItem: { item: 0 } }]);
    return new WeakRef(items);
  };
  const result = await returned();
  await setImmediate();
  collectGarbage();
  expect(result.deref()).toBeUndefined();
  // The node has not been collected with its results.
  expect(context.node.name).toBe('Call');
});

describe('the archives of called workflows', () => {
  /** Unpacks an archive with six entries. */
  const unpack = testNode('unpack', (ctx) => {
    const counter = ctx.archives.archive('a.zip');
    for (let entry = 0; entry < 6; entry++) counter.addEntry();
    return [ctx.input()];
  });
  const sub = buildWorkflow({ Start: called, Unpack: { type: 'test.unpack' } }, ['Start -> Unpack'], { id: 'called' });
  const outer = buildWorkflow({ Start: called, Call: { type: 'test.call' } }, ['Start -> Call'], { id: 'outer' });
  const inline = (workflow: WorkflowFile) =>
    testNode('inline', async (ctx) => [(await ctx.runWorkflow({ workflow, items: ctx.input() })).items]);
  const executorOf = () =>
    new Executor(portsWith([unpack, call(), inline(outer)], { workflow: async () => stored(sub) }), {
      archives: { maxBytes: 1e6, maxEntries: 10 },
    });
  const twice = (type: string) => buildWorkflow({ T: trigger, A: { type }, B: { type } }, ['T -> A', 'A -> B'], { id: 'caller' });

  it.each(['test.call', 'test.inline'])('count together with those of the caller: %s', async (type) => {
    const { result } = await executorOf().start({ workflow: twice(type), mode: 'manual' }).done;
    expect([result.status, result.resultData.lastNodeExecuted]).toEqual(['error', 'B']);
    expect(result.resultData.error?.message).toMatch(/this execution packs and unpacks have together more than 10 entries/);
  });

  it('count for themselves if a node outside of a run calls them', async () => {
    const { context } = await executorOf().detachedNode(caller, 'Call', { mode: 'trigger', signal: new AbortController().signal });
    for (const _ of [1, 2]) expect((await context.runWorkflow({ workflowId: 'called', items: numbered(1) })).items).toHaveLength(1);
  });
});

describe('a called workflow', () => {
  it.each<[string, string, readonly unknown[]]>([
    [
      'turned round',
      'test.reverse',
      [
        { json: { n: 1 }, pairedItem: { item: 1 } },
        { json: { n: 0 }, pairedItem: { item: 0 } },
      ],
    ],
    ['brought together', 'test.gather', [{ json: { count: 2 }, pairedItem: [{ item: 0 }, { item: 1 }] }]],
    ['of unknown origin', 'test.forget', [{ json: { n: 0 } }, { json: { n: 1 } }, { json: { n: 0 } }, { json: { n: 1 } }]],
  ])('tells which of the call its items stem from: %s', async (_name, type, expected) => {
    const { items } = await run(buildWorkflow({ Called: called, A: noOp, B: { type } }, ['Called -> A', 'A -> B']), { items: numbered(2) });
    expect(items.slice(0, -1)).toEqual(expected);
  });

  // Version of the Execute Workflow Trigger → documented change of what it returns if the last node has run several times.
  it.each<[number, string, readonly unknown[]]>([
    [
      1,
      'the last run',
      [
        { json: { n: 1 }, pairedItem: { item: 1 } },
        { json: { n: 0 }, pairedItem: { item: 0 } },
      ],
    ],
    [
      1.1,
      'the last run',
      [
        { json: { n: 1 }, pairedItem: { item: 1 } },
        { json: { n: 0 }, pairedItem: { item: 0 } },
      ],
    ],
    [
      1.2,
      'all runs',
      [
        { json: { n: 0 }, pairedItem: { item: 0 } },
        { json: { n: 1 }, pairedItem: { item: 1 } },
        { json: { n: 1 }, pairedItem: { item: 1 } },
        { json: { n: 0 }, pairedItem: { item: 0 } },
      ],
    ],
  ])('with the trigger in version %s returns %s', async (typeVersion, _what, expected) => {
    const branches = ['Called -> A', 'Called -> B', 'A -> End', 'B -> End'];
    const sub = buildWorkflow({ Called: { ...called, typeVersion }, A: noOp, B: { type: 'test.reverse' }, End: noOp }, branches, {
      id: 'called',
    });
    const { items } = await run(sub, { items: numbered(2) });
    expect(items.slice(0, -1)).toEqual(expected);
  });

  it('that waits for long is awaited', async () => {
    const clock = fakeClock(0);
    const sub = buildWorkflow({ Called: called, W: { type: 'test.waitHour' }, End: noOp }, ['Called -> W', 'W -> End']);
    const { items, result } = await run(sub, { items: numbered(1) }, { clock });
    expect(items.map(({ json }) => json)).toEqual([{ n: 0 }, { status: 'success' }]);
    expect([result.status, clock.now()]).toEqual(['success', 3_600_000]);
  });

  it('that is not awaited runs by itself, through its waits to its end', async () => {
    const ends: string[] = [];
    const sub = buildWorkflow({ Called: called, W: { type: 'test.waitHour' }, End: noOp }, ['Called -> W', 'W -> End'], { id: 'called' });
    const listener = (event: RunEvent): void =>
      void (event.type === 'executionFinished' && ends.push(`${event.workflowId} ${event.status}`));
    const { items, executor } = await run(sub, { wait: false, listener });
    expect(items.map(({ json }) => json)).toEqual([{ status: 'running' }]);
    await executor.idle();
    expect(ends.filter((end) => end.startsWith('called'))).toEqual(['called waiting', 'called success']);
    expect(ends).toContain('caller success');
  });

  it.each([
    ['fails', buildWorkflow({ Called: called, F: { type: 'test.fail' } }, ['Called -> F']), 'no stock'],
    ['has nothing to start from', buildWorkflow({}, []), /no node to start from/],
  ])('that %s fails its caller', async (_name, sub, message) => {
    expect((await run(sub)).result).toMatchObject({
      status: 'error',
      resultData: { error: { message: expect.stringMatching(message) as string, node: 'Call' } },
    });
  });

  it.each([
    ['fails', {}],
    ['cannot start', { timezone: 'Mars/Olympus' }],
  ])('that %s does not harm a caller who does not wait', async (_name, settings) => {
    const { result, executor } = await run(buildWorkflow({ Called: called, F: { type: 'test.fail' } }, ['Called -> F'], { settings }), {
      wait: false,
    });
    await executor.idle();
    expect(result.status).toBe('success');
  });

  it('reports its nodes under its own execution', async () => {
    const message: string[] = [];
    const executions = new Map<string, string>();
    const listener = (event: RunEvent): void => {
      if (event.type === 'executionStarted') executions.set(event.executionId, event.workflowId);
      if (event.type === 'nodeExecuteAfter') message.push(`${executions.get(event.executionId) ?? '?'}: ${event.nodeName}`);
    };
    await run(buildWorkflow({ Called: called, A: noOp }, ['Called -> A'], { id: 'called' }), { listener });
    expect(message).toEqual(['caller: T', 'called: Called', 'called: A', 'caller: Call']);
  });
});

describe('static data of a called workflow', () => {
  const counts = testNode('count', (ctx) => {
    const staticData = ctx.staticData('global') as { n?: number };
    staticData.n = (staticData.n ?? 0) + 1;
    return [[{ json: { n: staticData.n } }]];
  });
  const chain = (...types: readonly string[]): WorkflowFile => {
    const steps = types.map((type, index) => [`N${index}`, { type: `test.${type}` }] as const);
    const names = ['Called', ...steps.map(([name]) => name)];
    const links = steps.map(([name], index) => `${names[index] ?? ''} -> ${name}`);
    return buildWorkflow({ Called: called, ...Object.fromEntries(steps) }, links, { id: 'called', staticData: { global: { n: 5 } } });
  };
  const byId = testNode('byId', async (ctx) => [[...(await ctx.runWorkflow({ workflowId: 'called', items: ctx.input() })).items]]);
  const inline = testNode('inline', async (ctx) => [[...(await ctx.runWorkflow({ workflow: chain('count'), items: ctx.input() })).items]]);
  const detached = testNode('detached', async (ctx) => {
    await ctx.runWorkflow({ workflowId: 'called', items: ctx.input(), wait: false });
    return [[]];
  });
  const through = buildWorkflow({ Called: called, Call: { type: 'test.byId' } }, ['Called -> Call'], { id: 'through' });
  const viaAnother = testNode('viaAnother', async (ctx) => [
    [...(await ctx.runWorkflow({ workflowId: 'through', items: ctx.input() })).items],
  ]);

  it.each<[string, string, StartRequest['mode'], WorkflowFile, readonly unknown[]]>([
    ['is kept', 'byId', 'trigger', chain('count'), [[6], [7]]],
    ['is saved if the caller does not wait for the end', 'detached', 'trigger', chain('count'), [[6], [7]]],
    ['is saved over several levels', 'viaAnother', 'webhook', chain('count'), [[6], [7]]],
    ['is saved when it waits, and continues from there', 'byId', 'trigger', chain('count', 'waitHour', 'count'), [[6], [7], [8], [9]]],
    ['is not saved in a manual run', 'byId', 'manual', chain('count'), []],
    ['is not saved in a manual run over several levels', 'viaAnother', 'manual', chain('count'), []],
    ['is not saved for an inline workflow', 'inline', 'trigger', chain('count'), []],
    ['is not written if nothing changes', 'byId', 'trigger', chain('reverse'), []],
  ])('%s', async (_name, type, mode, sub, expected) => {
    let newest: JsonObject | undefined;
    const saved: unknown[] = [];
    const workflows: Readonly<Record<string, WorkflowFile>> = { called: sub, through };
    const executor = new Executor(
      portsWith([...nodes, counts, byId, inline, detached, viaAnother], {
        clock: fakeClock(0),
        workflow: async (id) => stored(workflows[id] as WorkflowFile),
        staticData: {
          get: (id) => (id === 'called' ? newest : undefined),
          save: async (id, before, after) => {
            expect([id, before]).toEqual(['called', newest ?? { global: { n: 5 } }]);
            newest = after;
            saved.push(Object.values(after['global'] as object));
          },
        },
      }),
    );
    const workflow = buildWorkflow({ T: trigger, Call: { type: `test.${type}` } }, ['T -> Call'], { id: 'caller' });
    for (let times = 0; times < 2; times++) {
      expect((await executor.start({ workflow, mode }).done).result.status).toBe('success');
      await executor.idle();
    }
    expect(saved).toEqual(expected);
  });

  it('is logged if it cannot be stored, without other effects', async () => {
    const logged: string[] = [];
    const { logger } = portsWith([]);
    const staticData = { get: () => undefined, save: () => Promise.reject(new Error('The disk is full.')) };
    const executor = new Executor(
      portsWith([counts, byId], {
        workflow: async () => stored(chain('count')),
        staticData,
        logger: { ...logger, error: (message) => void logged.push(message) },
      }),
    );
    const workflow = buildWorkflow({ T: trigger, Call: { type: 'test.byId' } }, ['T -> Call'], { id: 'caller' });
    expect((await executor.start({ workflow, mode: 'trigger' }).done).result.status).toBe('success');
    expect(logged).toEqual([expect.stringContaining('The disk is full.')]);
  });
});
