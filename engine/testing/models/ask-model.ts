// What a model node sends for one question, for tests of its options.
import type { JsonObject } from '../../contract/json.ts';
import type { StubServer } from '../stub-server.ts';
import { redirectedHttp, runRootNode, type RootOutcome } from './run-root-node.ts';

export interface ModelNode {
  /** Without its package. */
  readonly type: string;
  readonly version?: number;
  readonly parameters?: JsonObject;
  readonly credentials?: Readonly<Record<string, JsonObject>>;
  /** Origin whose requests go to the server. */
  readonly origin?: string;
  /** Files of the item, which are sent with the question. */
  readonly binary?: Readonly<Record<string, { readonly data: string; readonly mimeType: string; readonly fileName?: string }>>;
}

export interface AskedModel extends RootOutcome {
  /** The first request. */
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
}

/** Asks the model "Hi" by an agent. */
export async function askModel(
  server: StubServer,
  { type, origin = server.address, binary, credentials = {}, ...node }: ModelNode,
): Promise<AskedModel> {
  const outcome = await runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: 'Hi', options: { passthroughBinaryPdfs: true } },
    items: [{ json: {}, ...(binary === undefined ? {} : { binary }) }],
    attached: [{ name: 'Model', type, by: 'ai_languageModel', ...node }],
    credentials,
    ports: { http: redirectedHttp(origin, server.address) },
  });
  const request = server.received[0];
  return { ...outcome, url: request?.url, headers: request?.headers ?? {}, body: JSON.parse(request?.body ?? '{}') as JsonObject };
}
