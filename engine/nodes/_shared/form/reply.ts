// Shows and receives forms and their last page: for the trigger, for pages within a run, and for a Wait node.
import { DateTime } from 'luxon';
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import type { WebhookContext, WebhookReply } from '../../../sdk/index.ts';
import { ownValue } from '../../../workflow/values/own-properties.ts';
import { readFields } from './fields.ts';
import { formReply, type FormPage } from './render.ts';
import { readSubmission } from './submission.ts';
import { formText } from './page.ts';
import { messagePage, redirectReply } from './page.ts';
import { textOf } from '../text-of.ts';
import type { ReadParameter } from '../webhook/response.ts';

/** Reads a page from a node's parameters. `title`: default title. Throws PARAMETER_INVALID for invalid fields. */
export function readPage(read: ReadParameter, title = ''): FormPage {
  const fields = read('defineForm') === 'json' ? read('jsonOutput') : read('formFields.values');
  return {
    title: textOf(read('options.formTitle')) || textOf(read('formTitle')) || title,
    description: textOf(read('options.formDescription')) || textOf(read('formDescription')),
    button: textOf(read('options.buttonLabel')),
    fields: readFields(fields ?? []),
    customCss: textOf(read('options.customCss')),
    attribution: read('options.appendAttribution') !== false,
  };
}

/** Shows the form, prefilled from the query. */
export function showForm(ctx: WebhookContext, page: FormPage): Promise<WebhookReply> {
  const values = new Map<string, readonly string[]>();
  for (const field of page.fields) {
    const queryValue =
      field.kind === 'html' ? undefined : (ownValue(ctx.request.query, field.key) ?? ownValue(ctx.request.query, field.label));
    if (queryValue !== undefined) values.set(field.input, (Array.isArray(queryValue) ? queryValue : [queryValue]).map(textOf));
  }
  return formReply(page, { values, isTest: ctx.isTest });
}

/** A number field that was left empty is 0 in workflows of n8n; from version 2.6 on, it is null. Wait nodes have forms like older versions. */
const emptyNumberOf = ({ version }: WebhookContext): number | null => (version >= 2.6 ? null : 0);

/** Returns the item of a submitted form, or the form again with validation errors. */
export async function takeForm(
  ctx: WebhookContext,
  page: FormPage,
  timezone: string,
): Promise<{ readonly item: Item } | { readonly reply: WebhookReply }> {
  const { json, binary, errors, values } = readSubmission(page.fields, await ctx.request.body(), emptyNumberOf(ctx));
  if (errors.length > 0) return { reply: await formReply(page, { values, errors, isTest: ctx.isTest }) };
  const query = { ...ctx.request.query };
  // The signature of a page's address is not a part of what its author asked for.
  if (ctx.resumes !== undefined) delete query['signature'];
  const more: JsonObject = {
    submittedAt: DateTime.fromMillis(ctx.now(), { zone: timezone }).toISO(),
    formMode: ctx.isTest ? 'test' : 'production',
    ...(Object.keys(query).length === 0 ? undefined : { formQueryParameters: query }),
  };
  const whole = Object.assign(json, more);
  return { item: Object.keys(binary).length === 0 ? { json: whole } : { json: whole, binary } };
}

/** Returns the rejection of a caller: a page for browsers, the given reply for programs. `kind`: the node's authentication. */
export function rejectedForm({ request }: WebhookContext, webhookReply: WebhookReply, kind: unknown): WebhookReply {
  if (!textOf(request.headers['accept']).includes('text/html')) return webhookReply;
  const isBasic = kind === 'basicAuth';
  const text = formText(isBasic ? 'refused.basic' : 'refused.text');
  // With 401, browsers ask for name and password, and again if they were wrong.
  const page = messagePage(isBasic ? 401 : webhookReply.status, { title: formText('refused.title'), text });
  return isBasic ? { ...page, headers: { ...page.headers, 'www-authenticate': 'Basic realm="Webhook", charset="UTF-8"' } } : page;
}

export function endPage(text = formText('end.text')): WebhookReply {
  return messagePage(200, { title: formText('end.title'), text });
}

export function failedPage(): WebhookReply {
  return messagePage(500, { title: formText('failed.title'), text: formText('failed.text') });
}

/** Reads the option `respondWithOptions`: `{ respondWith, formSubmittedText, redirectUrl }`. */
export function endReply(values: unknown): WebhookReply {
  const read = (name: string): string => (typeof values === 'object' ? textOf(ownValue(values, name)) : '');
  if (read('respondWith') === 'redirect') return redirectReply(read('redirectUrl'));
  return endPage(read('formSubmittedText') || undefined);
}
