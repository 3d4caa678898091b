// Wait: resumes a waiting execution on a request, or by showing and receiving a form.
// The parameters of the request are stored when the node starts to wait.
import { NodeError, type WebhookContext, type WebhookResult, type ExecuteContext } from '../../sdk/index.ts';
import { failedPage, readPage, rejectedForm, showForm, takeForm, endReply } from '../_shared/form/reply.ts';
import { accessDenied } from '../_shared/webhook/access.ts';
import { webhookResponseOf, readFromState, type ReadParameter } from '../_shared/webhook/response.ts';
import { checkCaller } from '../_shared/webhook/auth.ts';
import { itemOfCall } from '../_shared/webhook/item.ts';
import type { JsonObject } from '../../contract/json.ts';
import { isRecord, ownValue } from '../../workflow/values/own-properties.ts';

export async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  if (ctx.resumes === undefined) throw new NodeError('A Wait node cannot start an execution.');
  const read = readFromState(keptParameters(ctx.resumes.state));
  const reply = accessDenied(ctx);
  if (reply !== undefined) return { reply };
  const checked = await checkCaller(ctx, read('incomingAuthentication'));
  if ('rejected' in checked)
    return {
      reply: ctx.webhookName === 'default' ? checked.rejected : rejectedForm(ctx, checked.rejected, read('incomingAuthentication')),
    };
  return ctx.webhookName === 'default' ? receiveCall(ctx, read, checked.secretHeader) : receiveForm(ctx, read);
}

async function receiveCall(ctx: WebhookContext, read: ReadParameter, secretHeader: string | undefined): Promise<WebhookResult> {
  const response = webhookResponseOf(read);
  const name = read('options.binaryPropertyName');
  const item = await itemOfCall(ctx, {
    rawBody: read('options.rawBody') === true,
    asFile: false,
    ...(typeof name === 'string' && name !== '' ? { binaryPropertyName: name } : undefined),
    ...(secretHeader === undefined ? undefined : { secretHeader }),
  });
  return { items: [[item]], ...response };
}

async function receiveForm(ctx: WebhookContext, read: ReadParameter): Promise<WebhookResult> {
  const page = readPage(read, ctx.workflow.name);
  if (ctx.request.method === 'GET') return { reply: await showForm(ctx, page) };
  const submission = await takeForm(ctx, page, ctx.timezone);
  if ('reply' in submission) return submission;
  const items = [[submission.item]];
  if (read('responseMode') === 'responseNode') return { items, response: { from: 'respondNode' } };
  const end = endReply(read('options.respondWithOptions.values'));
  return { items, response: { from: 'pages', end, failed: failedPage(), early: read('responseMode') !== 'lastNode' } };
}

const shared = ['incomingAuthentication', 'responseMode', 'options'];
const saved = {
  webhook: [...shared, 'responseCode', 'responseData', 'responseBinaryPropertyName'],
  form: [...shared, 'formTitle', 'formDescription', 'formFields'],
} as const;

/** Stores the parameters in the node's context. */
export function keepParameters(ctx: ExecuteContext, resume: 'webhook' | 'form'): void {
  const parameters: JsonObject = {};
  for (const name of saved[resume]) {
    const value = ctx.param(name, 0);
    if (value !== undefined) parameters[name] = value;
  }
  ctx.nodeContext()['parameters'] = parameters;
}

/** Returns the stored values; empty if there are none. */
export function keptParameters(state: JsonObject): JsonObject {
  const parameters = ownValue(state, 'parameters');
  return isRecord(parameters) ? parameters : {};
}
