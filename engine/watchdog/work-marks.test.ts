// Whatever a node evaluates, the watchdog knows the node before the evaluation starts: in runs, in webhooks, and outside of both.
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { Executor, type ExecutionPorts, type DetachedNode, type WorkMark } from '../execution/index.ts';
import { createNodeRegistry, type NodeRegistry } from '../registry/index.ts';
import { defineNode, type NodeDefinition, type NodeVersion } from '../sdk/index.ts';
import { workInSlices } from '../sdk/slices.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { owned } from '../testing/build-workflow.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { webhooksOf } from '../webhooks/declared.ts';
import { Heartbeat, newHeartbeat, workOf } from './heartbeat.ts';

/** An expression that records the marked node while it is evaluated. */
const probe = '={{ $vars.probe }}';
const property = (name: string) => ({ displayName: name, name, type: 'string' as const, default: '' });

const type = (name: string, more: Omit<NodeVersion, 'description'>, description: Partial<NodeVersion['description']> = {}) =>
  defineNode({
    type: `test.${name}`,
    icon: 'none',
    versions: [
      {
        description: {
          version: 1,
          group: ['transform'],
          displayName: name,
          description: name,
          defaults: { name },
          inputs: ['main'],
          outputs: ['main'],
          properties: [property('value'), property('path'), property('pollTimes')],
          ...description,
        },
        ...more,
      },
    ],
  });

let seen: (WorkMark | undefined)[];
let memory: SharedArrayBuffer;
let marks: Heartbeat;
beforeEach(() => {
  seen = [];
  memory = newHeartbeat();
  marks = new Heartbeat(memory);
});
const look = (): string => {
  seen.push(workOf(memory));
  return 'seen';
};

/** Reads its parameter after a pause during which other nodes wait, too. */
const pause = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await setImmediate();
};

const nodes = [
  type('reads', { execute: (ctx) => [[{ json: { value: ctx.param('value') } }]] }),
  type('readsLater', {
    execute: async (ctx) => {
      await pause();
      return [[{ json: { value: ctx.param('value') } }]];
    },
  }),
  type('nothing', { execute: () => null }),
  type('slices', {
    execute: async (ctx) => {
      await workInSlices(ctx.signal, function* () {
        for (let turn = 0; turn < 3; turn++) yield;
        look();
      });
      return [[]];
    },
  }),
  type('requests', {
    execute: async (ctx) => {
      await ctx.http.request({ url: 'http://test/', method: 'GET' });
      look();
      return [[]];
    },
  }),
  type('required', { execute: () => [[]] }, { inputs: ['main', 'main'], requiredInputs: '={{ $parameter.value ? 1 : 1 }}' }),
  type(
    'hook',
    { webhook: (ctx) => ({ items: [[{ json: { value: ctx.param('value'), looked: look() } }]] }) },
    { group: ['trigger'], inputs: [], webhooks: [{ name: 'default', httpMethod: 'GET', path: '={{ $parameter.path }}' }] },
  ),
  type(
    'poller',
    {
      poll: async () => {
        look();
        return null;
      },
    },
    { group: ['trigger'], inputs: [] },
  ),
  type(
    'listens',
    {
      trigger: () => {
        look();
        return () => undefined;
      },
    },
    { group: ['trigger'], inputs: [] },
  ),
  type('lists', {
    methods: {
      loadOptions: {
        options: async (ctx) => {
          look();
          return [{ name: String(ctx.param('value')), value: 1 }];
        },
      },
    },
  }),
];

function registryOf(definitions: readonly NodeDefinition[]): NodeRegistry {
  const registry = createNodeRegistry();
  for (const definition of definitions) registry.add(definition);
  return registry;
}

function executor(ports: Partial<ExecutionPorts> = {}): Executor {
  const vars = Object.defineProperty({}, 'probe', { get: look, enumerable: true });
  const http = {
    request: async () => {
      await pause();
      return { status: 200, statusText: 'OK', headers: {}, body: new Uint8Array(), url: 'http://test/' } as never;
    },
  };
  return new Executor(fakePorts({ nodes: registryOf(nodes), marks, http, ...ports }), { vars });
}

const workflow = (name: string, parameters: object, credentials?: object): WorkflowFile => ({
  id: 'claimed',
  name: 'Workflow',
  nodes: [
    {
      id: 'n',
      name: 'The node',
      type: name,
      typeVersion: name === 'n8n-nodes-base.set' ? 3.4 : 1,
      position: [0, 0],
      parameters,
      ...(credentials === undefined ? {} : { credentials }),
    } as never,
  ],
  connections: {},
});

/** The mark names the workflow of the identity, whatever id the file contains. */
const theNode = { workflowId: 'w1', node: 'The node' };
const { principal } = owned({ id: 'w1', nodes: [], connections: {} });

