import { describe, expect, it } from 'vitest';
import type { RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import { initialSelection, inputPane, selectRun } from './panes.ts';
import { runSlice } from '../runs/run-slice.ts';

const task = (previousNode?: string, previousNodeRun?: number): TaskData => ({
  startTime: 0,
  executionTime: 0,
  executionIndex: 0,
  executionStatus: 'success',
  source: previousNode === undefined ? [] : [{ previousNode, ...(previousNodeRun === undefined ? {} : { previousNodeRun }) }],
});

const runData: RunData = { A: [task(), task(), task()], B: [task('A', 0), task('A', 2)] };
const choice = { node: 'B', parent: 'A' };

describe('choosing a run', () => {
  it.each([
    ['of the output, linked', { side: 'output', run: 0, isLinked: true }, { inputRun: 0, outputRun: 0, item: 0 }],
    ['the newest of the output', { side: 'output', run: 1, isLinked: true }, { inputRun: 1, outputRun: -1, item: 0 }],
    [
      'of the input, linked: the run that took its data',
      { side: 'input', run: 2, isLinked: true },
      { inputRun: -1, outputRun: -1, item: 0 },
    ],
    ['of the input, linked, whose data no run used', { side: 'input', run: 1, isLinked: true }, { inputRun: 1, outputRun: -1, item: 0 }],
    ['of the input alone', { side: 'input', run: 1, isLinked: false }, { inputRun: 1, item: 0 }],
    ['of the output alone', { side: 'output', run: 0, isLinked: false }, { outputRun: 0 }],
  ] as const)('%s', (_what, more, expected) => expect(selectRun(runData, { ...choice, ...more })).toEqual(expected));
});

describe('the input of an attached node', () => {
  const node = { id: 'm', name: 'Model', type: 'acme.model', typeVersion: 1, position: [0, 0], parameters: {} } as const;
  const taskWith = (question: string): TaskData => ({
    ...task('Agent'),
    inputOverride: { ai_languageModel: [[{ json: { question } }]] },
  });
  const of = (tasks: readonly TaskData[], outputRun = -1) =>
    inputPane(
      {
        node: { ...node, position: [0, 0] },
        workflow: { nodes: [], connections: {} },
        run: { ...runSlice.getInitialState(), runData: { Model: [...tasks] } },
        selection: { ...initialSelection, outputRun },
      },
      [],
    );

  it('is what its root node handed over in the shown run', () => {
    const tasks = [taskWith('Why'), taskWith('How')];
    expect(of(tasks)).toMatchObject({ source: 'Agent', run: 1, runs: 2, items: [{ json: { question: 'How' } }] });
    expect(of(tasks, 0)).toMatchObject({ run: 0, items: [{ json: { question: 'Why' } }] });
  });

  it('is unknown before it is used', () => {
    expect(of([])).toEqual({ distance: 1, run: -1, runs: 0, output: 0, isPinned: false });
  });
});
