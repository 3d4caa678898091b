// The canvas model of a stopped run, and of a failed run with results of earlier runs.
import { beforeEach, describe, expect, it } from 'vitest';
import type { PushEvent } from '../../../../engine/contract/push.ts';
import type { TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { pushReceived } from '../../../state/actions.ts';
import { editorActions } from '../document/editor-slice.ts';
import { runQuestion } from '../runs/run-question.ts';
import { runActions, runSlice, type RunState } from '../runs/run-slice.ts';
import { lookOf } from '../canvas/parts/node-badge.tsx';
import { CanvasModelMaker } from './canvas-model-of.ts';
import { typeLookup } from './type-lookup.ts';

const agentInputs = `={{ ['main', 'ai_languageModel', 'ai_memory'].concat($parameter.hasParser ? ['ai_outputParser'] : []) }}`;
const port = (type: string) => ({
  displayName: '',
  description: '',
  version: 1,
  group: [],
  defaults: { name: '' },
  properties: [],
  name: type,
});
const types = typeLookup([
  {
    ...port('agent'),
    inputs: agentInputs,
    outputs: ['main'],
    properties: [{ displayName: '', name: 'hasParser', type: 'boolean', default: false }],
  },
  { ...port('model'), inputs: [], outputs: ['ai_languageModel'] },
  { ...port('parser'), inputs: [], outputs: ['ai_outputParser'] },
  {
    name: 't',
    displayName: 'T',
    description: '',
    version: 1,
    group: [],
    defaults: { name: 'T' },
    inputs: ['main'],
    outputs: ['main'],
    properties: [],
  },
]);
const names = ['A', '__proto__', 'C'] as const;
const node = (name: string, value = 1): WorkflowNode => ({
  id: `id ${name}`,
  name,
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: { value },
});
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
const workflow: WorkflowFile = {
  name: 'W',
  nodes: names.map((name) => node(name)),
  connections: Object.fromEntries([
    ['A', to('__proto__')],
    ['__proto__', to('C')],
  ]),
};

let state: RunState;
const apply = (...actions: readonly Parameters<typeof runSlice.reducer>[1][]): void => {
  state = actions.reduce(runSlice.reducer, state) as RunState;
};
const notify = (...events: PushEvent[]): void => apply(...events.map((event) => pushReceived(event)));
const started = (executionId: string, startedAt: number): PushEvent => ({
  type: 'executionStarted',
  executionId,
  workflowId: 'w',
  workflowName: 'W',
  mode: 'manual',
  startedAt,
});
const gave = (executionId: string, nodeName: string, startTime: number, more: Partial<TaskData> = {}): PushEvent => ({
  type: 'nodeExecuteAfter',
  executionId,
  nodeName,
  data: {
    startTime,
    executionTime: 1,
    executionIndex: 0,
    executionStatus: 'success',
    source: [],
    data: { main: [[{ json: {} }]] },
    ...more,
  },
});
const ended = (executionId: string, status: 'success' | 'error' | 'canceled' | 'waiting'): PushEvent => ({
  type: 'executionFinished',
  executionId,
  workflowId: 'w',
  status,
  stoppedAt: 1000,
});
const failure = (code: string): NonNullable<TaskData['error']> => ({
  name: 'Error',
  message: 'It went wrong',
  code,
  node: 'A',
  timestamp: 0,
});

const modelOf = (file: WorkflowFile = workflow) => {
  const { nodes, edges } = new CanvasModelMaker().make({
    workflow: file,
    types,
    run: state,
    iconUrl: String,
    itemsText: String,
    waitText: String,
  });
  return {
    states: [...nodes.values()].map((each) => each.state),
    issues: [...nodes.values()].map(({ issues }) => issues.length),
    wires: [...edges.values()].map((each) => each.state),
  };
};

beforeEach(() => {
  state = runSlice.getInitialState();
  apply(editorActions.opened({ workflow }), runActions.runStarting({ workflow, reusedRunData: {} }));
  notify(started('e1', 100), ...names.map((name, index) => gave('e1', name, 100 + index)), ended('e1', 'success'));
});

describe('results', () => {
  it('are shown as received', () =>
    expect(modelOf()).toEqual({ states: ['success', 'success', 'success'], issues: [0, 0, 0], wires: ['success', 'success'] }));

  it('give way to the types that are missing, once these are removed', () => {
    const maker = new CanvasModelMaker();
    const marks = (nodeTypes: typeof types) => {
      const { nodes } = maker.make({ workflow, types: nodeTypes, run: state, iconUrl: String, itemsText: String, waitText: String });
      return [...nodes.values()].map((each) => [each.unknown !== undefined, lookOf(each)]);
    };
    expect(marks(types)).toEqual(names.map(() => [false, 'ok']));
    expect(marks(typeLookup([]))).toEqual(names.map(() => [true, 'bad']));
    expect(marks(types)).toEqual(names.map(() => [false, 'ok']));
  });

  it('after a node that failed in a later run are stale', () => {
    apply(runActions.runStarting({ workflow, reusedRunData: state.runData }));
    notify(
      started('e2', 500),
      gave('e2', 'A', 500, { executionStatus: 'error', data: undefined, error: failure('NODE_FAILED') }),
      ended('e2', 'error'),
    );
    expect(modelOf()).toEqual({ states: ['error', 'stale', 'stale'], issues: [1, 0, 0], wires: ['idle', 'stale'] });
  });

  it('of a failed node have the cause as the first line below it, instead of that it failed', () => {
    apply(runActions.runStarting({ workflow, reusedRunData: {} }));
    notify(
      started('e2', 500),
      gave('e2', 'A', 500, { executionStatus: 'error', data: undefined, error: failure('NODE_FAILED') }),
      ended('e2', 'error'),
    );
    const { nodes } = new CanvasModelMaker().make({ workflow, types, run: state, iconUrl: String, itemsText: String, waitText: String });
    expect([...nodes.values()][0]?.issues).toEqual(['It went wrong']);
  });

  it('of a node that waits are not passed on yet', () => {
    apply(runActions.runStarting({ workflow, reusedRunData: {} }));
    notify(started('e2', 500), gave('e2', 'A', 500, { executionStatus: 'waiting' }), ended('e2', 'waiting'));
    expect(modelOf().wires).toEqual(['idle', 'idle']);
  });

  it('after a node that ran again are stale until they run too', () => {
    apply(runActions.runStarting({ workflow, reusedRunData: state.runData }));
    notify(started('e2', 500), gave('e2', 'A', 500));
    expect(modelOf().states).toEqual(['success', 'stale', 'stale']);
    expect(runQuestion(workflow, state, 'C').dirtyNodes).toEqual(['__proto__', 'C']);
    notify(gave('e2', '__proto__', 501), ended('e2', 'success'));
    expect(modelOf().states).toEqual(['success', 'success', 'stale']);
  });

  it('of a changed node and its descendants are stale; pinned data is not', () => {
    const changed: WorkflowFile = { ...workflow, nodes: workflow.nodes.map((each) => (each.name === 'A' ? node('A', 2) : each)) };
    expect(modelOf(changed).states).toEqual(['stale', 'stale', 'stale']);
    const pinned = { ...changed, pinData: Object.fromEntries([['__proto__', [{ json: {} }]]]) };
    expect(modelOf(pinned).states).toEqual(['stale', 'success', 'success']);
  });

  it.each([
    ['EXECUTION_CANCELED', 'stopped', 0],
    ['EXECUTION_TIMEOUT', 'error', 1],
  ])('of a run that ended with %s show its node as %s', (code, expected, issues) => {
    notify(gave('e1', 'C', 900));
    apply(runActions.runStarting({ workflow, reusedRunData: {} }));
    notify(
      started('e2', 500),
      gave('e2', 'A', 500, { executionStatus: 'canceled', data: undefined, error: failure(code) }),
      ended('e2', 'canceled'),
    );
    const { states, issues: modelIssues } = modelOf();
    expect([states[0], modelIssues[0]]).toEqual([expected, issues]);
  });
});

it('only the triggers that a run waits for show that they listen, under their present names', () => {
  apply(runActions.runStarting({ workflow, reusedRunData: {} }), runActions.runAccepted({ listening: [{ node: 'C' }] }));
  expect(modelOf().states).toEqual(['idle', 'idle', 'waiting']);
  apply(runActions.listeningEnded());
  expect(modelOf().states).toEqual(['idle', 'idle', 'idle']);
});

describe('a node', () => {
  const nodeOf = (name: string, more: Partial<Parameters<CanvasModelMaker['make']>[0]> = {}) => {
    const parts = {
      workflow,
      types,
      run: state,
      iconUrl: String,
      itemsText: (count: number) => `${count} items`,
      waitText: String,
      ...more,
    };
    return new CanvasModelMaker().make(parts).nodes.get(`id ${name}`);
  };

  it('shows the number of its items at an output without a connection, of all runs', () => {
    notify(started('e2', 500), gave('e2', 'C', 501, { data: { main: [[{ json: {} }, { json: {} }]] } }));
    apply(runActions.runFoundOver({ outcome: { status: 'success' } }));
    expect(nodeOf('C')?.outputs).toEqual([{ type: 'main', count: '1 items' }]);
    expect(nodeOf('A')?.outputs).toEqual([{ type: 'main' }]);
    apply(runActions.runStarting({ workflow, reusedRunData: {} }), runActions.runAccepted({ executionId: 'e3' }));
    const list = [{ json: {} }, { json: {} }];
    notify(gave('e3', 'C', 600, { data: { main: [list] } }), gave('e3', 'C', 601, { data: { main: [list] } }));
    expect(nodeOf('C')?.outputs).toEqual([{ type: 'main', count: '4 items' }]);
    // Connected, the connection shows it.
    const connected = { ...workflow, connections: { ...workflow.connections, C: to('A') } };
    expect(nodeOf('C', { workflow: connected })?.outputs).toEqual([{ type: 'main' }]);
  });

  it.each([
    ['#f00', '#ff0000'],
    ['#12ABef', '#12abef'],
    ['rgba(1, 2, 3, 0.5)', '#010203'],
    ['red; position: fixed', undefined],
    [7, undefined],
    ['', undefined],
  ])('has the color of the file: %j is %j', (color, expected) => {
    const [first, ...others] = workflow.nodes;
    expect(nodeOf('A', { workflow: { ...workflow, nodes: [{ ...first, color } as unknown as WorkflowNode, ...others] } })?.color).toBe(
      expected,
    );
  });

  it.each<[string, object | undefined, string]>([
    ['a time', undefined, '5 undefined'],
    ['a call', { webhooks: [{ restartWebhook: true, path: '' }] }, '5 call'],
    ['a form', { webhooks: [{ restartWebhook: true, path: '', nodeType: 'form' }] }, '5 form'],
    ['an answer', { webhooks: [{ restartWebhook: true, path: '={{ $nodeId }}' }] }, '5 answer'],
    [
      'no call, as its parameters say',
      { webhooks: [{ restartWebhook: true, path: '', when: '={{ $parameter.value === 2 }}' }] },
      '5 undefined',
    ],
    ['a call, as its parameters say', { webhooks: [{ restartWebhook: true, path: '', when: '={{ $parameter.value === 1 }}' }] }, '5 call'],
    ['the calls of a trigger', { webhooks: [{ path: '' }] }, '5 undefined'],
  ])('that waits says for what: %s', (_name, more, expected) => {
    apply(runActions.runFoundOver({ outcome: { status: 'waiting', lastNode: 'C', waitTill: 5 } }));
    const own = { ...port('t'), displayName: 'T', inputs: ['main'], outputs: ['main'], ...more };
    const properties = [{ displayName: '', name: 'value', type: 'number', default: 0 }];
    const lookup = typeLookup([{ ...own, properties }] as unknown as Parameters<typeof typeLookup>[0]);
    expect(nodeOf('C', { types: lookup, waitText: (till, event) => `${till} ${event}` })?.subtitle).toBe(expected);
  });

  it('that listens says what it waits for, once that takes a while', () => {
    apply(runActions.runStarting({ workflow, reusedRunData: {} }), runActions.runAccepted({ listening: [{ node: 'C' }] }));
    const hintText = (type: string): string => `event in ${type}`;
    expect([nodeOf('C')?.hint, nodeOf('C', { hintText })?.hint, nodeOf('A', { hintText })?.hint]).toEqual([
      undefined,
      'event in T',
      undefined,
    ]);
    const own = { ...port('t'), displayName: 'T', inputs: ['main'], outputs: ['main'], eventTriggerDescription: 'Submit the form' };
    expect(nodeOf('C', { types: typeLookup([own]), hintText })?.hint).toBe('Submit the form');
  });
});

describe('attached nodes', () => {
  const part = (name: string, type: string, parameters = {}): WorkflowNode => ({
    id: name,
    name,
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters,
  });
  const link = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
  const file = (hasParser: boolean): WorkflowFile => ({
    name: 'W',
    nodes: [part('Agent', 'agent', { hasParser }), part('Model', 'model'), part('Spare', 'model'), part('Parser', 'parser')],
    connections: {
      Model: link('ai_languageModel'),
      Spare: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 1 }]] },
      Parser: link('ai_outputParser'),
    },
  });
  const make = (workflow: WorkflowFile) =>
    new CanvasModelMaker().make({ workflow, types, run: state, iconUrl: String, itemsText: String, waitText: String });
  const wires = () => Object.fromEntries([...make(file(true)).edges.values()].map((edge) => [edge.source, edge.state]));

  it('show when they work, and how their last run ended', () => {
    apply(editorActions.opened({ workflow: file(true) }), runActions.runStarting({ workflow: file(true), reusedRunData: {} }));
    const before = (nodeName: string): PushEvent => ({ type: 'nodeExecuteBefore', executionId: 'e2', nodeName, startTime: 1, source: [] });
    notify(started('e2', 500), before('Agent'), before('Model'));
    expect(wires()).toEqual({ Model: 'running', Spare: 'idle', Parser: 'idle' });
    notify(gave('e2', 'Model', 501, { data: { ai_languageModel: [[{ json: {} }]] } }));
    expect(wires()).toEqual({ Model: 'success', Spare: 'idle', Parser: 'idle' });
    notify(gave('e2', 'Model', 502, { executionStatus: 'error', data: undefined, error: failure('X') }));
    expect(wires()).toMatchObject({ Model: 'error' });
  });

  it('keep their connections to inputs that no longer exist, with an issue', () => {
    const described = (hasParser: boolean) => {
      const { nodes, edges } = make(file(hasParser));
      const agent = nodes.get('Agent');
      return {
        ends: [...edges.values()].map(({ source, input }) => [source, agent?.inputs[input]?.type]),
        gone: agent?.inputs.filter(({ isGone }) => isGone === true).map(({ type }) => type),
        issues: agent?.issues,
      };
    };
    const ends = [
      ['Model', 'ai_languageModel'],
      ['Spare', 'ai_languageModel'],
      ['Parser', 'ai_outputParser'],
    ];
    const issue = (input: string): string =>
      `With its current parameters, this node does not use the node connected by "${input}". Change them, or remove the connection.`;
    expect(described(true)).toEqual({ ends, gone: ['ai_languageModel'], issues: [issue('Model')] });
    expect(described(false)).toEqual({
      ends,
      gone: ['ai_languageModel', 'ai_outputParser'],
      issues: [issue('Model'), issue('Output Parser')],
    });
  });

  it('are an issue if they cannot be used because they come from another package, once their types are known', () => {
    const agent = { ...port('agent'), inputs: ['main', 'ai_document'], outputs: ['main'] };
    const loader = { ...port('loader'), inputs: [], outputs: ['ai_document'], package: 'n8n-nodes-other' };
    const documents = {
      name: 'W',
      nodes: [part('Agent', 'agent'), part('Loader', 'loader')],
      connections: { Loader: link('ai_document') },
    };
    const maker = new CanvasModelMaker();
    const issues = (known: ReturnType<typeof typeLookup>) =>
      maker.make({ workflow: documents, types: known, run: state, iconUrl: String, itemsText: String, waitText: String }).nodes.get('Agent')
        ?.issues;
    expect(issues(typeLookup([agent]))).toEqual([]);
    expect(issues(typeLookup([agent, loader]))).toEqual([
      expect.stringContaining('The node "Loader" comes from another package') as unknown,
    ]);
  });
});
