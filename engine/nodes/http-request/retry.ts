// Retries requests to busy services and after broken connections.
import { NodeError, type ExecuteContext } from '../../sdk/index.ts';

const DEFAULT_RETRIES = 3;
const MAX_RETRIES = 20;
const DEFAULT_INTERVAL = 1000;
const MAX_INTERVAL = 300_000;

/** Runs `request`, and retries it after temporary failures according to the node's options. */
export async function withRetries<T>(ctx: ExecuteContext, index: number, request: () => Promise<T>): Promise<T> {
  const isOn = ctx.param('options.retry.enabled', index, false) === true;
  const retries = isOn ? number(ctx, 'maxRetries', index, DEFAULT_RETRIES, MAX_RETRIES) : 0;
  for (let remaining = retries; ; remaining--) {
    try {
      return await request();
    } catch (error) {
      if (remaining < 1 || ctx.signal.aborted || !(error instanceof NodeError) || !error.retryable) throw error;
    }
    await ctx.sleep(number(ctx, 'retryInterval', index, DEFAULT_INTERVAL, MAX_INTERVAL));
  }
}

function number(ctx: ExecuteContext, name: string, index: number, usual: number, most: number): number {
  const value = Number(ctx.param(`options.retry.${name}`, index, usual));
  return Number.isNaN(value) ? usual : Math.min(most, Math.max(0, value));
}
