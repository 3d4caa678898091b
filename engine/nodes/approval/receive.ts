// The page on which a person approves or denies a call. All that the model wrote is hostile, and escaped.
import { isRecord } from '../../contract/json.ts';
import { escapeHtml, NodeError, type Question, type WebhookContext, type WebhookReply, type WebhookResult } from '../../sdk/index.ts';
import { ownValue } from '../../workflow/values/own-properties.ts';
import { approvalJson } from '../_shared/ai/approval/answer.ts';
import { formText, messagePage, pageReply } from '../_shared/form/page.ts';

export async function receive({ request, resumes }: WebhookContext): Promise<WebhookResult> {
  const question = resumes?.question;
  if (question === undefined) throw new NodeError('Only an execution that waits for an approval can show its page.');
  if (request.method !== 'POST') return { reply: approvalPage(question) };
  const { value } = await request.body({ skipsFiles: true });
  const fields = isRecord(value) ? value : {};
  const approved = ownValue(fields, 'approved');
  if (approved !== 'true' && approved !== 'false') return { reply: approvalPage(question, 400) };
  const reason = ownValue(fields, 'reason');
  const isApproved = approved === 'true';
  const title = formText(isApproved ? 'approval.approved' : 'approval.denied');
  return {
    items: [[{ json: approvalJson(isApproved, typeof reason === 'string' ? reason : '') }]],
    reply: messagePage(200, { title, text: formText('approval.closed') }),
  };
}

function approvalPage({ tool, args, message = '' }: Question, status = 200): WebhookReply {
  const values = Object.entries(args).map(
    ([name, value]) =>
      `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</dd>`,
  );
  const list =
    values.length === 0 ? `<p class="lead">${escapeHtml(formText('approval.noValues'))}</p>` : `<dl class="values">${values.join('')}</dl>`;
  const button = (key: 'approve' | 'deny', more = ''): string => {
    const label = escapeHtml(formText(`approval.${key}`));
    const hidden = `<input type="hidden" name="approved" value="${key === 'approve'}">`;
    const kind = key === 'deny' ? ' class="second"' : '';
    return `<form method="post" accept-charset="utf-8">${hidden}${more}<div><button${kind} data-label="${label}" data-sending="${escapeHtml(formText('sending'))}">${label}</button></div></form>`;
  };
  const reason = `<div class="field"><label for="reason">${escapeHtml(formText('approval.reason'))}</label><textarea id="reason" name="reason" maxlength="2000"></textarea></div>`;
  const title = formText('approval.title', { tool });
  const lead = message === '' ? '' : `<div class="lead text">${escapeHtml(message)}</div>`;
  const content = `<h1>${escapeHtml(title)}</h1>${lead}<h2 class="second-title">${escapeHtml(formText('approval.values'))}</h2>${list}${button('approve')}${button('deny', reason)}`;
  return pageReply({ title, content, status });
}
