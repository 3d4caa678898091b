// Wait: short waits stay in memory, long waits suspend the execution; waits for a request or a form end when it arrives.
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import { NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { displayText } from '../../workflow/values/display-text.ts';
import { passThrough } from '../_shared/pass-through.ts';
import { waitLimit, instantOf, intervalLength } from '../_shared/waiting-time.ts';
import { keepParameters } from './receive.ts';

/** Waits of at least this many milliseconds suspend the execution. */
const parkedFrom = 65_000;

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const resume = ctx.param('resume') ?? 'timeInterval';
  if (resume === 'webhook' || resume === 'form') return waitForCall(ctx, resume);
  const until = resumeTime(ctx, resume);
  const remaining = until - ctx.now();
  if (remaining <= 0) return passThrough(ctx);
  if (remaining < parkedFrom) return ctx.pauseUntil(until).then(() => passThrough(ctx));
  ctx.waitUntil(until);
  return passThrough(ctx);
}

function waitForCall(ctx: ExecuteContext, resume: 'webhook' | 'form'): NodeOutput {
  if (ctx.resumeUrl(resume === 'form' ? 'form-waiting' : 'webhook-waiting') === undefined) {
    throw new NodeError(
      `This node waits for ${resume === 'form' ? 'a form' : 'a webhook call'}, which requires a running server. Start Millrace as a server, or set "Resume" to "After Time Interval" or "At Specified Time".`,
      { code: 'PARAMETER_INVALID', parameter: 'resume' },
    );
  }
  keepParameters(ctx, resume);
  ctx.waitUntil(waitLimit(ctx) ?? WAIT_FOREVER);
  return passThrough(ctx);
}

/** Returns when the wait ends, in milliseconds since the epoch. */
function resumeTime(ctx: ExecuteContext, resume: unknown): number {
  try {
    if (resume === 'timeInterval') return ctx.now() + intervalLength(ctx.param('amount'), ctx.param('unit'));
    if (resume === 'specificTime') return instantOf(ctx.param('dateTime'), ctx.timezone);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new NodeError(cause.message, { code: 'PARAMETER_INVALID', itemIndex: 0, cause });
  }
  throw new NodeError(`"${displayText(resume)}" is not a way to resume. Choose one of the options of "Resume".`, {
    code: 'PARAMETER_INVALID',
    parameter: 'resume',
  });
}
