// Prices of models by their ids.
import { expect, it } from 'vitest';
import type { ModelPrice } from '../../contract/rest/models.ts';
import { builtInPrices } from './built-in-prices.ts';
import { costOf, priceOf } from './model-prices.ts';

const input = (provider: string, model: string, prices: readonly ModelPrice[] = builtInPrices.prices): number | undefined =>
  priceOf(prices, { provider, model })?.input;

it.each([
  ['openai.responses', 'gpt-5-mini', 0.25],
  ['openai.chat', 'gpt-5-mini-2025-08-07', 0.25],
  ['openai', 'gpt-4o-2024-05-13', 5],
  ['anthropic.messages', 'claude-sonnet-4-5-20250929', 3],
  ['google.generative-ai', 'models/gemini-2.5-flash', 0.3],
  ['ollama.chat', 'llama3.2:3b', 0],
  // These ids begin like the id of another model.
  ['openai.chat', 'gpt-5.9', undefined],
  ['openai.chat', 'gpt-4o-audio-preview', undefined],
  ['openai.chat', 'my-model', undefined],
  ['azure.chat', 'gpt-5-mini', undefined],
])('of %s, %s is %s', (provider, model, price) => {
  expect(input(provider, model)).toBe(price);
});

it('of the longest prefix wins; of two equal ones, the first', () => {
  const own: readonly ModelPrice[] = [
    { provider: 'openai', model: '', input: 1 },
    { provider: 'openai', model: 'gpt-5-mini', input: 2 },
    ...builtInPrices.prices,
  ];
  expect(input('openai', 'gpt-5-mini', own)).toBe(2);
  expect(input('openai', 'anything', own)).toBe(1);
  expect(input('openai', 'gpt-5-nano', own)).toBe(0.05);
});

it('are per million tokens, with those of the cache at their own price', () => {
  const price: ModelPrice = { provider: 'p', model: 'm', input: 2, cachedInput: 0.5, output: 8 };
  expect(costOf(price, { input: 1_000_000, cachedInput: 400_000, output: 500_000 })).toBeCloseTo(1.2 + 0.2 + 4);
  expect(costOf({ provider: 'p', model: 'm', input: 2 }, { input: 1_000_000, cachedInput: 400_000, output: 500_000 })).toBe(2);
});

it('that come with the program have each model once', () => {
  const names = builtInPrices.prices.map(({ provider, model }) => `${provider}/${model}`);
  expect(new Set(names).size).toBe(names.length);
});
