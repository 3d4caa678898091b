// Maximum waiting time for a request, from the parameters of waiting nodes.
import { type ExecuteContext, NodeError } from '../../sdk/index.ts';
import { instantOf, intervalLength } from './waiting-time.ts';

/** Milliseconds since the epoch; undefined for no limit. Throws PARAMETER_INVALID. */
export function waitLimit(ctx: ExecuteContext): number | undefined {
  if (ctx.param('limitWaitTime') !== true) return undefined;
  try {
    if (ctx.param('limitType') === 'atSpecifiedTime') return instantOf(ctx.param('maxDateAndTime'), ctx.timezone);
    return ctx.now() + intervalLength(ctx.param('resumeAmount'), ctx.param('resumeUnit'));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new NodeError(cause.message, { code: 'PARAMETER_INVALID', parameter: 'limitWaitTime', cause });
  }
}
