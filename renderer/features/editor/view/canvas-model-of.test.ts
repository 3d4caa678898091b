// The canvas model of a stopped run, and of a failed run with results of earlier runs.
import { beforeEach, describe, expect, it } from 'vitest';
import type { PushEvent } from '../../../../engine/contract/push.ts';
import type { TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { pushReceived } from '../../../state/actions.ts';
import { editorActions } from '../document/editor-slice.ts';
import { runQuestion } from '../runs/run-question.ts';
import { runActions, runSlice, type RunState } from '../runs/run-slice.ts';
import { CanvasModelMaker } from './canvas-model-of.ts';
import { typeLookup } from './type-lookup.ts';

const types = typeLookup([
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
const tell = (...events: PushEvent[]): void => apply(...events.map((event) => pushReceived(event)));
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
const ended = (executionId: string, status: 'success' | 'error' | 'canceled'): PushEvent => ({
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

const shown = (file: WorkflowFile = workflow) => {
  const { nodes, edges } = new CanvasModelMaker().make({ workflow: file, types, run: state, iconUrl: String, itemsText: String });
  return {
    states: [...nodes.values()].map((each) => each.state),
    issues: [...nodes.values()].map(({ issues }) => issues.length),
    wires: [...edges.values()].map((each) => each.state),
  };
};

beforeEach(() => {
  state = runSlice.getInitialState();
  apply(editorActions.opened({ workflow }), runActions.runStarting({ workflow, keeps: {} }));
  tell(started('e1', 100), ...names.map((name, index) => gave('e1', name, 100 + index)), ended('e1', 'success'));
});

describe('results', () => {
  it('are shown as received', () =>
    expect(shown()).toEqual({ states: ['success', 'success', 'success'], issues: [0, 0, 0], wires: ['success', 'success'] }));

  it('after a node that failed in a later run are stale', () => {
    apply(runActions.runStarting({ workflow, keeps: state.runData }));
    tell(
      started('e2', 500),
      gave('e2', 'A', 500, { executionStatus: 'error', data: undefined, error: failure('NODE_FAILED') }),
      ended('e2', 'error'),
    );
    expect(shown()).toEqual({ states: ['error', 'stale', 'stale'], issues: [2, 0, 0], wires: ['idle', 'stale'] });
  });

  it('after a node that ran again are stale until they run too', () => {
    apply(runActions.runStarting({ workflow, keeps: state.runData }));
    tell(started('e2', 500), gave('e2', 'A', 500));
    expect(shown().states).toEqual(['success', 'stale', 'stale']);
    expect(runQuestion(workflow, state, 'C').dirtyNodes).toEqual(['__proto__', 'C']);
    tell(gave('e2', '__proto__', 501), ended('e2', 'success'));
    expect(shown().states).toEqual(['success', 'success', 'stale']);
  });

  it('of a changed node and its descendants are stale; pinned data is not', () => {
    const changed: WorkflowFile = { ...workflow, nodes: workflow.nodes.map((each) => (each.name === 'A' ? node('A', 2) : each)) };
    expect(shown(changed).states).toEqual(['stale', 'stale', 'stale']);
    const pinned = { ...changed, pinData: Object.fromEntries([['__proto__', [{ json: {} }]]]) };
    expect(shown(pinned).states).toEqual(['stale', 'success', 'success']);
  });

  it.each([
    ['EXECUTION_CANCELED', 'stopped', 0],
    ['EXECUTION_TIMEOUT', 'error', 2],
  ])('of a run that ended with %s show its node as %s', (code, expected, issues) => {
    tell(gave('e1', 'C', 900));
    apply(runActions.runStarting({ workflow, keeps: {} }));
    tell(
      started('e2', 500),
      gave('e2', 'A', 500, { executionStatus: 'canceled', data: undefined, error: failure(code) }),
      ended('e2', 'canceled'),
    );
    const { states, issues: found } = shown();
    expect([states[0], found[0]]).toEqual([expected, issues]);
  });
});
