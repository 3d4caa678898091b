// Files at Google: uploaded for two days, or in stores that a model searches.
import type { JsonObject } from '../../../contract/json.ts';
import type { BinaryEntry } from '../../../contract/run-data.ts';
import { NodeError } from '../../../sdk/index.ts';
import { requiredText, type Operation, type OperationCall } from '../../_shared/ai/services/node-operations.ts';
import { addressesIn, fetchedFile, itemFiles } from '../../_shared/ai/services/service-files.ts';
import { serviceOf, type GeminiService } from '../gemini-service.ts';

/** Returns the file of the node's input: from an address, or of the item. */
async function chosenFile(call: OperationCall): Promise<BinaryEntry> {
  if (call.ctx.param('inputType', call.itemIndex, 'url') !== 'url') return itemFiles(call)[0] as BinaryEntry;
  return fetchedFile(call, addressesIn(call, 'fileUrl')[0] as string);
}

/** In seconds. */
const LONGEST_PROCESSING = 600;

/** Uploads a file, and waits until a model can read it. Returns its facts. */
export async function storedFile(call: OperationCall, service: GeminiService, entry: BinaryEntry): Promise<JsonObject> {
  const response = await service.upload(call, '/files', entry, { file: { display_name: entry.fileName ?? 'file' } });
  const first = (response['file'] ?? {}) as JsonObject;
  const file = await service.ended(
    { path: `/${String(first['name'])}` },
    ({ state }) => state !== 'PROCESSING',
    { seconds: LONGEST_PROCESSING },
    first,
  );
  if (file['state'] !== 'FAILED') return file;
  throw new NodeError('Google could not read the file.', { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError', itemIndex: call.itemIndex });
}

export const uploadFile: Operation = async (call) => {
  const file = await storedFile(call, await serviceOf(call), await chosenFile(call));
  return { json: { fileUri: file['uri'], ...file } };
};

export const createStore: Operation = async (call) => {
  const json = { displayName: requiredText(call, 'displayName', 'Display Name') };
  return { json: await (await serviceOf(call)).json({ path: '/fileSearchStores', json }) };
};

/** Returns the URL path of a file search store. The user may have entered its name with or without `fileSearchStores/`. */
function storePath(call: OperationCall): string {
  const name = requiredText(call, 'fileSearchStoreName', 'File Search Store Name').trim();
  return `/fileSearchStores/${encodeURIComponent(name.replace(/^fileSearchStores\//, ''))}`;
}

export const deleteStore: Operation = async (call) => {
  const force = call.ctx.param('force', call.itemIndex, false) === true ? true : undefined;
  return { json: await (await serviceOf(call)).json({ method: 'DELETE', path: storePath(call), query: { force } }) };
};

export const listStores: Operation = async (call) => {
  const pageSize = Number(call.ctx.param('pageSize', call.itemIndex, 10)) || 10;
  const token = call.ctx.param('pageToken', call.itemIndex, '');
  const query = { pageSize, pageToken: token === '' ? undefined : token };
  return { json: await (await serviceOf(call)).json({ path: '/fileSearchStores', query }) };
};

export const uploadToStore: Operation = async (call) => {
  const service = await serviceOf(call);
  const displayName = requiredText(call, 'displayName', 'Display Name');
  const path = `${storePath(call)}:uploadToFileSearchStore`;
  const first = await service.upload(call, path, await chosenFile(call), { displayName });
  const { response, ...state } = await service.operation(first, 'The file could not be added to the store');
  return { json: typeof response === 'object' && response !== null ? (response as JsonObject) : state };
};
