// Selects a range of the input, for nodes that limit items.
import { type ExecuteContext, type NodeOutput, pairTo } from '../../sdk/index.ts';
import { type SlicedWork, workInSlices } from '../../sdk/slices.ts';

/** Returns the items of input 0 from index `from` (inclusive) to `to` (exclusive), on output 0. */
export function stretchOf(ctx: ExecuteContext, from: number, to: number): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
    return [yield* pace.map(ctx.input().slice(from, to), (item, index) => pairTo(item, from + index))];
  });
}