describe('the running node is known', () => {
  it.each([
    ['while its parameters are evaluated', 'test.reads', { value: probe }],
    [
      'while parameters of a core node are evaluated',
      'n8n-nodes-base.set',
      { mode: 'raw', jsonOutput: '={{ { a: $vars.probe } }}', options: {} },
    ],
    ['after it has waited', 'test.readsLater', { value: probe }],
    ['when its work goes on in another slice', 'test.slices', {}],
    ['when it goes on after a request', 'test.requests', {}],
  ])('%s', async (_, name, parameters) => {
    // Another node waits, so that more than one node may have continued.
    const leave = marks.waits({ executionId: 'other', workflowId: 'other', node: 'Other', mode: 'webhook' });
    const { result, executionId } = await executor().start({
      workflow: workflow(name, parameters),
      principal,
      mode: 'webhook',
      startNode: 'The node',
    }).done;
    leave();
    expect(result.resultData.error).toBeUndefined();
    expect(seen).toEqual([{ ...theNode, executionId, mode: 'webhook' }]);
  });

  it('while expressions of its credential are evaluated', async () => {
    const asks = type('asks', {
      execute: async (ctx) => {
        await ctx.credentials('testApi');
        return [[]];
      },
    });
    const ports = { nodes: registryOf([...nodes, asks]), credential: async () => ({ key: probe }) };
    const file = workflow('test.asks', {}, { testApi: { id: '1', name: 'Key' } });
    await executor(ports).start({ workflow: file, principal, mode: 'trigger', startNode: 'The node' }).done;
    expect(seen).toMatchObject([theNode]);
  });

  it('while the number of inputs that it needs is evaluated', async () => {
    const required = workflow('test.required', { value: probe });
    const [theirs] = required.nodes;
    const file = buildWorkflow(
      { First: { type: 'test.reads' }, Second: { type: 'test.nothing' }, 'The node': { ...theirs, type: 'test.required' } },
      ['First -> The node:0', 'First -> Second', 'Second -> The node:1'],
      { id: 'w1' },
    );
    await executor().start({ workflow: file, principal, mode: 'trigger', startNode: 'First' }).done;
    expect(seen.length).toBeGreaterThan(0);
    for (const mark of seen) expect(mark).toMatchObject(theNode);
  });
});

describe('outside of runs, the node is known', () => {
  const detachedNode = (name: string, parameters: object, mode: 'webhook' | 'trigger' | 'internal' = 'webhook'): Promise<DetachedNode> =>
    executor().detachedNode(workflow(name, parameters), 'The node', { mode, principal, signal: new AbortController().signal });
  const mark = (mode: string): object => ({ ...theNode, executionId: '', mode });

  it('while the path of its webhook is evaluated', async () => {
    const file = workflow('test.hook', { path: probe });
    const [webhook] = await webhooksOf(file, 'w1', () => detachedNode('test.hook', { path: probe }, 'trigger'));
    expect(webhook?.path).toContain('seen');
    for (const work of seen) expect(work).toEqual(mark('trigger'));
    expect(seen.length).toBeGreaterThan(0);
  });

  it('while its webhook handles a call', async () => {
    const { type: hook, context } = await detachedNode('test.hook', { value: probe });
    await hook.webhook?.(context as never);
    expect(seen).toEqual([mark('webhook'), mark('webhook')]);
    await pause();
    expect(workOf(memory)).toBeUndefined();
  });

  it.each(['n8n-nodes-base.webhook', 'n8n-nodes-base.formTrigger'])('while parameters of %s are evaluated', async (name) => {
    const { context } = await detachedNode(name, { path: probe, formTitle: probe, options: { responseData: probe } });
    for (const path of ['path', 'formTitle', 'options.responseData']) context.param(path);
    expect(seen.length).toBeGreaterThan(0);
    for (const work of seen) expect(work).toEqual(mark('webhook'));
  });

  it('while a poll starts, and the times of polls are evaluated', async () => {
    const node = await detachedNode('test.poller', { pollTimes: probe }, 'trigger');
    expect(node.context.param('pollTimes')).toBe('seen');
    await node.type.poll?.(node.context as never);
    expect(seen.length).toBeGreaterThan(1);
    for (const work of seen) expect(work).toEqual(mark('trigger'));
  });

  it('while a trigger starts', async () => {
    const { type: listens, context } = await detachedNode('test.listens', {}, 'trigger');
    await listens.trigger?.(context as never);
    expect(seen).toEqual([mark('trigger')]);
  });

  it('while the editor loads a list', async () => {
    const { type: lists, context } = await detachedNode('test.lists', { value: probe }, 'internal');
    await lists.methods?.loadOptions?.['options']?.(context);
    expect(seen).toEqual([mark('internal'), mark('internal')]);
  });
});
