// Requests to Gemini, and uploads of files, which are sent in two steps.
import type { JsonObject } from '../../contract/json.ts';
import type { BinaryEntry } from '../../contract/run-data.ts';
import { NodeError } from '../../sdk/index.ts';
import { GEMINI_CREDENTIAL, geminiUrl } from '../_shared/ai/models/gemini.ts';
import { modelOf, type OperationCall } from '../_shared/ai/services/node-operations.ts';
import { Service } from '../_shared/ai/services/service.ts';
import { fileBody } from '../_shared/multipart.ts';

export class GeminiService extends Service {
  /** With the version of the API, without a trailing slash. */
  readonly baseUrl: string;

  constructor({ ctx, itemIndex }: OperationCall, baseUrl: string) {
    super({ ctx, itemIndex, provider: 'google', credential: GEMINI_CREDENTIAL, baseUrl });
    this.baseUrl = baseUrl;
  }

  /** Whether an address belongs to the service, so that requests to it are signed. */
  isOwn(address: string): boolean {
    return URL.canParse(address) && new URL(address).origin === new URL(this.baseUrl).origin;
  }

  /** Sends a file while it is read. `path`: below the version of the API; `json`: what describes the file. Returns the response to the file. */
  async upload({ ctx }: OperationCall, path: string, file: BinaryEntry, json: JsonObject): Promise<JsonObject> {
    const body = await fileBody(ctx, file);
    const { pathname, origin } = new URL(this.baseUrl);
    const start = await this.response({
      path: `${origin}/upload${pathname}${path}`,
      headers: {
        'X-Goog-Upload-Protocol': 'resumable',
        'X-Goog-Upload-Command': 'start',
        'X-Goog-Upload-Header-Content-Length': String(body.length),
        'X-Goog-Upload-Header-Content-Type': file.mimeType,
      },
      json,
    });
    await start.bytes();
    const address = String(start.headers['x-goog-upload-url'] ?? '');
    if (!this.isOwn(address)) {
      throw new NodeError('The service did not say where to send the file.', { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError' });
    }
    return this.json({ path: address, headers: { 'X-Goog-Upload-Offset': '0', 'X-Goog-Upload-Command': 'upload, finalize' }, body });
  }

  /** Waits for an operation. Throws NodeError if it fails. */
  async operation(first: JsonObject, what: string): Promise<JsonObject> {
    const path = `/${String(first['name'])}`;
    const state = await this.ended({ path }, ({ done }) => done === true, { seconds: LONGEST_OPERATION }, first);
    const { message } = (state['error'] ?? {}) as { readonly message?: unknown };
    if (state['error'] === undefined) return state;
    throw new NodeError(`${what}: ${typeof message === 'string' ? message : 'the service reports an error'}`, {
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
    });
  }
}

/** In seconds. */
const LONGEST_OPERATION = 3600;

export const serviceOf = async (call: OperationCall): Promise<GeminiService> =>
  new GeminiService(call, await geminiUrl(call.ctx, call.itemIndex));

/** Returns the path of the model: ids may lack their collection. */
export function modelPath(call: OperationCall): string {
  const model = modelOf(call);
  return model.includes('/') ? model : `models/${model}`;
}
