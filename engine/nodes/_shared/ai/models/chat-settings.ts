// What most model nodes do with their options and their credential.
import { NodeError, type DetachedContext } from '../../../../sdk/index.ts';
import { modelFetch, PLACEHOLDER_KEY } from '../model-fetch.ts';
import { defined, type OptionValues } from './option-values.ts';
import type { ModelSettings } from './with-settings.ts';

const DEFAULT_RETRIES = 2;

export const retriesOf = (options: OptionValues): number => options.number('maxRetries', 0) ?? DEFAULT_RETRIES;

/** Returns the settings of the options that `chatOptions` describes. */
export const chatSettings = (options: OptionValues): ModelSettings =>
  defined({
    frequencyPenalty: options.number('frequencyPenalty'),
    presencePenalty: options.number('presencePenalty'),
    maxOutputTokens: options.number('maxTokens', 1),
    temperature: options.number('temperature'),
    topP: options.number('topP'),
    responseFormat: options.text('responseFormat') === 'json_object' ? ({ type: 'json' } as const) : undefined,
  });

interface Access {
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

/** Returns what providers send their requests with. `timeout`: milliseconds; default: that of the engine. */
export const signedAccess = (ctx: DetachedContext, itemIndex: number, credential: string, timeout?: number): Access => ({
  apiKey: PLACEHOLDER_KEY,
  fetch: modelFetch(ctx, { credential, itemIndex, timeout }),
});

/** Returns the address in a field of the credential, without a trailing slash. Throws NodeError if it is not a URL. */
export async function addressOf(
  ctx: DetachedContext,
  itemIndex: number,
  credential: string,
  fallback: string,
  field = 'url',
): Promise<string> {
  const value = (await ctx.credentials(credential, itemIndex))[field];
  const address = typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;
  if (URL.canParse(address)) return address.replace(/\/+$/, '');
  throw new NodeError(`The address "${address}" of the credential is not a URL.`, { hint: 'It begins with https:// or http://.' });
}
