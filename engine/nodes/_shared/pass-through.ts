// Passes the input on unchanged, for several flow nodes.
import { pairTo, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';

/** Returns the items of input 0 on output 0: json and binary data shared, lineage renewed. */
export function passThrough(ctx: ExecuteContext): NodeOutput {
  return [ctx.input().map((item, index) => pairTo(item, index))];
}
