// Videos of a text. The service makes them in the background.
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError } from '../../../sdk/index.ts';
import { OptionValues } from '../../_shared/ai/models/option-values.ts';
import { modelOf, requiredText, type Operation, type OperationCall } from '../../_shared/ai/services/node-operations.ts';
import { fileOf, withFile } from '../../_shared/files/item-files.ts';
import type { Service } from '../../_shared/ai/services/service.ts';
import { multipartBody, type Part } from '../../_shared/multipart.ts';
import { isOpenAi, serviceOf } from '../open-ai-service.ts';

const DEFAULT_WAIT = 300;

export const generateVideo: Operation = async (call) => {
  const { ctx, item, itemIndex } = call;
  const options = new OptionValues(ctx, itemIndex);
  const reference = options.text('binaryPropertyNameReference');
  const parts: readonly Part[] = [
    { name: 'model', value: modelOf(call) },
    { name: 'prompt', value: requiredText(call, 'prompt', 'Prompt') },
    { name: 'seconds', value: String(ctx.param('seconds', itemIndex, 4)) },
    { name: 'size', value: ctx.param('size', itemIndex, '1280x720') },
    ...(reference === undefined
      ? []
      : [{ name: 'input_reference', file: fileOf(item, reference, itemIndex, 'options.binaryPropertyNameReference') }]),
  ];
  const service = await serviceOf(call);
  const first = await started(call, service, parts);
  const path = `/videos/${encodeURIComponent(String(first['id']))}`;
  const json = await service.ended(
    { path },
    ({ status }) => status !== 'queued' && status !== 'in_progress',
    { seconds: options.number('waitTime', 1) ?? DEFAULT_WAIT, parameter: 'options.waitTime' },
    first,
  );
  if (json['status'] !== 'completed') {
    const { message } = (json['error'] ?? {}) as { readonly message?: unknown };
    throw new NodeError(`The video could not be made: ${typeof message === 'string' ? message : String(json['status'])}`, {
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
      itemIndex,
    });
  }
  const name = options.text('fileName') ?? 'data';
  const file = await service.file({ path: `${path}/content` }, { fileName: `${name}.mp4`, mimeType: 'video/mp4' });
  return { json, binary: withFile({}, name, file) };
};

/** Starts the task. Throws NodeError, which says so if OpenAI no longer makes videos. */
async function started(call: OperationCall, service: Service, parts: readonly Part[]): Promise<JsonObject> {
  try {
    return await service.json({ path: '/videos', body: await multipartBody(call.ctx, parts), model: modelOf(call) });
  } catch (error) {
    if (!(error instanceof NodeError) || error.httpCode !== '404' || !(await isOpenAi(call))) throw error;
    throw new NodeError('OpenAI makes no videos by this model: it announced the end of its Videos API for September 24, 2026.', {
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
      httpCode: error.httpCode,
      parameter: 'modelId',
      hint: 'Use a service that makes videos, such as Google Gemini, or one with the same API by the base URL of the credential.',
      cause: error,
    });
  }
}
