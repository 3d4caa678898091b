// Form: a page waits to be submitted; the last page is sent to a waiting caller, or stored until the browser fetches it.
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import { type ExecuteContext, NodeError, type NodeOutput, type WebhookReply } from '../../sdk/index.ts';
import { readPage } from '../_shared/form/answer.ts';
import { passThrough } from '../_shared/pass-through.ts';
import { waitLimit } from '../_shared/waiting-time.ts';
import { readFrom } from '../_shared/webhook/answer.ts';
import { completionReply } from './completion.ts';

/** Milliseconds for which the last page is stored for the browser. */
const keptFor = 300_000;

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
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
