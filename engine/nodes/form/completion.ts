// The last page of a form: a text, a redirect, custom HTML, or a file.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { escapeHtml, type ExecuteContext, NodeError, type WebhookReply } from '../../sdk/index.ts';
import { ownValue } from '../../workflow/values/own-properties.ts';
import { safeHtml } from '../_shared/form/html.ts';
import { messagePage, redirectReply } from '../_shared/form/page.ts';
import { formText } from '../_shared/form/page.ts';
import { textOf } from '../_shared/text-of.ts';

/** Maximum size in bytes of a file embedded in the page; a larger file is the whole response. */
const MAX_INLINE = 5_000_000;

export async function completionReply(ctx: ExecuteContext): Promise<WebhookReply> {
  switch (ctx.param('respondWith', 0, 'text')) {
    case 'redirect':
      return redirectReply(textOf(ctx.param('redirectUrl')));
    case 'showText':
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: textOf(ctx.param('responseText')) };
    case 'returnBinary':
      return fileReply(ctx);
    default:
      return textPage(ctx);
  }
}

async function textPage(ctx: ExecuteContext, more = ''): Promise<WebhookReply> {
  const title = textOf(ctx.param('completionTitle')) || formText('end.title');
  const html = `${await safeHtml(textOf(ctx.param('completionMessage')))}${more}`;
  return messagePage(200, { title, html, customCss: textOf(ctx.param('options.customCss')) });
}

async function fileReply(ctx: ExecuteContext): Promise<WebhookReply> {
  const name = textOf(ctx.param('inputDataFieldName')) || 'data';
  const files = ctx.input()[0]?.binary ?? {};
  const file = ownValue(files, name) as BinaryEntry | undefined;
  if (file === undefined) {
    throw new NodeError(`The first item has no file "${name}" to show at the end of the form.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'inputDataFieldName',
      itemIndex: 0,
    });
  }
  const fileName = file.fileName ?? name;
  if ((await ctx.binary.size(file)) > MAX_INLINE) {
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed())}`;
    return { status: 200, headers: { 'content-disposition': disposition }, body: file };
  }
  const bytes = Buffer.from(await ctx.binary.read(file)).toString('base64');
  const label = escapeHtml(formText('download', { name: fileName }));
  // The real type is not needed for a download, and a browser might display it.
  const link = `<p><a class="button" data-auto download="${escapeHtml(fileName)}" href="data:application/octet-stream;base64,${bytes}">${label}</a></p>`;
  return textPage(ctx, link);
}
