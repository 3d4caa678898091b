// Wait: short waits hold the execution, long ones park it in the store.
import { NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { shownValue } from '../../workflow/shown-value.ts';
import { passThrough } from '../_shared/pass-through.ts';
import { instantOf, intervalLength } from './waiting-time.ts';

/** Milliseconds: from here on a wait is parked (documented as 65 seconds). */
const parkedFrom = 65_000;

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const until = resumeTime(ctx);
  const remaining = until - ctx.now();
  if (remaining <= 0) return passThrough(ctx);
  if (remaining < parkedFrom) return ctx.sleep(remaining).then(() => passThrough(ctx));
  ctx.waitUntil(until);
  return passThrough(ctx);
}

/** Milliseconds since the epoch. */
function resumeTime(ctx: ExecuteContext): number {
  const resume = ctx.param('resume') ?? 'timeInterval';
  try {
    if (resume === 'timeInterval') return ctx.now() + intervalLength(ctx.param('amount'), ctx.param('unit'));
    if (resume === 'specificTime') return instantOf(ctx.param('dateTime'), ctx.timezone);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new NodeError(cause.message, { code: 'PARAMETER_INVALID', itemIndex: 0, cause });
  }
  throw new NodeError(
    resume === 'webhook' || resume === 'form'
      ? `This node waits for ${resume === 'form' ? 'a form' : 'a webhook call'}, which this version of Millrace cannot receive yet. Set "Resume" to "After Time Interval" or "At Specified Time".`
      : `"${shownValue(resume)}" is no way to resume. Choose one of those offered under "Resume".`,
    { code: 'PARAMETER_INVALID', parameter: 'resume' },
  );
}
