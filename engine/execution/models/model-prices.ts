// What calls of models cost: the price of a model, and the cost of its tokens.
import type { ModelTokens } from '../../contract/model-use.ts';
import type { ModelPrice } from '../../contract/rest/models.ts';
import type { ModelName } from '../../sdk/index.ts';

/**
 * Returns the price with the longest prefix of the model's id; of two with the same prefix, the first. A prefix ends where a word of the id ends, so
 * that the price of `gpt-5` is also that of `gpt-5-2025-08-07`, but not of `gpt-5.2`. Undefined without a price.
 */
export function priceOf(prices: readonly ModelPrice[], { provider, model }: ModelName): ModelPrice | undefined {
  const name = providerName(provider);
  // Gemini's ids may have the path of their collection.
  const id = model.replace(/^models\//, '');
  let best: ModelPrice | undefined;
  for (const price of prices) {
    if (price.provider !== name || !isPrefix(price.model, id)) continue;
    if (best === undefined || price.model.length > best.model.length) best = price;
  }
  return best?.input === undefined ? undefined : best;
}

const isPrefix = (prefix: string, id: string): boolean =>
  id.startsWith(prefix) && (prefix === '' || prefix.length === id.length || /[-:@/]/.test(id.charAt(prefix.length)));

/** Returns the provider without the kind of its model: `openai` for `openai.chat`. */
export const providerName = (provider: string): string => provider.split('.')[0] ?? provider;

const MILLION = 1_000_000;

/** Returns US dollars. */
export function costOf({ input = 0, cachedInput = input, output = 0 }: ModelPrice, tokens: ModelTokens): number {
  const cached = Math.min(tokens.cachedInput ?? 0, tokens.input);
  return ((tokens.input - cached) * input + cached * cachedInput + tokens.output * output) / MILLION;
}
