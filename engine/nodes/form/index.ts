// Form: further pages of a form that started the workflow, and its end.
import {
  defineNode,
  NodeError,
  type WebhookContext,
  type WebhookReply,
  type WebhookResult,
  type ExecuteContext,
  type NodeOutput,
} from '../../sdk/index.ts';
import type { JsonObject } from '../../contract/json.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { endPage, failedPage, showForm, takeForm, readPage } from '../_shared/form/reply.ts';
import type { FormPage } from '../_shared/form/render.ts';
import { description } from './description.ts';
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import { passThrough } from '../_shared/pass-through.ts';
import { waitLimit } from '../_shared/waiting-time.ts';
import { readFrom } from '../_shared/webhook/response.ts';
import { completionReply } from './completion.ts';

/** Milliseconds for which the last page is stored for the browser. */
const keptFor = 300_000;

/** A page waits to be submitted; the last page is sent to a waiting caller, or stored until the browser fetches it. */
function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  if (ctx.param('operation') === 'completion') return complete(ctx);
  if (ctx.resumeUrl('form-waiting') === undefined) {
    throw new NodeError('This node shows a page of a form, which requires a running server. Start Millrace as a server.', {
      code: 'PARAMETER_INVALID',
      parameter: 'operation',
    });
  }
  ctx.nodeContext()['page'] = readPage(readFrom(ctx), ctx.workflow.name);
  delete ctx.nodeContext()['reply'];
  ctx.waitUntil(waitLimit(ctx) ?? WAIT_FOREVER);
  return passThrough(ctx);
}

async function complete(ctx: ExecuteContext): Promise<NodeOutput> {
  const reply: WebhookReply = await completionReply(ctx);
  if (ctx.respond(reply)) return passThrough(ctx);
  if (ctx.mode === 'webhook' && ctx.resumeUrl('form-waiting') !== undefined) {
    ctx.nodeContext()['reply'] = reply;
    ctx.waitUntil(ctx.now() + keptFor);
  } else {
    ctx.hint({ type: 'warning', message: 'The end of the form was not shown, because no Form Trigger started the workflow.' });
  }
  return passThrough(ctx);
}

async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  const state: JsonObject = ctx.resumes?.state ?? {};
  // The last page is stored; fetching it ends the wait.
  if (isRecord(state['reply'])) return { reply: state['reply'] as unknown as WebhookReply, items: [[{ json: {} }]] };
  if (!isRecord(state['page'])) throw new NodeError('Only an execution that is waiting for a form can show its page.');
  const page = state['page'] as unknown as FormPage;
  if (ctx.request.method === 'GET') return { reply: await showForm(ctx, page) };
  const submission = await takeForm(ctx, page, ctx.timezone);
  if ('reply' in submission) return submission;
  return { items: [[submission.item]], response: { from: 'pages', end: endPage(), failed: failedPage() } };
}

export const form = defineNode({
  type: 'n8n-nodes-base.form',
  icon: 'icon.svg',
  versions: [{ description, execute, webhook: receive }],
});
