// Error Trigger: passes on the failure it was started with, or a sample for an empty manual run.
import type { ExecuteContext, NodeOutput } from '../../sdk/index.ts';
import { passThrough } from '../_shared/pass-through.ts';
import { sampleFailure } from './sample.ts';

export function execute(ctx: ExecuteContext): NodeOutput {
  const items = ctx.input();
  const isBare = items.length === 0 || (items.length === 1 && Object.keys(items[0]?.json ?? {}).length === 0);
  return ctx.mode === 'manual' && isBare ? [[{ json: sampleFailure }]] : passThrough(ctx);
}
