// Tokens in the responses of services.
import { expect, it } from 'vitest';
import { tokensIn } from './service-tokens.ts';

it.each([
  [
    'a chat of OpenAI',
    { usage: { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } } },
    { input: 10, cachedInput: 6, output: 4 },
  ],
  [
    'a response of OpenAI',
    { usage: { input_tokens: 10, output_tokens: 4, input_tokens_details: { cached_tokens: 6 } } },
    { input: 10, cachedInput: 6, output: 4 },
  ],
  [
    'Anthropic, which counts its cache apart',
    { usage: { input_tokens: 10, cache_read_input_tokens: 5, cache_creation_input_tokens: 3, output_tokens: 4 } },
    { input: 18, cachedInput: 5, output: 4 },
  ],
  [
    'Gemini, whose thoughts are output',
    { usageMetadata: { promptTokenCount: 10, cachedContentTokenCount: 2, candidatesTokenCount: 4, thoughtsTokenCount: 3 } },
    { input: 10, cachedInput: 2, output: 7 },
  ],
  ['Ollama', { prompt_eval_count: 10, eval_count: 4 }, { input: 10, output: 4 }],
  ['another service', { data: [] }, undefined],
  ['hostile data', { usage: { prompt_tokens: '10', completion_tokens: -1 } }, { input: 0, cachedInput: 0, output: 0 }],
])('of %s', (_name, response, tokens) => {
  expect(tokensIn(response)).toEqual(tokens);
});
