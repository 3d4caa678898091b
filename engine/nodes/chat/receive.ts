// The reply to a message, or the approval of a person, which continues the execution.
import { isRecord } from '../../contract/json.ts';
import type { WebhookContext, WebhookResult } from '../../sdk/index.ts';
import { Attached } from '../_shared/ai/attached.ts';
import { formText, messagePage } from '../_shared/form/page.ts';
import { rejection } from '../_shared/webhook/auth.ts';

/** Lets the page of a chat, whose origin is opaque, read the answer: its address is signed. */
const headers = { 'content-type': 'application/x-ndjson; charset=utf-8', 'access-control-allow-origin': 'null' };

export async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  const { approved } = ctx.request.query;
  if (ctx.request.method === 'GET') return approve(ctx, approved);
  const { value } = await ctx.request.body();
  const { token: _token, ...json } = isRecord(value) ? value : {};
  const text = typeof json['chatInput'] === 'string' ? json['chatInput'] : '';
  if (text !== '') await remember(ctx, text);
  return { items: [[{ json }]], response: { from: 'stream', headers } };
}

/** Programs that preview links must not approve: only a browser that a person has opened asks for a document. */
function approve({ request }: WebhookContext, approved: unknown): WebhookResult {
  if (approved !== 'true' && approved !== 'false')
    return { reply: rejection(400, 'The address must end with "approved=true" or "approved=false".', {}) };
  const purpose = request.headers['purpose'] ?? request.headers['sec-purpose'];
  if (typeof purpose === 'string' && purpose.includes('prefetch'))
    return { reply: rejection(403, 'This address cannot be fetched in advance.', {}) };
  const reply = messagePage(200, { title: formText('end.title'), text: formText('end.text') });
  return { items: [[{ json: { data: { approved: approved === 'true' } } }]], reply };
}

async function remember(ctx: WebhookContext, text: string): Promise<void> {
  const attached = new Attached(ctx, { json: {} });
  try {
    await (await attached.memory(0))?.append([{ role: 'user', text }]);
  } finally {
    await attached.close();
  }
}
