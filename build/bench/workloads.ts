// The benchmark's workloads: a workflow, the same work as a plain loop, and the expected result of a run.
import type { Item } from '../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../engine/contract/workflow.ts';
import { bareChain, bareLoop, barePipeline, bareRows } from './bare.ts';
import { chain, loop, pipeline } from './workflows.ts';

export interface Workload {
  readonly name: string;
  readonly workflow: WorkflowFile;
  /** Items that the run starts with. Default: one empty item. */
  readonly items?: readonly Item[];
  /** Expected number of node runs and items on all outputs; any other result makes the measurement fail. */
  readonly expected: string;
  /** Returns the same work as a plain loop, with fresh data for each call, as the engine's nodes have. */
  readonly bare: () => () => unknown;
}

const TURNS = 1000;

function pipelineOf(count: number): Workload {
  return {
    name: `pipeline, ${count} items`,
    workflow: pipeline(count),
    expected: `6 runs, ${count * 4 + 2} items`,
    bare: () => {
      const rows = bareRows(count);
      return () => barePipeline(rows);
    },
  };
}

export const workloads: Readonly<Record<string, () => Workload>> = {
  chain: () => ({
    name: 'chain of 100 Set nodes',
    workflow: chain(100),
    expected: '101 runs, 101 items',
    bare: () => () => bareChain(100),
  }),
  loop: () => ({
    name: `loop of ${TURNS} iterations`,
    workflow: loop(),
    items: Array.from({ length: TURNS }, (_, id) => ({ json: { id } })),
    expected: '2003 runs, 5000 items',
    bare: () => () => bareLoop(TURNS),
  }),
  pipeline1k: () => pipelineOf(1000),
  pipeline10k: () => pipelineOf(10_000),
  pipeline100k: () => pipelineOf(100_000),
};
