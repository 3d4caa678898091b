// Reads the numbers of tokens from responses. Each service reports them in another form.
import { isRecord } from '../../../../contract/json.ts';
import type { ModelTokens } from '../../../../contract/model-use.ts';

/** Returns the tokens of a response; undefined if it has none. */
export function tokensIn(response: unknown): ModelTokens | undefined {
  if (!isRecord(response)) return undefined;
  const { usage, usageMetadata } = response;
  if (isRecord(usageMetadata)) return geminiTokens(usageMetadata);
  if (isRecord(usage)) return usageTokens(usage);
  return 'prompt_eval_count' in response || 'eval_count' in response
    ? { input: count(response['prompt_eval_count']), output: count(response['eval_count']) }
    : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function geminiTokens(usage: Fields): ModelTokens {
  return {
    input: count(usage['promptTokenCount']) + count(usage['toolUsePromptTokenCount']),
    cachedInput: count(usage['cachedContentTokenCount']),
    output: count(usage['candidatesTokenCount']) + count(usage['thoughtsTokenCount']),
  };
}

/** Tokens of OpenAI's and Anthropic's responses. Anthropic counts the input that is in the cache apart. */
function usageTokens(usage: Fields): ModelTokens {
  const cacheRead = count(usage['cache_read_input_tokens']);
  const input = count(usage['input_tokens'] ?? usage['prompt_tokens']);
  const details = usage['input_tokens_details'] ?? usage['prompt_tokens_details'];
  return {
    input: input + cacheRead + count(usage['cache_creation_input_tokens']),
    cachedInput: isRecord(details) ? count(details['cached_tokens']) : cacheRead,
    output: count(usage['output_tokens'] ?? usage['completion_tokens']),
  };
}

const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);
