// Removes duplicates according to the parameters of dedupe-properties.ts.
import type { ExecuteContext, NodeOutput } from '../../sdk/index.ts';
import { type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { dedupeInSlices } from './dedupe-items.ts';
import { dedupeSettings } from './dedupe-properties.ts';

/** Returns input 0 without duplicates, on output 0. `strictTypes`: a field must have one type in all items. */
export function dedupeInput(ctx: ExecuteContext, strictTypes = true): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
    return [yield* dedupeInSlices(ctx.input(), { ...dedupeSettings(ctx), strictTypes }, pace)];
  });
}
