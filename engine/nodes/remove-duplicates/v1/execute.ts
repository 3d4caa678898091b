// Remove Duplicates 1 and 1.1: within the items of one run.
import type { ExecuteContext, NodeOutput } from '../../../sdk/index.ts';
import { dedupeItems } from '../../_shared/dedupe-items.ts';
import { dedupeSettings } from '../../_shared/dedupe-properties.ts';

export function execute(ctx: ExecuteContext): NodeOutput {
  return [dedupeItems(ctx.input(), { ...dedupeSettings(ctx), strictTypes: ctx.version < 1.1 })];
}
