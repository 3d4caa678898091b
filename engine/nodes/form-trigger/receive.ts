// Form Trigger: shows the form, and starts the workflow with the submitted data.
import type { WebhookContext, WebhookReply, WebhookResult } from '../../sdk/index.ts';
import { isExpression, type JsonObject } from '../../contract/json.ts';
import { isRecord, mapEntries } from '../../workflow/values/own-properties.ts';
import { endReply, failedPage, readPage, rejectedForm, showForm, takeForm } from '../_shared/form/reply.ts';
import { accessDenied } from '../_shared/webhook/access.ts';
import { readFrom } from '../_shared/webhook/response.ts';
import { checkCaller } from '../_shared/webhook/auth.ts';

export async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  const reply = accessDenied(ctx);
  if (reply !== undefined) return { reply };
  const checked = await checkCaller(ctx, ctx.param('authentication'));
  if ('rejected' in checked) return { reply: rejectedForm(ctx, checked.rejected, ctx.param('authentication')) };
  const page = readPage(readFrom(ctx), ctx.workflow.name);
  if (ctx.request.method === 'GET') return { reply: await showForm(ctx, page) };
  const submission = await takeForm(ctx, page, zoneOfForm(ctx));
  if ('reply' in submission) return submission;
  const items = [[submission.item]];
  const mode = ctx.param('responseMode');
  if (mode === 'responseNode') return { items, response: { from: 'respondNode' } };
  return { items, response: { from: 'pages', end: ending(ctx, submission.item.json), failed: failedPage(), early: mode !== 'lastNode' } };
}

/** Times are in the workflow's time zone; older versions have an option for it. */
function zoneOfForm(ctx: WebhookContext): string {
  const choice = ctx.param('options.useWorkflowTimezone');
  return (choice ?? ctx.version > 2) === true ? ctx.timezone : 'utc';
}

/** Reads the last page of the form. Its expressions can use the submitted item. */
function ending(ctx: WebhookContext, json: JsonObject): WebhookReply {
  const values = ctx.param('options.respondWithOptions.values', 0, undefined, { raw: true });
  if (!isRecord(values)) return endReply(undefined);
  return endReply(
    mapEntries(values, (name, value) => {
      if (!isExpression(value)) return [name, value];
      try {
        return [name, ctx.evaluate(value, 0, { $json: json })];
      } catch (error) {
        ctx.logger.warn(`The form's "${name}" could not be evaluated: ${String(error)}`, { node: ctx.node.name });
        return [name, ''];
      }
    }),
  );
}
