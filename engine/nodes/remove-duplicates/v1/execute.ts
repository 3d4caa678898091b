// Remove Duplicates 1 and 1.1: within the items of one run.
import type { ExecuteContext, NodeOutput } from '../../../sdk/index.ts';
import { dedupeInput } from '../../_shared/dedupe-output.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return dedupeInput(ctx);
}
