// The whole answer of a model, from the parts of its stream.
import type { LanguageModelV4, LanguageModelV4Content, LanguageModelV4GenerateResult, LanguageModelV4StreamResult } from '@ai-sdk/provider';

type TextBlock = Extract<LanguageModelV4Content, { readonly type: 'text' | 'reasoning' }>;

/** Reads a stream to its end. Throws its error. */
export async function collectedAnswer({ stream, request, response }: LanguageModelV4StreamResult): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = [];
  const texts = new Map<string, TextBlock>();
  let end: Pick<LanguageModelV4GenerateResult, 'finishReason' | 'usage' | 'providerMetadata'> | undefined;
  let warnings: LanguageModelV4GenerateResult['warnings'] = [];
  for await (const part of stream) {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const text: TextBlock = { type: part.type === 'text-start' ? 'text' : 'reasoning', text: '' };
        texts.set(part.id, text);
        content.push(text);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta':
        addText(texts.get(part.id), part.delta, part.providerMetadata);
        break;
      case 'text-end':
      case 'reasoning-end':
        addText(texts.get(part.id), '', part.providerMetadata);
        break;
      case 'tool-call':
      case 'tool-result':
      case 'file':
      case 'source':
        content.push(part);
        break;
      case 'stream-start':
        warnings = part.warnings;
        break;
      case 'finish':
        end = part;
        break;
      case 'error':
        throw part.error;
      default:
    }
  }
  if (end === undefined) throw new Error('The answer ended early.');
  const { finishReason, usage, providerMetadata } = end;
  return {
    content,
    finishReason,
    usage,
    warnings,
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
    ...(request === undefined ? {} : { request }),
    ...(response === undefined ? {} : { response }),
  };
}

/** Metadata, such as the signature of a thought, is sent back to the service with the text. */
function addText(block: TextBlock | undefined, delta: string, providerMetadata: TextBlock['providerMetadata']): void {
  if (block === undefined) return;
  block.text += delta;
  if (providerMetadata !== undefined) block.providerMetadata = providerMetadata;
}

/** Returns the model; its answers are always streamed, so that long ones do not run into the timeout. */
export const streamedModel = (model: LanguageModelV4): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: model.supportedUrls,
  doGenerate: async (options) => collectedAnswer(await model.doStream(options)),
  doStream: (options) => model.doStream(options),
});
