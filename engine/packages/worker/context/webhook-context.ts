// `this` of a node's webhook, and its result: the request as nodes know it, the response that they write, and the items.
import { ApplicationError } from '../../modules/errors.ts';
import type { BinaryEntry } from '../../../contract/run-data.ts';
import type { CallContent, WebhookData } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';
import { PackageResponse } from '../http/package-response.ts';
import { PackageRequest } from '../http/package-request.ts';
import { formed } from '../returned-forms.ts';
import { customDataOver } from './base-context.ts';
import { detachedContext } from './detached-context.ts';

type Webhook = Extract<CallContent, { kind: 'webhook' }>;

/** What a webhook of a package returns. */
interface Returned {
  readonly workflowData?: unknown;
  /** Body of the response. */
  readonly webhookResponse?: unknown;
  /** The node has written the response itself. */
  readonly noWebhookResponse?: boolean;
}

/** Maximum milliseconds until a node that responds itself has done so. */
const RESPONSE_LIMIT = 30_000;

/** Calls the webhook of a node. `members`: further members of its context. Returns the items to start with, and the response that the node has written. */
export async function respondToWebhook(
  call: PackageCall,
  content: Webhook,
  members: object,
  run: (context: object) => unknown,
): Promise<object> {
  const { request, isStreaming } = content;
  const files = new Map<string, BinaryEntry>();
  const body = bodyOf(request, files);
  const packageRequest = new PackageRequest(request, body);
  const response = new PackageResponse(packageRequest);
  const customData = new Map<string, string>();
  const context = detachedContext(call, content, {
    members: {
      ...members,
      getRequestObject: () => packageRequest,
      getResponseObject: () => response,
      getBodyData: () => body,
      getHeaderData: () => request.headers,
      getQueryData: () => request.query,
      getParamsData: () => request.params,
      getWebhookName: () => request.name,
      // Of the execution that is started.
      customData: customDataOver((key, value) => customData.set(key, value)),
      // Credentials that users connect while a workflow runs are not known here.
      checkTriggerCredentialStatus: async () => ({ readyToExecute: true }),
      nodeHelpers: {
        copyBinaryFile: async (path: string, fileName: string, mimeType?: string) =>
          call.files.openedEntry(uploaded(files, path, fileName, mimeType)),
      },
    },
  });
  const returnedBy = `The webhook of the node "${content.context.node.name}"`;
  const returned = formed(await run(context), 'webhook', returnedBy) as Returned | null | undefined;
  const { workflowData, webhookResponse, noWebhookResponse = false } = returned ?? {};
  formed(workflowData, 'outputs', returnedBy);
  const started = {
    ...(workflowData === undefined || workflowData === null ? {} : { workflowData: call.items(workflowData) }),
    ...(customData.size === 0 ? {} : { customData: [...customData] }),
  };
  if (isStreaming && noWebhookResponse && 'workflowData' in started && !response.isEnded) {
    const { status, headers, body } = response.reply();
    if (body.byteLength > 0) throw new ApplicationError(`${returnedBy} has written a response that the nodes of its run are to write.`);
    return { ...started, streamHead: { status, headers } };
  }
  // A response may be written until after the node has returned, such as one that is piped, or a stream of events.
  if (noWebhookResponse && !response.isEnded) {
    if (!(await isCompleteAtOnce(call, response))) return stream(call, response);
    if (response.destroyed && !response.isEnded) throw new ApplicationError(`${returnedBy} closed the connection without a response.`);
  }
  if (response.isEnded) await response.waitForEnd(call.signal);
  return {
    ...started,
    ...(webhookResponse === undefined ? {} : { webhookResponse: call.json(webhookResponse) }),
    ...(response.isEnded || noWebhookResponse ? { reply: response.reply() } : {}),
  };
}

/** Waits for the response to begin. Resolves with whether it has also ended. */
const isCompleteAtOnce = (call: PackageCall, response: PackageResponse): Promise<boolean> =>
  Promise.race([
    response.waitForEnd(AbortSignal.any([call.signal, AbortSignal.timeout(RESPONSE_LIMIT)])).then(() => true),
    response.started.then(() => response.isEnded),
  ]);

/** Passes the response on as it is written, until it has ended or the caller has disconnected. */
async function stream(call: PackageCall, response: PackageResponse): Promise<object> {
  const { status, headers } = response.reply();
  call.notify('replyHead', { reply: { status, headers } });
  response.passTo((chunk) => call.request('replyPart', { bytes: new Uint8Array(chunk) }));
  await Promise.race([response.waitForEnd(call.signal), call.closed]);
  if (!response.isEnded) response.destroy();
  return {};
}

/** Multipart bodies are `{ data, files }`; a file's path is only a name for it, since the file is with the engine. */
function bodyOf({ isMultipart, body, files }: WebhookData, uploads: Map<string, BinaryEntry>): unknown {
  if (!isMultipart) return body;
  const described = Object.entries(files).map(([field, entries]) => {
    const list = entries.map((entry, index) => {
      const filepath = `upload:${field}:${index}`;
      uploads.set(filepath, entry);
      const { fileName, mimeType, bytes } = entry;
      return { filepath, newFilename: fileName ?? field, originalFilename: fileName ?? field, mimetype: mimeType, size: bytes };
    });
    return [field, list.length === 1 ? list[0] : list];
  });
  return { data: body, files: Object.fromEntries(described) as object };
}

function uploaded(files: ReadonlyMap<string, BinaryEntry>, path: string, fileName: string, mimeType: string | undefined): BinaryEntry {
  const entry = files.get(path);
  if (entry === undefined) throw new ApplicationError(`The request has no file "${path}".`);
  return { ...entry, fileName, ...(mimeType === undefined ? {} : { mimeType }) };
}
