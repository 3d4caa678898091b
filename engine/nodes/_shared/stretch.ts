// A stretch of the input, as limits keep it.
import { type ExecuteContext, type NodeOutput, pairTo } from '../../sdk/index.ts';
import { type SlicedWork, workInSlices } from '../../sdk/slices.ts';

/** The items of input 0 from position `from` to before `to`, on output 0. */
export function stretchOf(ctx: ExecuteContext, from: number, to: number): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
    return [yield* pace.map(ctx.input().slice(from, to), (item, index) => pairTo(item, from + index))];
  });
}
