import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import type { RunEvent } from '../contract/push.ts';
import type { RunResult } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { defineNode, NodeError, type NodeVersion } from '../sdk/index.ts';
import { createNodeRegistry } from '../registry/index.ts';
import { buildWorkflow, type NodeSketch, stored } from '../testing/build-workflow.ts';
import { fakeClock, fakePorts } from '../testing/fake-ports.ts';
import { CancellationScope } from './cancellation.ts';
import { Executor, type ExecutionPorts, type RunOutcome, type StartRequest } from './index.ts';

const base = {
  group: ['transform'],
  displayName: 'Test',
  description: 'Test',
  defaults: { name: 'Test' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
} as const;
const testNode = (type: string, execute: NodeVersion['execute'], description: Partial<NodeVersion['description']> = {}) =>
  defineNode({ type: `test.${type}`, icon: 'none', versions: [{ description: { ...base, version: 1, ...description }, execute }] });

let failures = 0;
const nodes = [
  testNode('fail', (ctx) => {
    throw new NodeError('It broke', { itemIndex: ctx.input().length - 1, description: 'On purpose' });
  }),
  testNode('failTwice', (ctx) => {
    if (failures++ < 2) throw new Error(`Failure ${failures}`);
    return [ctx.input()];
  }),
  testNode('countFailures', () => {
    throw new Error(`Failure ${++failures}`);
  }),
  testNode('countFailedItems', () => {
    failures++;
    return [[{ json: { error: 'no' }, error: { name: 'Error', message: 'no' } }]];
  }),
  testNode('failOdd', (ctx) => [
    ctx
      .input()
      .map((item, index) =>
        index % 2 === 1
          ? { json: { error: `Odd ${index}` }, error: { name: 'Error', message: `Odd ${index}` }, pairedItem: { item: index } }
          : { json: item.json, pairedItem: { item: index } },
      ),
  ]),
  testNode('nothing', () => [[]]),
  testNode('ends', () => null),
  testNode('counter', (ctx) => {
    const staticData = ctx.staticData('node') as { runs?: number };
    staticData.runs = (staticData.runs ?? 0) + 1;
    return [[{ json: { runs: staticData.runs } }]];
  }),
  testNode('hang', (ctx) => ctx.sleep(1e9).then(() => [[]])),
  testNode('waitHour', (ctx) => {
    ctx.waitUntil(ctx.now() + 3_600_000);
    return [[]];
  }),
  testNode('busy', async (ctx) => {
    await new Promise((resolve) => {
      ctx.signal.addEventListener('abort', resolve);
    });
    ctx.signal.throwIfAborted();
    return [[]];
  }),
];

function ports(overrides: Partial<ExecutionPorts> = {}): ExecutionPorts {
  const registry = createNodeRegistry();
  for (const node of nodes) registry.add(node);
  return fakePorts({ nodes: registry, ...overrides });
}

const start = (workflow: WorkflowFile, request: Partial<StartRequest> = {}, overrides: Partial<ExecutionPorts> = {}): Promise<RunOutcome> =>
  new Executor(ports(overrides)).start({ workflow, mode: 'manual', ...request }).done;

/** Returns the json of every output per run, by node name. */
function outputsOf({ resultData }: RunResult): Record<string, (readonly JsonObject[])[][]> {
  return Object.fromEntries(
    Object.entries(resultData.runData).map(([name, runs]) => [
      name,
      runs.map((run) => (run.data?.['main'] ?? []).map((items) => (items ?? []).map((item) => item.json))),
    ]),
  );
}

const trigger: NodeSketch = { type: 'manualTrigger' };
const noOp: NodeSketch = { type: 'noOp' };
const two = [{ json: { n: 1 } }, { json: { n: 2 } }];
const ifOver = (n: number): NodeSketch => ({
  type: 'if',
  typeVersion: 1,
  parameters: { conditions: { number: [{ value1: '={{ $json.n }}', operation: 'larger', value2: n }] } },
});
const order = async (workflow: WorkflowFile, request: Partial<StartRequest> = {}): Promise<string[]> => {
  const names: string[] = [];
  const listener = (event: RunEvent): void => void (event.type === 'nodeExecuteAfter' && names.push(event.nodeName));
  const { result } = await start(workflow, { ...request, listener });
  expect(result.resultData.error?.message).toBeUndefined();
  return names;
};

describe('the order of nodes', () => {
  const tree = {
    T: { ...trigger, position: [0, 0] },
    Low: { ...noOp, position: [200, 200] },
    High: { ...noOp, position: [200, -200] },
    'Low 2': { ...noOp, position: [400, 200] },
    'High 2': { ...noOp, position: [400, -200] },
    Left: { ...noOp, position: [100, -200] },
  } satisfies Record<string, NodeSketch>;
  const lines = ['T -> Low', 'T -> High', 'T -> Left', 'Low -> Low 2', 'High -> High 2'];

  it.each([
    ['v1', ['T', 'Left', 'High', 'High 2', 'Low', 'Low 2']],
    ['v0', ['T', 'Low', 'High', 'Left', 'Low 2', 'High 2']],
    [undefined, ['T', 'Low', 'High', 'Left', 'Low 2', 'High 2']],
  ])('%s', async (executionOrder, expected) => {
    expect(await order(buildWorkflow(tree, lines, { settings: executionOrder === undefined ? {} : { executionOrder } }))).toEqual(expected);
  });

  it('a node with several inputs waits for all that can receive data', async () => {
    const workflow = buildWorkflow({ T: trigger, A: noOp, B: noOp, M: { type: 'merge' }, End: noOp }, [
      'T -> A',
      'T -> M:1',
      'A -> B',
      'B -> M:0',
      'M -> End',
    ]);
    expect(await order(workflow)).toEqual(['T', 'A', 'B', 'M', 'End']);
  });

  it('a node with several inputs runs with the available ones when nothing else can arrive', async () => {
    const workflow = buildWorkflow({ T: trigger, If: ifOver(9), A: noOp, B: noOp, M: { type: 'merge' } }, [
      'T -> If',
      'If:0 -> A',
      'If:1 -> B',
      'A -> M:0',
      'B -> M:1',
    ]);
    expect(await order(workflow, { items: two })).toEqual(['T', 'If', 'B', 'M']);
  });

  it('the legacy order runs the idle branch of a merge with one empty item', async () => {
    const workflow = buildWorkflow(
      { T: trigger, If: ifOver(0), A: noOp, B: noOp, M: { type: 'merge', typeVersion: 1 } },
      ['T -> If', 'If:0 -> A', 'If:1 -> B', 'A -> M:0', 'B -> M:1'],
      { settings: {} },
    );
    expect(await order(workflow, { items: two })).toEqual(['T', 'If', 'A', 'B', 'M']);
  });

  it('a loop runs until its condition ends it', async () => {
    const add: NodeSketch = {
      type: 'set',
      typeVersion: 3.4,
      parameters: { assignments: { assignments: [{ id: '1', name: 'n', value: '={{ $json.n + 1 }}', type: 'number' }] } },
    };
    const workflow = buildWorkflow({ T: trigger, Add: add, If: ifOver(4), End: noOp }, [
      'T -> Add',
      'Add -> If',
      'If:0 -> End',
      'If:1 -> Add',
    ]);
    const { result } = await start(workflow, { items: [{ json: { n: 0 } }] });
    expect(outputsOf(result)['End']).toEqual([[[{ n: 5 }]]]);
    expect(result.resultData.runData['Add']?.map(({ source }) => source[0]?.previousNodeRun ?? null)).toEqual([0, 0, 1, 2, 3]);
  });

  it('a node that ends a branch without output is not the last one', async () => {
    const workflow = buildWorkflow({ T: trigger, Odd: { type: 'test.failOdd' }, Ends: { type: 'test.ends' } }, ['T -> Odd', 'Odd -> Ends']);
    const { result } = await start(workflow, { items: [{ json: {} }] });
    expect([result.status, result.resultData.lastNodeExecuted]).toEqual(['success', 'Odd']);
  });

  it('a node named __proto__ is an ordinary node', async () => {
    const workflow = buildWorkflow({ T: trigger, ['__proto__']: noOp, constructor: noOp }, ['T -> __proto__', '__proto__ -> constructor']);
    workflow.nodes[1] = { ...(workflow.nodes[0] as WorkflowFile['nodes'][number]), name: '__proto__', type: 'n8n-nodes-base.noOp' };
    workflow.nodes.length = 3;
    expect(await order(JSON.parse(JSON.stringify(workflow)) as WorkflowFile)).toEqual(['T', '__proto__', 'constructor']);
  });
});

describe('settings of a node', () => {
  const chain = (node: NodeSketch): WorkflowFile =>
    buildWorkflow({ T: trigger, N: node, End: noOp }, ['T -> N', 'N:0 -> End', 'N:1 -> End']);
  const end = async (node: NodeSketch, overrides: Partial<ExecutionPorts> = {}): Promise<unknown> => {
    const { result } = await start(chain(node), { items: two }, overrides);
    return result.status === 'success' ? outputsOf(result)['End'] : result.resultData.error?.message;
  };

  it.each<[string, NodeSketch, unknown]>([
    ['a disabled node passes its items on', { type: 'test.fail', disabled: true }, [[[{ n: 1 }, { n: 2 }]]]],
    ['executeOnce uses the first item', { ...noOp, executeOnce: true }, [[[{ n: 1 }]]]],
    ['without output the branch ends', { type: 'test.nothing' }, undefined],
    ['alwaysOutputData outputs one empty item', { type: 'test.nothing', alwaysOutputData: true }, [[[{}]]]],
    ['a failure ends the run', { type: 'test.fail' }, 'It broke'],
    ['continueOnFail of old files passes the input on', { type: 'test.fail', continueOnFail: true }, [[[{ n: 1 }, { n: 2 }]]]],
    ['continueRegularOutput passes the input on', { type: 'test.fail', onError: 'continueRegularOutput' }, [[[{ n: 1 }, { n: 2 }]]]],
    [
      'continueErrorOutput uses the second output',
      { type: 'test.fail', onError: 'continueErrorOutput' },
      [
        [
          [
            { n: 1, error: 'It broke' },
            { n: 2, error: 'It broke' },
          ],
        ],
      ],
    ],
    [
      'failed items leave by the error output',
      { type: 'test.failOdd', onError: 'continueErrorOutput' },
      [[[{ n: 2, error: 'Odd 1' }]], [[{ n: 1 }]]],
    ],
    [
      'failed items stay where there is no error output',
      { type: 'test.failOdd', onError: 'continueRegularOutput' },
      [[[{ n: 1 }, { error: 'Odd 1' }]]],
    ],
    [
      'an unknown type is named',
      { type: 'n8n-nodes-acme.rocket' },
      'The node "N" needs the package n8n-nodes-acme, which is not installed. Install it in Settings › Community nodes, or with: millrace package install n8n-nodes-acme',
    ],
    [
      'so is one of a package with a scope',
      { type: '@acme/n8n-nodes-acme.rocket' },
      'The node "N" needs the package @acme/n8n-nodes-acme, which is not installed. Install it in Settings › Community nodes, or with: millrace package install @acme/n8n-nodes-acme',
    ],
    [
      'an unknown type fails though the node would go on',
      { type: 'n8n-nodes-base.rocket', onError: 'continueRegularOutput' },
      'The node "N" needs the package n8n-nodes-base, which is not installed. Install it in Settings › Community nodes, or with: millrace package install n8n-nodes-base',
    ],
  ])('%s', async (_name, node, expected) => expect(await end(node)).toEqual(expected));

  it('retries as many times and with the delay that are set', async () => {
    const clock = fakeClock(0);
    failures = 0;
    expect(await end({ type: 'test.failTwice', retryOnFail: true, waitBetweenTries: 9000 }, { clock })).toEqual([[[{ n: 1 }, { n: 2 }]]]);
    expect(clock.now()).toBe(10_000);
    failures = 0;
    expect(await end({ type: 'test.failTwice', retryOnFail: true, maxTries: 2 })).toBe('Failure 2');
  });

  it.each<[number | undefined, NodeSketch['onError'], number, boolean]>([
    [8, 'stopWorkflow', 5, true],
    [8, 'continueRegularOutput', 5, true],
    [8, 'continueErrorOutput', 5, true],
    [5, 'stopWorkflow', 5, false],
    [4, 'stopWorkflow', 4, false],
    [undefined, 'stopWorkflow', 3, false],
  ])('of %s tries on failure (%s), %s are made, and it says so if that is fewer', async (maxTries, onError, created, hasNotice) => {
    for (const type of ['test.countFailures', 'test.countFailedItems']) {
      failures = 0;
      const node = { type, onError, retryOnFail: true, maxTries, waitBetweenTries: 0 };
      // Failed items count as a failure only if the node continues.
      if (type === 'test.countFailedItems' && onError === 'stopWorkflow') continue;
      const { result } = await start(chain(node), { items: two });
      expect([failures, result.resultData.runData['N']?.[0]?.hints?.map(({ message }) => message)]).toEqual([
        created,
        hasNotice ? ['"Max. tries" is 8, but a node is tried at most 5 times.'] : undefined,
      ]);
    }
  });

  it('a node that succeeds within the limit has no notice about it', async () => {
    failures = 0;
    const { result } = await start(chain({ type: 'test.failTwice', retryOnFail: true, maxTries: 8, waitBetweenTries: 0 }), { items: two });
    expect([result.status, result.resultData.runData['N']?.[0]?.hints]).toEqual(['success', undefined]);
  });

  it('pinned data replaces a run of the node', async () => {
    const { result } = await start(chain({ type: 'test.fail' }), { pinData: { N: [{ json: { pinned: true } }] } });
    expect(outputsOf(result)['End']).toEqual([[[{ pinned: true }]]]);
  });

  it('stores the details of the error', async () => {
    const { result } = await start(chain({ type: 'test.fail' }), { items: two });
    expect(result.resultData).toMatchObject({
      lastNodeExecuted: 'N',
      error: {
        name: 'NodeOperationError',
        message: 'It broke',
        node: 'N',
        description: 'On purpose',
        context: { itemIndex: 1 },
        code: 'NODE_OPERATION_FAILED',
      },
    });
    expect(result.resultData.error?.stack).toBeUndefined();
    expect(result.resultData.runData['N']?.[0]).toMatchObject({ executionStatus: 'error', executionIndex: 1 });
  });
});

describe('unknown versions', () => {
  const setting = (typeVersion: number): WorkflowFile =>
    buildWorkflow(
      {
        T: trigger,
        Set: {
          type: 'set',
          typeVersion,
          parameters:
            typeVersion < 3
              ? { values: { string: [{ name: 'seen', value: '={{ $nodeVersion }}' }] } }
              : { assignments: { assignments: [{ id: '1', name: 'seen', type: 'string', value: '={{ $nodeVersion }}' }] } },
        },
      },
      ['T -> Set'],
    );

  it.each([
    ['a newer one, as the newest', 99, 3.5],
    ['one between two, as the previous one', 3.45, 3.4],
    ['one between two shapes, as the previous one', 2.5, 2],
    ['one older than all, as the oldest', 0.5, 1],
  ])('run: %s', async (_, version, served) => {
    const workflow = setting(version);
    const { result } = await start(workflow);
    expect(result.status).toBe('success');
    expect(result.resultData.runData['Set']?.map(({ hints }) => hints)).toEqual([
      [{ message: `Version ${version} of this node is not known here. It runs as version ${served}.`, type: 'warning' }],
    ]);
    expect(outputsOf(result)['Set']).toEqual([[[{ seen: version < 3 ? version : String(version) }]]]);
    expect(workflow.nodes[1]?.typeVersion).toBe(version);
  });

  it('cause no notice if the version is known', async () => {
    const { result } = await start(setting(3.4));
    expect(result.resultData.runData['Set']?.[0]).not.toHaveProperty('hints');
  });
});

describe('lineage', () => {
  it('is added where it is unambiguous', async () => {
    const workflow = buildWorkflow({ T: trigger, If: ifOver(1), End: noOp }, ['T -> If', 'If -> End']);
    const { result } = await start(workflow, { items: two });
    expect(result.resultData.runData['End']?.[0]?.data?.['main']?.[0]).toEqual([{ json: { n: 2 }, pairedItem: { item: 0 } }]);
    expect(result.resultData.runData['If']?.[0]?.data?.['main']).toEqual([
      [{ json: { n: 2 }, pairedItem: { item: 1 } }],
      [{ json: { n: 1 }, pairedItem: { item: 0 } }],
    ]);
  });
});

describe('stopping', () => {
  it('ends the run and the running node', async () => {
    const running = new Executor(ports()).start({
      workflow: buildWorkflow({ T: trigger, B: { type: 'test.busy' } }, ['T -> B']),
      mode: 'manual',
    });
    setTimeout(() => running.stop(), 10);
    expect((await running.done).result).toMatchObject({ status: 'canceled', resultData: { error: { code: 'EXECUTION_CANCELED' } } });
  });

  it('a time limit of the workflow ends the run', async () => {
    const workflow = buildWorkflow({ T: trigger, B: { type: 'test.busy' } }, ['T -> B'], {
      settings: { executionOrder: 'v1', executionTimeout: 0.02 },
    });
    expect((await start(workflow)).result).toMatchObject({ status: 'canceled', resultData: { error: { code: 'EXECUTION_TIMEOUT' } } });
  });

  it('affects called runs, but not callers', () => {
    const root = new CancellationScope();
    const [left, right] = [root.child(), root.child()];
    const below = left.child();
    left.cancel();
    expect([root, left, below, right].map(({ signal }) => signal.aborted)).toEqual([false, true, true, false]);
    right.close();
    root.cancel();
    expect([right.signal.aborted, root.child().signal.aborted]).toEqual([false, true]);
  });
});

describe('waiting', () => {
  it('parks the run and resumes it at the same place', async () => {
    const clock = fakeClock(1000);
    const executor = new Executor(ports({ clock }));
    const workflow = buildWorkflow({ T: trigger, W: { type: 'test.waitHour' }, End: noOp }, ['T -> W', 'W -> End']);
    const first = await executor.start({ workflow, mode: 'manual', items: two }).done;
    expect(first.result).toMatchObject({ status: 'waiting', waitTill: 3_601_000 });
    expect(first.result.resultData.runData['W']).toBeUndefined();
    const stored = JSON.parse(JSON.stringify(first.state)) as NonNullable<RunOutcome['state']>;
    const second = await executor.resume({ workflow, mode: 'manual', executionId: first.executionId }, stored).done;
    expect(second.result.status).toBe('success');
    expect(outputsOf(second.result)).toMatchObject({
      T: [[[{ n: 1 }, { n: 2 }]]],
      W: [[[{ n: 1 }, { n: 2 }]]],
      End: [[[{ n: 1 }, { n: 2 }]]],
    });
  });

  it('keeps data that waits at other nodes', async () => {
    const executor = new Executor(ports());
    const workflow = buildWorkflow(
      { T: trigger, W: { type: 'test.waitHour', position: [200, 0] }, M: { type: 'merge', position: [400, 0] } },
      ['T -> M:1', 'T -> W', 'W -> M:0'],
    );
    const first = await executor.start({ workflow, mode: 'manual', items: two }).done;
    const stored = JSON.parse(JSON.stringify(first.state)) as NonNullable<RunOutcome['state']>;
    const { result } = await executor.resume({ workflow, mode: 'manual' }, stored).done;
    expect(outputsOf(result)['M']).toEqual([[[{ n: 1 }, { n: 2 }, { n: 1 }, { n: 2 }]]]);
  });
});

describe('calling workflows', () => {
  const called = buildWorkflow({ Called: { type: 'executeWorkflowTrigger' }, Same: noOp }, ['Called -> Same'], { id: 'sub' });
  const call = (id: string): NodeSketch => ({
    type: 'executeWorkflow',
    typeVersion: 1,
    parameters: { source: 'database', workflowId: id },
  });

  it('receive the output of the last node', async () => {
    const workflow = buildWorkflow({ T: trigger, Call: call('sub') }, ['T -> Call']);
    const { result } = await start(workflow, { items: two }, { workflow: async (id) => (id === 'sub' ? stored(called) : undefined) });
    expect(outputsOf(result)['Call']).toEqual([[[{ n: 1 }, { n: 2 }]]]);
  });

  it('receive the failure', async () => {
    const failing = buildWorkflow({ Called: { type: 'executeWorkflowTrigger' }, Bad: { type: 'test.fail' } }, ['Called -> Bad']);
    const { result } = await start(
      buildWorkflow({ T: trigger, Call: call('sub') }, ['T -> Call']),
      {},
      { workflow: async () => stored(failing) },
    );
    expect(result.resultData.error).toMatchObject({ message: 'It broke', node: 'Call' });
  });

  it('receive an error if the workflow is unknown or calls itself endlessly', async () => {
    const workflow = buildWorkflow({ T: trigger, Call: call('self') }, ['T -> Call']);
    expect((await start(workflow, {}, { workflow: async () => undefined })).result.resultData.error?.message).toMatch(
      /"self" .* does not exist/,
    );
    expect((await start(workflow, {}, { workflow: async () => stored(workflow) })).result.resultData.error?.message).toMatch(
      /more than 100 levels deep/,
    );
  });

  it('stop the called run when they are stopped', async () => {
    const busy = buildWorkflow({ Called: { type: 'executeWorkflowTrigger' }, B: { type: 'test.busy' } }, ['Called -> B']);
    const running = new Executor(ports({ workflow: async () => stored(busy) })).start({
      workflow: buildWorkflow({ T: trigger, Call: call('sub') }, ['T -> Call']),
      mode: 'manual',
    });
    setTimeout(() => running.stop(), 20);
    expect((await running.done).result.status).toBe('canceled');
  });
});

describe('after a failure', () => {
  it('the error workflow receives the failure', async () => {
    const errors = buildWorkflow({ Caught: { type: 'errorTrigger' }, End: noOp }, ['Caught -> End']);
    const executor = new Executor(ports({ workflow: async (id) => (id === 'errors' ? stored(errors) : undefined) }));
    const workflow = buildWorkflow({ T: trigger, Bad: { type: 'test.fail' } }, ['T -> Bad'], { settings: { errorWorkflow: 'errors' } });
    const outcome = await executor.start({ workflow, mode: 'trigger' }).done;
    const errorRun = await executor.runErrorWorkflow(stored(workflow), outcome);
    expect(outputsOf((errorRun as RunOutcome).result)['End']?.[0]?.[0]?.[0]).toMatchObject({
      execution: { id: outcome.executionId, lastNodeExecuted: 'Bad', mode: 'trigger', error: { message: 'It broke' } },
      workflow: { id: 'test', name: 'Test' },
    });
  });
});

describe('static data', () => {
  it('is returned if a node changed it', async () => {
    const workflow = buildWorkflow({ T: trigger, C: { type: 'test.counter' } }, ['T -> C'], { staticData: '{"node:C":{"runs":4}}' });
    expect((await start(workflow)).staticData).toEqual({ 'node:C': { runs: 5 } });
    expect((await start(buildWorkflow({ T: trigger }, []))).staticData).toBeUndefined();
  });
});

describe('events', () => {
  it('report every start and end', async () => {
    const types: string[] = [];
    await start(buildWorkflow({ T: trigger, N: noOp }, ['T -> N']), { listener: ({ type }) => void types.push(type) });
    expect(types).toEqual([
      'executionStarted',
      'nodeExecuteBefore',
      'nodeExecuteAfter',
      'nodeExecuteBefore',
      'nodeExecuteAfter',
      'executionFinished',
    ]);
  });
});

describe('workflows that cannot start', () => {
  it.each([
    ['without nodes', buildWorkflow({}, []), 'NO_START_NODE'],
    ['with notes alone', buildWorkflow({ Note: { type: 'stickyNote' } }, []), 'NO_START_NODE'],
    ['in an unknown time zone', buildWorkflow({ T: trigger }, [], { settings: { timezone: 'Mars/Olympus' } }), 'WORKFLOW_INVALID'],
  ])('%s', async (_name, workflow, code) => {
    await expect(start(workflow)).rejects.toMatchObject({ code });
  });
});
