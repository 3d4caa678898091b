// Files that the account stores.
import type { JsonObject } from '../../../contract/json.ts';
import { OptionValues } from '../../_shared/ai/models/option-values.ts';
import { requiredText, type Operation } from '../../_shared/ai/services/node-operations.ts';
import { itemFiles } from '../../_shared/ai/services/service-files.ts';
import { multipartBody, type Part } from '../../_shared/multipart.ts';
import { serviceOf } from '../open-ai-service.ts';

export const uploadFile: Operation = async (call) => {
  const { ctx, itemIndex } = call;
  const purpose = new OptionValues(ctx, itemIndex).text('purpose') ?? (ctx.version < 2 ? 'assistants' : 'user_data');
  const files = itemFiles(call).slice(0, 1);
  const parts: readonly Part[] = [{ name: 'purpose', value: purpose }, ...files.map((file) => ({ name: 'file', file }))];
  return { json: await (await serviceOf(call)).json({ path: '/files', body: await multipartBody(ctx, parts) }) };
};

export const deleteFile: Operation = async (call) => {
  const id = encodeURIComponent(requiredText(call, 'fileId', 'File'));
  return { json: await (await serviceOf(call)).json({ method: 'DELETE', path: `/files/${id}` }) };
};

export const listFiles: Operation = async (call) => {
  const purpose = new OptionValues(call.ctx, call.itemIndex).text('purpose') ?? 'any';
  const { data } = await (await serviceOf(call)).json({ path: '/files', query: purpose === 'any' ? {} : { purpose } });
  return (Array.isArray(data) ? (data as readonly JsonObject[]) : []).map((json) => ({ json }));
};
