// Makes the model, with the options of the node.
import type { JsonObject } from '../../contract/json.ts';
import type { ExecuteContext, Supply } from '../../sdk/index.ts';
import { retriesOf } from '../_shared/ai/models/chat-settings.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';
import { ollamaModel } from '../_shared/ai/models/ollama/ollama-model.ts';
import { durationOf, ollamaService } from '../_shared/ai/models/ollama/ollama-service.ts';

export async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const options = new OptionValues(ctx, itemIndex);
  const model = ollamaModel(ctx, itemIndex, await ollamaService(ctx, itemIndex), {
    model: ctx.param('model', itemIndex, 'llama3.2'),
    options: optionsOf(options),
    keepAlive: durationOf(options.text('keepAlive')),
    think: options.flag('think'),
    isJson: options.text('format') === 'json',
  });
  return { ai_languageModel: { model, maxRetries: retriesOf(options) } };
}

const optionsOf = (options: OptionValues): JsonObject =>
  defined({
    temperature: options.number('temperature'),
    top_k: options.number('topK', 0),
    top_p: options.number('topP'),
    frequency_penalty: options.number('frequencyPenalty'),
    low_vram: options.flag('lowVram'),
    main_gpu: options.number('mainGpu'),
    num_batch: options.number('numBatch'),
    num_ctx: options.number('numCtx'),
    num_gpu: options.number('numGpu'),
    num_predict: options.number('numPredict'),
    num_thread: options.number('numThread'),
    penalize_newline: options.flag('penalizeNewline'),
    presence_penalty: options.number('presencePenalty'),
    repeat_penalty: options.number('repeatPenalty'),
    use_mlock: options.flag('useMLock'),
    use_mmap: options.flag('useMMap'),
    vocab_only: options.flag('vocabOnly'),
  });
