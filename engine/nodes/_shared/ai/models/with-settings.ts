// A language model with settings of its node, which a request may override.
import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';

export type ModelSettings = Partial<
  Pick<
    LanguageModelV4CallOptions,
    | 'frequencyPenalty'
    | 'maxOutputTokens'
    | 'presencePenalty'
    | 'providerOptions'
    | 'reasoning'
    | 'responseFormat'
    | 'seed'
    | 'stopSequences'
    | 'temperature'
    | 'topK'
    | 'topP'
  >
> & {
  /** Tools that the service itself runs. */
  readonly providerTools?: Extract<NonNullable<LanguageModelV4CallOptions['tools']>[number], { type: 'provider' }>[];
};

export function withSettings(model: LanguageModelV4, { providerTools = [], ...settings }: ModelSettings): LanguageModelV4 {
  const merged = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const tools = [...(options.tools ?? []), ...providerTools];
    const providerOptions = mergedOptions(settings.providerOptions, options.providerOptions);
    const requested = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as LanguageModelV4CallOptions;
    return {
      ...settings,
      ...requested,
      ...(tools.length === 0 ? {} : { tools }),
      ...(providerOptions === undefined ? {} : { providerOptions }),
    };
  };
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(merged(options)),
    doStream: (options) => model.doStream(merged(options)),
  };
}

function mergedOptions(own: SharedV4ProviderOptions = {}, requested: SharedV4ProviderOptions = {}): SharedV4ProviderOptions | undefined {
  const names = new Set([...Object.keys(own), ...Object.keys(requested)]);
  if (names.size === 0) return undefined;
  return Object.fromEntries([...names].map((name) => [name, { ...own[name], ...requested[name] }]));
}
