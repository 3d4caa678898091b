// Respond to Webhook: sends one response for all items, based on the first; the items pass through.
import type { Item } from '../../contract/run-data.ts';
import { failedItem, NodeError, pairedWith, streamPart, type ExecuteContext, type ExecuteResult } from '../../sdk/index.ts';
import { passThrough } from '../_shared/pass-through.ts';
import { headersOf, statusOf } from '../_shared/webhook/headers.ts';
import { createResponse, type NodeResponse } from './create-response.ts';

export async function execute(ctx: ExecuteContext): Promise<ExecuteResult> {
  try {
    return await respond(ctx);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    if (!ctx.continueOnFail) {
      reportMisuse(ctx, error);
      throw error;
    }
    return [[{ ...failedItem(error, 0), pairedItem: ctx.input().map((_, index) => pairedWith(index)) }]];
  }
}

/** Responds to the caller if the node's parameters are the reason why it fails, which otherwise only the execution shows. */
function reportMisuse(ctx: ExecuteContext, error: unknown): void {
  if (!(error instanceof NodeError) || error.code !== 'PARAMETER_INVALID') return;
  const reason = `The node "${ctx.node.name}" cannot respond: ${error.message}`;
  const body = JSON.stringify({ code: 0, message: 'Error in workflow', hint: reason });
  if (ctx.respond({ status: 500, headers: { 'content-type': 'application/json; charset=utf-8' }, body })) ctx.logger.warn(reason);
}

async function respond(ctx: ExecuteContext): Promise<ExecuteResult> {
  const nodeResponse = await createResponse(ctx);
  const status = statusOf(ctx.param('options.responseCode') ?? nodeResponse.status ?? 200, 'options.responseCode');
  const own = headersOf(ctx.param('options.responseHeaders'));
  const headers = { ...nodeResponse.headers, ...own };
  if (!sendResponse(ctx, nodeResponse, status, headers)) {
    ctx.hint({
      type: 'warning',
      message:
        'No request was waiting for this response, so it was ignored. Set "Respond" of the webhook that starts the workflow to "Using \'Respond to Webhook\' Node"; only the first response is sent.',
    });
  }
  const passed = passThrough(ctx);
  return hasResponseOutput(ctx) ? [passed[0] ?? [], [responseItem(nodeResponse, status, { ...essential(nodeResponse), ...own })]] : passed;
}

/** Version 1.3 always has the output with the response; since 1.4, a setting of the node adds it. */
const hasResponseOutput = (ctx: ExecuteContext): boolean =>
  ctx.version === 1.3 || (ctx.version > 1.3 && ctx.param('enableResponseOutput') === true);

/** Sends the response: streamed if the webhook streams, otherwise at once. */
function sendResponse(ctx: ExecuteContext, nodeResponse: NodeResponse, status: number, headers: NodeResponse['headers']): boolean {
  const { body } = nodeResponse;
  const mayStream = ctx.version >= 1.4 && ctx.param('options.enableStreaming', 0, true) && typeof body === 'string';
  if (mayStream && ctx.respondChunk(streamPart(ctx, 'begin'))) {
    ctx.respondChunk(streamPart(ctx, 'item', body));
    return ctx.respondChunk(streamPart(ctx, 'end'));
  }
  return ctx.respond({ status, headers, ...(body === undefined ? undefined : { body }) });
}

/** The headers that the second output names although nobody has set them: where a redirect leads, and the type of a file. */
function essential({ headers: { location }, body }: NodeResponse): NodeResponse['headers'] {
  if (location !== undefined) return { location };
  return typeof body === 'object' && 'mimeType' in body ? { 'content-type': body.mimeType } : {};
}

function responseItem({ data, body }: NodeResponse, statusCode: number, headers: NodeResponse['headers']): Item {
  if (typeof body === 'object' && !(body instanceof Uint8Array)) {
    return { json: { response: { headers: { ...headers }, statusCode } }, binary: { response: body } };
  }
  return { json: { response: { body: data, headers: { ...headers }, statusCode } } };
}
