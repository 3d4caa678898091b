// Handing the input on unchanged, as several flow nodes do.
import { pairTo, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';

/** The items of input 0 on output 0: json and binary shared, lineage renewed. */
export function passThrough(ctx: ExecuteContext): NodeOutput {
  return [ctx.input().map((item, index) => pairTo(item, index))];
}
