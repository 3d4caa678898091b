// What to look at when a run is chosen: linked panes show runs that belong together.
import type { RunData } from '../../../../engine/contract/run-data.ts';
import type { Looking } from '../node-view/node-view-context.tsx';
import { LATEST, runsOf } from '../node-view/run-items.ts';
import type { Side } from './pane-choice.ts';

export interface RunChoice {
  readonly side: Side;
  /** Index of the run that is chosen. */
  readonly run: number;
  /** The open node. */
  readonly node: string;
  /** The node whose data the input shows. */
  readonly parent: string | undefined;
  readonly isLinked: boolean;
}

/** The newest run is remembered as such: it stays the newest when more come. */
const remembered = (run: number, runs: number): number => (run === runs - 1 ? LATEST : run);

export function lookAtRun(runData: RunData, { side, run, node, parent, isLinked }: RunChoice): Partial<Looking> {
  const own = runsOf(runData, node);
  const given = parent === undefined ? [] : runsOf(runData, parent);
  if (!isLinked) {
    return side === 'input' ? { inputRun: remembered(run, given.length), item: 0 } : { outputRun: remembered(run, own.length) };
  }
  // The run of the open node that took its data from the one that was chosen.
  const taken = own.findIndex(({ source }) => source.some((from) => from?.previousNode === parent && (from?.previousNodeRun ?? 0) === run));
  const outputRun = side === 'output' || taken < 0 ? run : taken;
  return { inputRun: remembered(run, given.length), outputRun: remembered(outputRun, own.length), item: 0 };
}
