// Speech: texts become recordings, and recordings texts.
import type { JsonObject } from '../../../contract/json.ts';
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import { requiredText, type Operation, type OperationCall } from '../../_shared/ai/services/node-operations.ts';
import { fileFacts, itemFiles } from '../../_shared/ai/services/service-files.ts';
import { withFile } from '../../_shared/files/item-files.ts';
import { multipartBody, type Part } from '../../_shared/multipart.ts';
import { serviceOf } from '../open-ai-service.ts';

export const generateAudio: Operation = async (call) => {
  const { ctx, itemIndex } = call;
  const options = new OptionValues(ctx, itemIndex);
  const format = options.text('response_format') ?? 'mp3';
  const json = {
    model: ctx.param('model', itemIndex, 'tts-1'),
    input: requiredText(call, 'input', 'Text Input'),
    voice: ctx.param('voice', itemIndex, 'alloy'),
    response_format: format,
    ...defined({ speed: options.number('speed') }),
  };
  const service = await serviceOf(call);
  const file = await service.file({ path: '/audio/speech', json }, { fileName: `audio.${format}`, ...typeOf(format) });
  return { json: fileFacts(file), binary: withFile({}, options.text('binaryPropertyOutput') ?? 'data', file) };
};

const types: ReadonlyMap<string, string> = new Map([
  ['mp3', 'audio/mpeg'],
  ['opus', 'audio/ogg'],
  ['aac', 'audio/aac'],
  ['flac', 'audio/flac'],
]);

const typeOf = (format: string): { readonly mimeType?: string } => {
  const mimeType = types.get(format);
  return mimeType === undefined ? {} : { mimeType };
};

export const transcribe: Operation = async (call) => ({
  json: await recordingText(call, '/audio/transcriptions', new OptionValues(call.ctx, call.itemIndex).text('language')),
});

export const translate: Operation = async (call) => ({ json: await recordingText(call, '/audio/translations') });

const TRANSCRIBING_MODEL = 'whisper-1';

async function recordingText(call: OperationCall, path: string, language?: string): Promise<JsonObject> {
  const temperature = new OptionValues(call.ctx, call.itemIndex).number('temperature');
  const parts: Part[] = [
    { name: 'model', value: TRANSCRIBING_MODEL },
    ...itemFiles(call)
      .slice(0, 1)
      .map((file) => ({ name: 'file', file })),
    ...(language === undefined ? [] : [{ name: 'language', value: language }]),
    ...(temperature === undefined ? [] : [{ name: 'temperature', value: String(temperature) }]),
  ];
  return (await serviceOf(call)).json({ path, body: await multipartBody(call.ctx, parts), model: TRANSCRIBING_MODEL });
}
