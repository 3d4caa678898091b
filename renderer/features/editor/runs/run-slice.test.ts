// The run state from events, in and out of order.
import { describe, expect, it } from 'vitest';
import type { PushEvent } from '../../../../engine/contract/push.ts';
import type { TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { pushReceived } from '../../../state/actions.ts';
import { editorActions } from '../document/editor-slice.ts';
import { runActions, runSlice, type RunState } from './run-slice.ts';
import { staleNodes } from './stale-nodes.ts';

const workflow = { name: 'W', nodes: [], connections: {} };
const task = (startTime: number, count = 1): TaskData => ({
  startTime,
  executionTime: 1,
  executionIndex: 0,
  executionStatus: 'success',
  source: [],
  data: { main: [Array.from({ length: count }, () => ({ json: {} }))] },
});
const started: PushEvent = {
  type: 'executionStarted',
  executionId: 'e1',
  workflowId: 'w',
  workflowName: 'W',
  mode: 'manual',
  startedAt: 100,
};
const before = (nodeName: string, executionId = 'e1'): PushEvent => ({
  type: 'nodeExecuteBefore',
  executionId,
  nodeName,
  startTime: 100,
  source: [],
});
const after = (nodeName: string, data = task(100), executionId = 'e1'): PushEvent => ({
  type: 'nodeExecuteAfter',
  executionId,
  nodeName,
  data,
});
const finished: PushEvent = { type: 'executionFinished', executionId: 'e1', workflowId: 'w', status: 'success', stoppedAt: 150 };

const run = (...actions: readonly Parameters<typeof runSlice.reducer>[1][]): RunState =>
  actions.reduce(runSlice.reducer, runSlice.getInitialState()) as RunState;
const begin = runActions.runStarting({ workflow, reusedRunData: {} });
const received = (...events: PushEvent[]) => events.map((event) => pushReceived(event));

describe('a run', () => {
  it('shows running nodes and their results', () => {
    const state = run(begin, runActions.runAccepted({ executionId: 'e1' }), ...received(started, before('A'), after('A'), before('B')));
    expect(state).toMatchObject({ status: 'running', executing: ['B'], runData: { A: [{ executionStatus: 'success' }] } });
    expect(run(begin, ...received(started, before('A'), after('A'), finished))).toMatchObject({
      status: 'idle',
      executing: [],
      outcome: { status: 'success' },
      stoppedAt: 150,
    });
  });

  it('is identified by its events, even before the response', () => {
    const state = run(begin, ...received(started, finished), runActions.runAccepted({ executionId: 'e1' }));
    expect(state).toMatchObject({ status: 'idle', executionId: 'e1' });
  });

  it('ignores events of other executions', () => {
    const state = run(begin, ...received(started, before('A', 'other'), after('A', task(1), 'other')));
    expect([state.executing, state.runData]).toEqual([[], {}]);
    expect(run(...received(started, before('A')))).toMatchObject({ status: 'idle', executing: [] });
  });

  it('is not confused with a run of another workflow, or one that was not started here', () => {
    const own = runActions.runStarting({ workflow, reusedRunData: {}, workflowId: 'w' });
    expect(run(own, ...received({ ...started, workflowId: 'other' })).status).toBe('starting');
    expect(run(own, ...received({ ...started, mode: 'trigger' })).status).toBe('starting');
    expect(run(own, ...received(started)).status).toBe('running');
  });

  it('whose end event was missed ends with the requested outcome', () => {
    const state = run(
      begin,
      ...received(started, before('A')),
      runActions.runFoundOver({ outcome: { status: 'success' }, stoppedAt: 9, runData: { A: [task(100)] } }),
    );
    expect(state).toMatchObject({ status: 'idle', executing: [], stoppedAt: 9, outcome: { status: 'success' }, runData: { A: [{}] } });
  });

  it('continues after a wait, and ends', () => {
    const waits = runActions.runFoundOver({ outcome: { status: 'waiting', waitTill: 9 }, stoppedAt: 5 });
    const waiting = [begin, runActions.runAccepted({ executionId: 'e1' }), waits];
    expect(run(...waiting).outcome).toEqual({ status: 'waiting', waitTill: 9, error: undefined, lastNode: undefined });
    expect(run(...waiting, ...received(started))).toMatchObject({ status: 'running', outcome: undefined });
    const end: PushEvent = { type: 'executionFinished', executionId: 'e1', workflowId: 'w', status: 'success', stoppedAt: 9 };
    expect(run(...waiting, ...received(started, end))).toMatchObject({ status: 'idle', outcome: { status: 'success' } });
    expect(run(...waiting, ...received({ ...started, executionId: 'another' })).outcome?.status).toBe('waiting');
  });

  it('waits for its first event, and continues or times out', () => {
    const listening = [begin, runActions.runAccepted({ listening: [{ node: 'A' }] })];
    expect(run(...listening).status).toBe('waitingForEvent');
    expect(
      run(...listening, ...received({ type: 'testWebhookReceived', workflowId: 'w', executionId: 'e1' }, started, before('A'))),
    ).toMatchObject({ status: 'running', executing: ['A'] });
    expect(run(...listening, ...received({ type: 'testWebhookDeleted', workflowId: 'w' })).status).toBe('idle');
  });

  it('replaces results of earlier runs, and counts the iterations of a loop', () => {
    const starting = runActions.runStarting({ workflow, reusedRunData: { A: [task(50, 3)], B: [task(50)] } });
    const state = run(starting, ...received(started, after('A'), after('A', task(120, 2))));
    expect(state.runData['A']?.map(({ startTime }) => startTime)).toEqual([100, 120]);
    expect(state.runData['B']).toHaveLength(1);
  });

  it('that was started elsewhere shows its results once they are loaded', () => {
    const storedRun = { executionId: 'e1', runData: {}, outcome: undefined, workflow, startedAt: 100 };
    const joined = [
      runActions.executionShown(storedRun),
      runActions.runJoined({ executionId: 'e1', startedAt: 100 }),
      ...received(finished),
    ];
    expect(run(...joined)).toMatchObject({ status: 'idle', origin: 'joined', outcome: { status: 'success' }, runData: {} });
    const results = runActions.runFoundOver({ outcome: { status: 'success' }, stoppedAt: 150, runData: { A: [task(100)] } });
    expect(run(...joined, results)).toMatchObject({ status: 'idle', outcome: { status: 'success' }, runData: { A: [{}] } });
  });

  it('keeps results of nodes with names of Object.prototype', () => {
    const state = run(begin, ...received(started, after('__proto__'), after('constructor')));
    expect(Object.keys(state.runData)).toEqual(['__proto__', 'constructor']);
  });
});

describe('results and the names of nodes', () => {
  const file = (names: Readonly<Record<string, string>>): WorkflowFile => ({
    nodes: Object.entries(names).map(([id, name]) => ({ id, name, type: 't', typeVersion: 1, position: [0, 0], parameters: {} })),
    connections: {},
  });
  const first = file({ a: 'A', b: 'B' });
  const opened = editorActions.opened({ workflow: first });
  const edited = (workflow: WorkflowFile): ReturnType<typeof editorActions.documentChanged> =>
    editorActions.documentChanged({ workflow, label: 'x' });
  const starting = runActions.runStarting({ workflow: first, reusedRunData: {} });
  const ran = [opened, starting, ...received(started, after('A'), after('B'), finished)];
  const names = ({ runData }: RunState): readonly string[] => Object.keys(runData);

  it('stay with a renamed node, also after undo', () => {
    const renamed = [...ran, edited(file({ a: 'New', b: 'B' }))];
    expect(names(run(...renamed))).toEqual(['New', 'B']);
    expect(names(run(...renamed, runActions.nodesChanged(first.nodes)))).toEqual(['A', 'B']);
    expect(names(run(...ran, edited(file({ a: 'B', b: 'A' }))))).toEqual(['B', 'A']);
  });

  it('are removed with their node, do not apply to another node of that name, and are restored with it', () => {
    const removed = [...ran, edited(file({ b: 'B' }))];
    expect(names(run(...removed))).toEqual(['B']);
    const replaced = [...removed, edited(file({ b: 'B', c: 'A' }))];
    expect(names(run(...replaced))).toEqual(['B']);
    expect(run(...replaced, runActions.nodesChanged(first.nodes)).runData['A']).toHaveLength(1);
    // Events of a previous run are ignored.
    expect(names(run(...removed, starting, runActions.nodesChanged(first.nodes)))).toEqual([]);
  });

  it('do not apply to a new node with a name that only the run knows', () => {
    const storedRun = { executionId: 'e1', runData: { Gone: [task(1)] }, outcome: undefined, workflow: first, startedAt: 100 };
    const actions = [opened, runActions.executionShown(storedRun)];
    expect(names(run(...actions, edited(file({ a: 'X', b: 'B' }))))).toEqual(['Gone']);
    expect(names(run(...actions, edited(file({ a: 'A', b: 'B', c: 'Gone' }))))).toEqual([]);
  });

  it('follow a node that was renamed or removed while it ran', () => {
    const runningRun = [opened, starting, ...received(started, before('A'))];
    const renamed = run(...runningRun, edited(file({ a: 'New', b: 'A' })));
    expect(renamed.executing).toEqual(['New']);
    const failed: PushEvent = {
      ...finished,
      status: 'error',
      lastNodeExecuted: 'A',
      error: { name: 'E', message: 'm', node: 'A' } as NonNullable<typeof finished.error>,
    };
    const ended = run(
      ...runningRun,
      edited(file({ a: 'New', b: 'A' })),
      ...received(after('A'), before('B'), after('B', task(101, 2)), failed),
    );
    expect(ended).toMatchObject({ executing: [], runData: { New: [{ startTime: 100 }], A: [{ startTime: 101 }] } });
    expect(ended.outcome).toMatchObject({ lastNode: 'New', error: { node: 'New' } });
    const deletedNode = run(...runningRun, edited(file({ b: 'A' })), ...received(before('A'), after('A')));
    expect([deletedNode.executing, deletedNode.runData, Object.keys(deletedNode.removed)]).toEqual([[], {}, ['a']]);
    const foundOver = runActions.runFoundOver({ outcome: undefined, stoppedAt: 9, runData: { A: [task(100)], B: [task(100, 2)] } });
    expect(names(run(...runningRun, edited(file({ a: '__proto__', b: 'B' })), foundOver))).toEqual(['__proto__', 'B']);
  });

  it('keep their identity until they change', () => {
    const before = run(...ran);
    expect(runSlice.reducer(before, edited(file({ a: 'A', b: 'B', c: 'C' }))).runData).toBe(before.runData);
    expect(run(opened, runActions.dataCleared()).nodes).toBe(first.nodes);
  });
});

describe('stale nodes', () => {
  const node = (name: string, value: number, x = 0) => ({
    id: name,
    name,
    type: 't',
    typeVersion: 1,
    position: [x, 0] as [number, number],
    parameters: { value },
  });

  it('are changed and new ones; moving does not count', () => {
    const began = { ...workflow, nodes: [node('A', 1), node('B', 1)] };
    expect(staleNodes({ startedWith: began, origins: {} }, { ...workflow, nodes: [node('A', 2), node('B', 1, 40), node('C', 1)] })).toEqual(
      ['A', 'C'],
    );
    expect(staleNodes({ origins: {} }, began)).toEqual([]);
  });
});
