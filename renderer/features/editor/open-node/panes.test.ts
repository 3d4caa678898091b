import { describe, expect, it } from 'vitest';
import type { RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import { selectRun } from './panes.ts';

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
