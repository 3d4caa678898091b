// Form: further pages of a form that started the workflow, and its end.
import { defineNode, NodeError, type WebhookContext, type WebhookReply, type WebhookResult } from '../../sdk/index.ts';
import type { JsonObject } from '../../contract/json.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { endPage, failedPage, showForm, takeForm } from '../_shared/form/answer.ts';
import type { FormPage } from '../_shared/form/render.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  const state: JsonObject = ctx.resumes?.state ?? {};
  // The last page is stored; fetching it ends the wait.
  if (isRecord(state['reply'])) return { reply: state['reply'] as unknown as WebhookReply, items: [[{ json: {} }]] };
  if (!isRecord(state['page'])) throw new NodeError('Only an execution that is waiting for a form can show its page.');
  const page = state['page'] as unknown as FormPage;
  if (ctx.request.method === 'GET') return { reply: await showForm(ctx, page) };
  const taken = await takeForm(ctx, page, ctx.timezone);
  if ('reply' in taken) return taken;
  return { items: [[taken.item]], answer: { from: 'pages', end: endPage(), failed: failedPage() } };
}

export const form = defineNode({
  type: 'n8n-nodes-base.form',
  icon: 'icon.svg',
  versions: [{ description, execute, webhook: receive }],
});
