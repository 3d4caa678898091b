// Images: made of a text, and changed. What is in an image is asked like a text.
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import { NodeError } from '../../../sdk/index.ts';
import { defined, OptionValues } from '../../_shared/ai/models/option-values.ts';
import { entriesOf, modelOf, requiredText, textIn, type Operation, type OperationCall } from '../../_shared/ai/services/node-operations.ts';
import { fileFacts, itemFiles } from '../../_shared/ai/services/service-files.ts';
import { fileOf, withFile } from '../../_shared/files/item-files.ts';
import { multipartBody, type Part } from '../../_shared/multipart.ts';
import { serviceOf } from '../open-ai-service.ts';

/** Returns the model, which had a list of its own below the version `since`. */
const imageModel = (call: OperationCall, since: number, fallback: string): string =>
  call.ctx.version < since ? call.ctx.param('model', call.itemIndex, fallback) : modelOf(call);

export const generateImage: Operation = async (call) => {
  const { ctx, itemIndex } = call;
  const options = new OptionValues(ctx, itemIndex);
  const model = imageModel(call, 2.2, 'dall-e-3');
  const isUrl = options.flag('returnImageUrls') === true;
  // The newest models only return files.
  const format = model.includes('dall-e') ? { response_format: isUrl ? 'url' : 'b64_json' } : {};
  const json = {
    model,
    prompt: requiredText(call, 'prompt', 'Prompt'),
    ...format,
    ...defined({
      n: options.number('n', 1),
      quality: options.text('dalleQuality') ?? options.text('quality'),
      size: options.text('size'),
      style: options.text('style'),
    }),
  };
  const response = await (await serviceOf(call)).json({ path: '/images/generations', json });
  return imageItems(call, response, options.text('binaryPropertyOutput') ?? 'data', textIn(response['output_format'] ?? 'png'));
};

export const editImage: Operation = async (call) => {
  const { ctx, item, itemIndex } = call;
  const options = new OptionValues(ctx, itemIndex);
  const model = imageModel(call, 2.3, 'gpt-image-1');
  const isDallE = model.includes('dall-e');
  const names = entriesOf(call, 'images.values').map((entry) => textIn(entry['binaryPropertyName'] ?? 'data'));
  const images = isDallE ? itemFiles(call).slice(0, 1) : names.map((name) => fileOf(item, name, itemIndex, 'images'));
  const mask = options.text('imageMask');
  const format = ctx.param('outputFormat', itemIndex, 'png');
  const fields: Readonly<Record<string, unknown>> = {
    model,
    prompt: requiredText(call, 'prompt', 'Prompt'),
    n: ctx.param('n', itemIndex, 1),
    size: ctx.param('size', itemIndex, '1024x1024'),
    user: options.text('user'),
    ...(isDallE
      ? { response_format: ctx.param('responseFormat', itemIndex, 'url') }
      : {
          quality: ctx.param('quality', itemIndex, 'auto'),
          output_format: format,
          output_compression: format === 'png' ? undefined : ctx.param('outputCompression', itemIndex, 100),
          background: options.text('background'),
          input_fidelity: options.text('inputFidelity'),
        }),
  };
  const parts: readonly Part[] = [
    ...Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value: textIn(value) }])),
    ...images.map((file) => ({ name: isDallE ? 'image' : 'image[]', file })),
    ...(mask === undefined ? [] : [{ name: 'mask', file: fileOf(item, mask, itemIndex, 'options.imageMask') }]),
  ];
  const response = await (await serviceOf(call)).json({ path: '/images/edits', body: await multipartBody(ctx, parts), model });
  return imageItems(call, response, 'data', isDallE ? 'png' : format);
};

/** Returns an item for each image: with a file, or with an address. */
async function imageItems(
  { ctx, itemIndex }: OperationCall,
  { data }: JsonObject,
  field: string,
  format: string,
): Promise<readonly Item[]> {
  if (!Array.isArray(data) || data.length === 0) {
    throw new NodeError('The service returned no image.', { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError', itemIndex });
  }
  return Promise.all(
    (data as readonly JsonObject[]).map(async ({ b64_json: base64, ...json }): Promise<Item> => {
      if (typeof base64 !== 'string') return { json };
      const file = await ctx.binary.write(Buffer.from(base64, 'base64'), { fileName: `image.${format}`, mimeType: `image/${format}` });
      return { json: { ...json, ...fileFacts(file) }, binary: withFile({}, field, file) };
    }),
  );
}
