// Passes on the input unchanged, completely or in part, for several flow nodes.
import { pairTo, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { type SlicedWork, workInSlices } from '../../sdk/slices.ts';

/** Returns the items of input 0 on output 0: json and binary data are shared, paired items renewed. */
export function passThrough(ctx: ExecuteContext): NodeOutput {
  return [ctx.input().map((item, index) => pairTo(item, index))];
}

/** Returns the items of input 0 from index `from` (inclusive) to `to` (exclusive), on output 0. */
export function itemRange(ctx: ExecuteContext, from: number, to: number): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
    return [yield* pace.map(ctx.input().slice(from, to), (item, index) => pairTo(item, from + index))];
  });
}

/** Returns the range of the items that remain: its first index, and the index after its last. `whichEnd` is `firstItems` or `lastItems`. */
export function limitRange(length: number, maxItems: number, whichEnd: string): readonly [from: number, to: number] {
  const count = Math.min(length, Math.trunc(maxItems));
  return whichEnd === 'lastItems' ? [length - count, length] : [0, count];
}
