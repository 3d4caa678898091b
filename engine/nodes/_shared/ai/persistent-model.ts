// Language models that repeat failed requests, and that another model replaces after a failure.
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { isModelLimit, type ChatModel, type ExecuteContext } from '../../../sdk/index.ts';
import { mayPass, modelError, pauseAfter } from './model-error.ts';

type Send = <R>(send: (model: LanguageModelV4) => PromiseLike<R>, options: LanguageModelV4CallOptions) => Promise<R>;

/** Returns a model with other ways to send a request. */
export const sending = (model: LanguageModelV4, send: Send): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: model.supportedUrls,
  doGenerate: (options) => send((each) => each.doGenerate(options), options),
  doStream: (options) => send((each) => each.doStream(options), options),
});

/** What a repeated request uses of the context. */
type RepeatContext = Pick<ExecuteContext, 'now' | 'signal' | 'sleep'>;

/** Returns the model with requests that are repeated after a temporary failure. Throws NodeError. */
export const persistentModel = (ctx: RepeatContext, { model, maxRetries }: ChatModel): LanguageModelV4 =>
  sending(model, (send) => repeated(ctx, maxRetries, () => send(model)));

/** Sends a request, and repeats it after a temporary failure. Throws NodeError. */
export async function repeated<R>(ctx: RepeatContext, maxRetries: number, send: () => PromiseLike<R>): Promise<R> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (ctx.signal.aborted || attempt >= maxRetries || !mayPass(error)) throw modelError(error);
      await ctx.sleep(pauseAfter(error, attempt, ctx.now()));
    }
  }
}

/** Returns the first model; from its first failure on, the next one answers instead. There must be one model at least. */
export function withFallback(ctx: Pick<ExecuteContext, 'signal'>, models: readonly LanguageModelV4[]): LanguageModelV4 {
  const [first] = models;
  if (first === undefined || models.length === 1) return first as LanguageModelV4;
  let current = 0;
  return sending(first, async (send, { abortSignal }) => {
    for (;;) {
      const model = models[current] as LanguageModelV4;
      try {
        return await send(model);
      } catch (error) {
        const isStopped = ctx.signal.aborted || abortSignal?.aborted === true;
        if (isStopped || isModelLimit(error) || current >= models.length - 1) throw error;
        current++;
      }
    }
  });
}
