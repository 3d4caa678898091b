// Images and videos that models make.
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import { NodeError } from '../../../sdk/index.ts';
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import { entriesOf, requiredText, textIn, type Operation, type OperationCall } from '../../_shared/ai/services/node-operations.ts';
import { addressesIn, base64Of, fetchedFile, fileFacts } from '../../_shared/ai/services/service-files.ts';
import { fileOf, withFile } from '../../_shared/files/item-files.ts';
import { modelPath, serviceOf, type GeminiService } from '../gemini-service.ts';
import { generate, partsOf, unanswered, type GeminiResponse } from './text.ts';

const outputField = ({ ctx, itemIndex }: OperationCall, fallback: string): string =>
  new OptionValues(ctx, itemIndex).text('binaryPropertyOutput') ?? fallback;

export const generateImage: Operation = async (call) => {
  const service = await serviceOf(call);
  const prompt = requiredText(call, 'prompt', 'Prompt');
  const field = outputField(call, 'data');
  if (!modelPath(call).includes('imagen')) return madeImages(call, service, [{ text: prompt }], field);
  const sampleCount = new OptionValues(call.ctx, call.itemIndex).number('sampleCount', 1) ?? 1;
  const json = { instances: [{ prompt }], parameters: { sampleCount } };
  const { predictions } = await service.json({ path: `/${modelPath(call)}:predict`, json });
  const images = (Array.isArray(predictions) ? (predictions as readonly JsonObject[]) : []).map(
    ({ bytesBase64Encoded: data, mimeType }) => ({
      data: textIn(data),
      mimeType: textIn(mimeType ?? 'image/png'),
    }),
  );
  if (images.length === 0) throw unanswered(call, {});
  return Promise.all(images.map((image) => imageItem(call, image, field)));
};

export const editImage: Operation = async (call) => {
  const { item, itemIndex } = call;
  const names = entriesOf(call, 'images.values').map((entry) => textIn(entry['binaryPropertyName'] ?? 'data'));
  const images = await Promise.all(
    names.map(async (name) => {
      const file = fileOf(item, name, itemIndex, 'images');
      return { inlineData: { mimeType: file.mimeType, data: await base64Of(call, file) } };
    }),
  );
  const parts = [...images, { text: requiredText(call, 'prompt', 'Prompt') }];
  return madeImages(call, await serviceOf(call), parts, outputField(call, 'edited'));
};

/** Returns an item for each image of the answer. */
async function madeImages(
  call: OperationCall,
  service: GeminiService,
  parts: readonly JsonObject[],
  field: string,
): Promise<readonly Item[]> {
  const response: GeminiResponse = await generate(call, service, {
    contents: [{ role: 'user', parts }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
  });
  const images = (response.candidates ?? []).flatMap((candidate) =>
    partsOf(candidate).flatMap(({ inlineData, thought }) =>
      inlineData?.data === undefined || thought === true ? [] : [{ data: inlineData.data, mimeType: inlineData.mimeType ?? 'image/png' }],
    ),
  );
  if (images.length === 0) throw unanswered(call, response);
  return Promise.all(images.map((image) => imageItem(call, image, field)));
}

async function imageItem(
  { ctx }: OperationCall,
  { data, mimeType }: { readonly data: string; readonly mimeType: string },
  field: string,
): Promise<Item> {
  const fileName = `image.${mimeType.split('/')[1]?.split('+')[0] ?? 'png'}`;
  const file = await ctx.binary.write(Buffer.from(data, 'base64'), { fileName, mimeType });
  return { json: fileFacts(file), binary: withFile({}, field, file) };
}

interface VideoOperation {
  readonly generateVideoResponse?: {
    readonly generatedSamples?: readonly { readonly video?: { readonly uri?: unknown } }[];
    readonly raiMediaFilteredReasons?: readonly unknown[];
  };
}

export const generateVideo: Operation = async (call) => {
  const { ctx, itemIndex } = call;
  const options = new OptionValues(ctx, itemIndex);
  const parameters = defined({
    sampleCount: options.number('sampleCount', 1),
    durationSeconds: options.number('durationSeconds', 1),
    aspectRatio: options.text('aspectRatio'),
    personGeneration: options.text('personGeneration'),
  });
  const service = await serviceOf(call);
  const json = { instances: [{ prompt: requiredText(call, 'prompt', 'Prompt') }], parameters };
  const first = await service.json({ path: `/${modelPath(call)}:predictLongRunning`, json });
  const { response } = await service.operation(first, 'The video could not be made');
  const { generatedSamples = [], raiMediaFilteredReasons: reasons = [] } =
    (response as VideoOperation | undefined)?.generateVideoResponse ?? {};
  const addresses = generatedSamples.flatMap(({ video }) => (typeof video?.uri === 'string' ? [video.uri] : []));
  if (addresses.length === 0) {
    const reason = reasons.length === 0 ? 'Google returned none' : textIn(reasons[0]);
    throw new NodeError(`The video could not be made: ${reason}`, { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError', itemIndex });
  }
  if (ctx.param('returnAs', itemIndex, 'video') === 'url') return addresses.map((url) => ({ json: { url } }));
  const items: Item[] = [];
  for (const url of addresses) items.push(await videoItem(call, service, url, outputField(call, 'data')));
  return items;
};

export const downloadVideo: Operation = async (call) =>
  videoItem(call, await serviceOf(call), addressesIn(call, 'url')[0] as string, outputField(call, 'data'));

/** Fetches a video. The request is only signed if the address is one of Google's. */
async function videoItem(call: OperationCall, service: GeminiService, url: string, field: string): Promise<Item> {
  const file = service.isOwn(url)
    ? await service.file({ path: url }, { fileName: 'video.mp4', mimeType: 'video/mp4' })
    : await fetchedFile(call, url);
  return { json: fileFacts(file), binary: withFile({}, field, file) };
}
