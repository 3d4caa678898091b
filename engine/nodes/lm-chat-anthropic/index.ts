// Anthropic Chat Model: the models of Claude.
import { defineNode, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { ANTHROPIC_CREDENTIAL, anthropicModels, anthropicUrl } from '../_shared/ai/models/anthropic.ts';
import { retriesOf, signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { streamedModel } from '../_shared/ai/models/collected-answer.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';
import { withSettings, type ModelSettings } from '../_shared/ai/models/with-settings.ts';
import { description } from './description.ts';

/** Milliseconds until an answer starts. One that is not streamed starts when it is complete. */
const TIMEOUT = 600_000;
const DEFAULT_BUDGET = 1024;

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const options = new OptionValues(ctx, itemIndex);
  const anthropic = createAnthropic({
    ...signedAccess(ctx, itemIndex, ANTHROPIC_CREDENTIAL, TIMEOUT),
    baseURL: await anthropicUrl(ctx, itemIndex),
  });
  const model = withSettings(anthropic(ctx.param('model', itemIndex, '')), settingsOf(ctx, options));
  const isStreamed = options.flag('streaming') === true;
  return { ai_languageModel: { model: isStreamed ? streamedModel(model) : model, maxRetries: retriesOf(options) } };
}

function settingsOf(ctx: ExecuteContext, options: OptionValues): ModelSettings {
  const ttl = options.text('promptCaching') ?? 'disabled';
  return {
    ...defined({
      maxOutputTokens: options.number('maxTokensToSample', 1),
      temperature: options.number('temperature'),
      topK: options.number('topK', 0),
      topP: options.number('topP', 0),
    }),
    providerOptions: {
      anthropic: {
        ...(ctx.version < 1.5 ? thinkingSwitch(options) : thinkingMode(options)),
        ...(ttl === 'disabled' ? {} : { cacheControl: { type: 'ephemeral', ttl } }),
      },
    },
  };
}

type Thinking = NonNullable<ModelSettings['providerOptions']>[string];

const withBudget = (options: OptionValues): Thinking => ({
  thinking: { type: 'enabled', budgetTokens: options.number('thinkingBudget', 1) ?? DEFAULT_BUDGET },
});

const thinkingSwitch = (options: OptionValues): Thinking => (options.flag('thinking') === true ? withBudget(options) : {});

function thinkingMode(options: OptionValues): Thinking {
  const mode = options.text('thinkingMode');
  if (mode === 'manual') return withBudget(options);
  // Otherwise the newest models leave their thoughts out.
  if (mode === 'adaptive') return { thinking: { type: 'adaptive', display: 'summarized' }, ...defined({ effort: options.text('effort') }) };
  return mode === undefined ? {} : { thinking: { type: 'disabled' } };
}

export const lmChatAnthropic = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatAnthropic',
  icon: 'icon.svg',
  defaultVersion: 1.6,
  versions: [{ description, supply, methods: { listSearch: { searchModels: anthropicModels } } }],
});
