// Small workflows whose shapes matter for partial runs: a chain, a merge, a loop, and a chain with two triggers.
import { buildWorkflow, type NodeSketch } from './build-workflow.ts';

export const trigger: NodeSketch = { type: 'manualTrigger' };
export const noOp: NodeSketch = { type: 'noOp' };

export const chain = buildWorkflow({ T: trigger, A: noOp, B: noOp, C: noOp, Side: noOp }, ['T -> A', 'A -> B', 'B -> C', 'A -> Side']);
export const merged = buildWorkflow({ T: trigger, A: noOp, B: noOp, M: { type: 'merge' }, End: noOp }, [
  'T -> A',
  'T -> B',
  'A -> M:0',
  'B -> M:1',
  'M -> End',
]);
export const looped = buildWorkflow({ T: trigger, L: { type: 'splitInBatches' }, W: noOp, Done: noOp }, [
  'T -> L',
  'L:0 -> Done',
  'L:1 -> W',
  'W -> L',
]);
/** A manual and a schedule trigger, as in most real workflows. */
export const twoTriggers = buildWorkflow({ T: trigger, Clock: { type: 'errorTrigger' }, Prepare: noOp, A: noOp, B: noOp }, [
  'T -> A',
  'Clock -> Prepare',
  'Prepare -> A',
  'A -> B',
]);
