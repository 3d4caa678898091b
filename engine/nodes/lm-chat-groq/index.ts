// Groq Chat Model: open models on fast hardware.
import { defineNode, type DetachedContext, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { retriesOf, signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { listedIds } from '../_shared/ai/models/model-list.ts';
import { chatModelNode, modelChoice, modelOptions, numberOption } from '../_shared/ai/models/model-properties.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';
import { withSettings } from '../_shared/ai/models/with-settings.ts';

const CREDENTIAL = 'groqApi';
const DEFAULT_MODEL = 'llama3-8b-8192';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createGroq } = await import('@ai-sdk/groq');
  const options = new OptionValues(ctx, itemIndex);
  const groq = createGroq(signedAccess(ctx, itemIndex, CREDENTIAL));
  const settings = defined({
    maxOutputTokens: options.number('maxTokensToSample', 1),
    temperature: options.number('temperature'),
  });
  const model = withSettings(groq(ctx.param('model', itemIndex, DEFAULT_MODEL)), settings);
  return { ai_languageModel: { model, maxRetries: retriesOf(options) } };
}

const getModels = (ctx: DetachedContext): ReturnType<typeof listedIds> =>
  listedIds(ctx, { url: 'https://api.groq.com/openai/v1/models', credential: CREDENTIAL }, (id) => !/whisper|tts|orpheus/.test(id));

export const lmChatGroq = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatGroq',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...chatModelNode('Groq Chat Model', ['llama', 'qwen', 'gpt-oss']),
        description: 'Open models that answer fast, at Groq',
        version: 1,
        credentials: [{ name: CREDENTIAL, required: true }],
        properties: [
          modelChoice(DEFAULT_MODEL),
          modelOptions([
            numberOption('maxTokens', 4096, {}, { name: 'maxTokensToSample' }),
            numberOption('temperature', 0.7, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
          ]),
        ],
      },
      supply,
      methods: { loadOptions: { getModels } },
    },
  ],
});
