// Files that Anthropic stores.
import type { JsonObject } from '../../../contract/json.ts';
import { OptionValues } from '../../_shared/ai/models/option-values.ts';
import { requiredText, type Operation, type OperationCall } from '../../_shared/ai/services/node-operations.ts';
import { addressesIn, fetchedFile, itemFiles } from '../../_shared/ai/services/service-files.ts';
import { multipartBody } from '../../_shared/multipart.ts';
import { betaHeader, serviceOf } from '../anthropic-service.ts';

const headers = betaHeader('files');

export const uploadFile: Operation = async (call) => {
  const { ctx, itemIndex } = call;
  const isUrl = ctx.param('inputType', itemIndex, 'url') === 'url';
  const [first] = isUrl
    ? await Promise.all(
        addressesIn(call, 'fileUrl')
          .slice(0, 1)
          .map((url) => fetchedFile(call, url)),
      )
    : itemFiles(call);
  const fileName = new OptionValues(ctx, itemIndex).text('fileName');
  const files = first === undefined ? [] : [{ name: 'file', file: fileName === undefined ? first : { ...first, fileName } }];
  return { json: await (await serviceOf(call)).json({ path: '/files', headers, body: await multipartBody(ctx, files) }) };
};

const pathOf = (call: OperationCall): string => `/files/${encodeURIComponent(requiredText(call, 'fileId', 'File ID'))}`;

export const getFile: Operation = async (call) => ({ json: await (await serviceOf(call)).json({ path: pathOf(call), headers }) });

export const deleteFile: Operation = async (call) => ({
  json: await (await serviceOf(call)).json({ method: 'DELETE', path: pathOf(call), headers }),
});

/** Maximum number of files per response. */
const PAGE = 1000;
const DEFAULT_LIMIT = 50;

export const listFiles: Operation = async (call) => {
  const { ctx, itemIndex } = call;
  const limit =
    ctx.param('returnAll', itemIndex, false) === true ? Infinity : Math.max(1, Number(ctx.param('limit', itemIndex, DEFAULT_LIMIT)) || 1);
  const service = await serviceOf(call);
  const files: JsonObject[] = [];
  let after: string | undefined;
  do {
    const query = { limit: Math.min(PAGE, limit - files.length), after_id: after };
    const page = await service.json({ path: '/files', query, headers });
    files.push(...(Array.isArray(page['data']) ? (page['data'] as readonly JsonObject[]) : []));
    after = page['has_more'] === true && typeof page['last_id'] === 'string' && page['last_id'] !== after ? page['last_id'] : undefined;
  } while (after !== undefined && files.length < limit);
  return files.slice(0, limit).map((json) => ({ json }));
};
