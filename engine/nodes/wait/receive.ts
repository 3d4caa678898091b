// Wait: resumes a waiting execution on a request, or by showing and receiving a form.
import { NodeError, type WebhookContext, type WebhookResult } from '../../sdk/index.ts';
import { failedPage, readPage, showForm, takeForm } from '../_shared/form/answer.ts';
import { endReply } from '../_shared/form/answer.ts';
import { refusedByAccess } from '../_shared/webhook/access.ts';
import { answerOf, readFromState, type ReadParameter } from '../_shared/webhook/answer.ts';
import { checkCaller } from '../_shared/webhook/auth.ts';
import { itemOfCall } from '../_shared/webhook/item.ts';
import { keptParameters } from './kept-parameters.ts';

export async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  if (ctx.resumes === undefined) throw new NodeError('A Wait node cannot start an execution.');
  const read = readFromState(keptParameters(ctx.resumes.state));
  const reply = refusedByAccess(ctx);
  if (reply !== undefined) return { reply };
  const checked = await checkCaller(ctx, read('incomingAuthentication'));
  if ('refused' in checked) return { reply: checked.refused };
  return ctx.webhookName === 'default' ? receiveCall(ctx, read, checked.secretHeader) : receiveForm(ctx, read);
}

async function receiveCall(ctx: WebhookContext, read: ReadParameter, secretHeader: string | undefined): Promise<WebhookResult> {
  const answer = answerOf(read);
  const name = read('options.binaryPropertyName');
  const item = await itemOfCall(ctx, {
    rawBody: read('options.rawBody') === true,
    asFile: false,
    ...(typeof name === 'string' && name !== '' ? { binaryPropertyName: name } : undefined),
    ...(secretHeader === undefined ? undefined : { secretHeader }),
  });
  return { items: [[item]], ...answer };
}

async function receiveForm(ctx: WebhookContext, read: ReadParameter): Promise<WebhookResult> {
  const page = readPage(read, ctx.workflow.name);
  if (ctx.request.method === 'GET') return { reply: await showForm(ctx, page) };
  const taken = await takeForm(ctx, page, ctx.timezone);
  if ('reply' in taken) return taken;
  const items = [[taken.item]];
  if (read('responseMode') === 'responseNode') return { items, answer: { from: 'respondNode' } };
  const end = endReply(read('options.respondWithOptions.values'));
  return { items, answer: { from: 'pages', end, failed: failedPage(), early: read('responseMode') !== 'lastNode' } };
}
