// Makes the model, with the options of the node.
import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { JsonObject } from '../../contract/json.ts';
import type { ExecuteContext, JsonSchema, Supply } from '../../sdk/index.ts';
import { modelFetch, PLACEHOLDER_KEY } from '../_shared/ai/model-fetch.ts';
import { chatSettings, retriesOf } from '../_shared/ai/models/chat-settings.ts';
import { openAiUrl } from '../_shared/ai/models/open-ai-url.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';
import { withSettings, type ModelSettings } from '../_shared/ai/models/with-settings.ts';

const DEFAULT_TIMEOUT = 60_000;

export async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const options = new OptionValues(ctx, itemIndex);
  const usesResponses = ctx.version >= 1.3 && ctx.param('responsesApiEnabled', itemIndex, true);
  const more = usesResponses ? { ...options.object('extraBody'), ...promptOf(options) } : options.object('extraBody');
  const provider = createOpenAI({
    baseURL: await openAiUrl(ctx, itemIndex),
    apiKey: PLACEHOLDER_KEY,
    fetch: modelFetch(ctx, {
      credential: 'openAiApi',
      itemIndex,
      timeout: options.number('timeout', 1) ?? DEFAULT_TIMEOUT,
      ...(more === undefined || Object.keys(more).length === 0
        ? {}
        : { adjust: (request) => ({ ...request, body: withFields(request.body, more) }) }),
    }),
  });
  const id = ctx.param('model', itemIndex, 'gpt-5-mini');
  const settings = settingsOf(ctx, itemIndex, options, usesResponses);
  return {
    ai_languageModel: {
      model: withSettings(usesResponses ? provider.responses(id) : provider.chat(id), settings),
      maxRetries: retriesOf(options),
    },
  };
}

/** Adds fields to a JSON body. */
const withFields = (body: unknown, fields: JsonObject): string =>
  JSON.stringify({ ...(typeof body === 'string' ? (JSON.parse(body) as JsonObject) : {}), ...fields });

function settingsOf(ctx: ExecuteContext, itemIndex: number, options: OptionValues, usesResponses: boolean): ModelSettings {
  const openai = defined({
    reasoningEffort: options.text('reasoningEffort'),
    ...(usesResponses
      ? {
          conversation: options.text('conversationId'),
          promptCacheKey: options.text('promptCacheKey'),
          safetyIdentifier: options.text('safetyIdentifier'),
          serviceTier: options.text('serviceTier'),
          metadata: options.object('metadata'),
          logprobs: options.number('topLogprobs', 1),
          textVerbosity: options.group('textFormat.textOptions').text('verbosity'),
          strictJsonSchema: options.group('textFormat.textOptions').flag('strict'),
          // The engine repeats earlier messages itself.
          store: options.text('conversationId') !== undefined,
        }
      : { strictJsonSchema: false }),
  }) as SharedV4ProviderOptions[string];
  return {
    ...chatSettings(options),
    ...(usesResponses ? defined({ responseFormat: textFormat(options) }) : {}),
    providerOptions: { openai },
    ...(usesResponses ? { providerTools: providerTools(ctx, itemIndex) } : {}),
  };
}

function textFormat(options: OptionValues): ModelSettings['responseFormat'] {
  const format = options.group('textFormat.textOptions');
  const type = format.text('type');
  if (type === 'json_object') return { type: 'json' };
  if (type !== 'json_schema') return undefined;
  return {
    type: 'json',
    ...defined({
      schema: format.object('schema') as JsonSchema | undefined,
      name: format.text('name'),
      description: format.text('description'),
    }),
  };
}

/** Returns the prompt that is stored at OpenAI, with its variables. */
function promptOf(options: OptionValues): JsonObject {
  const prompt = options.group('promptConfig.promptOptions');
  const id = prompt.text('promptId');
  return id === undefined ? {} : { prompt: { id, ...defined({ version: prompt.text('version'), variables: prompt.object('variables') }) } };
}

type ProviderTools = NonNullable<ModelSettings['providerTools']>;

function providerTools(ctx: ExecuteContext, itemIndex: number): ProviderTools {
  const tools: ProviderTools = [];
  const added = ctx.param<JsonObject>('builtInTools', itemIndex, {}) as Readonly<Record<string, JsonObject | boolean | undefined>>;
  const { webSearch, fileSearch, codeInterpreter } = added;
  if (typeof webSearch === 'object')
    tools.push({ type: 'provider', id: 'openai.web_search', name: 'web_search', args: webSearchArguments(webSearch) });
  if (typeof fileSearch === 'object')
    tools.push({ type: 'provider', id: 'openai.file_search', name: 'file_search', args: fileSearchArguments(fileSearch) });
  if (codeInterpreter === true) tools.push({ type: 'provider', id: 'openai.code_interpreter', name: 'code_interpreter', args: {} });
  return tools;
}

function webSearchArguments({ searchContextSize, allowedDomains, country, city, region }: JsonObject): JsonObject {
  const domains = String(allowedDomains ?? '')
    .split(',')
    .map((domain) => domain.trim())
    .filter((domain) => domain !== '');
  const place = Object.fromEntries(Object.entries({ country, city, region }).filter(([, value]) => value !== undefined && value !== ''));
  return {
    ...(searchContextSize === undefined ? {} : { searchContextSize }),
    ...(domains.length === 0 ? {} : { filters: { allowedDomains: domains } }),
    ...(Object.keys(place).length === 0 ? {} : { userLocation: { type: 'approximate', ...place } }),
  };
}

function fileSearchArguments({ vectorStoreIds, filters, maxResults }: JsonObject): JsonObject {
  return {
    vectorStoreIds: jsonValue(vectorStoreIds) ?? [],
    ...(maxResults === undefined ? {} : { maxNumResults: maxResults }),
    ...(hasFields(jsonValue(filters)) ? { filters: jsonValue(filters) } : {}),
  };
}

const jsonValue = (value: unknown): unknown => (typeof value === 'string' && value !== '' ? JSON.parse(value) : value);

const hasFields = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
