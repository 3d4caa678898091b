// Requests to a chat: the page, the widget for other pages, the messages, and the earlier messages of a session.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { isRecord } from '../../contract/json.ts';
import type { WebhookContext, WebhookReply, WebhookResponse, WebhookResult } from '../../sdk/index.ts';
import { setOwn } from '../../workflow/values/own-properties.ts';
import { rejection } from '../_shared/webhook/auth.ts';
import { admitCaller, type Caller } from './admission.ts';
import { previousMessages } from './history.ts';
import { chatPage } from './page/page.ts';
import { widgetScript } from './page/widget.ts';

export async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  if (ctx.param('public') !== true) return { reply: rejection(404, 'This chat is not public.', {}) };
  if (ctx.webhookName === 'setup') return { reply: await open(ctx) };
  // A request without the token of a page is rejected before its body is read.
  const isForm = String(ctx.request.headers['content-type'] ?? '').startsWith('multipart/form-data');
  const direct = isForm ? undefined : await admitCaller(ctx);
  if (direct !== undefined && 'rejected' in direct) return { reply: direct.rejected };
  const { value, files } = await ctx.request.body();
  const { token, ...body } = isRecord(value) ? value : {};
  const caller = direct ?? (await admitCaller(ctx, token));
  if ('rejected' in caller) return { reply: caller.rejected };
  if (body['action'] === 'loadPreviousSession') {
    const source = ctx.param('options.loadPreviousSession', 0, 'notSupported');
    if (source === 'notSupported') return { reply: jsonReply({ data: [] }, caller) };
    if (source === 'memory') return { reply: jsonReply({ data: await previousMessages(ctx, body) }, caller) };
  }
  const item = itemOf(ctx, body, [...files.values()].flat(), caller);
  return { items: [[item]], response: responseOf(ctx, caller), customData: highlighted(ctx, item.json) };
}

/** Lets the chat's own page read the response, whatever origins the node allows. */
const headersFor = ({ isPage }: Caller): Readonly<Record<string, string>> =>
  isPage === true ? { 'access-control-allow-origin': 'null' } : {};

const jsonReply = (body: unknown, caller: Caller): WebhookReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headersFor(caller) },
  body: JSON.stringify(body),
});

/** Returns the page, or the script that puts the chat in another page. */
async function open(ctx: WebhookContext): Promise<WebhookReply> {
  if (Object.hasOwn(ctx.request.query, 'widget')) return widgetScript(ctx);
  const isFramed = Object.hasOwn(ctx.request.query, 'framed');
  if (ctx.param('mode', 0, 'hostedChat') !== 'hostedChat' && !isFramed) return rejection(404, 'This chat has no page of its own.', {});
  const caller = await admitCaller(ctx);
  return 'rejected' in caller ? caller.rejected : chatPage(ctx, caller, isFramed);
}

/** Returns the item of a message: the fields that were sent, and its files as `data0`, `data1` … */
function itemOf(ctx: WebhookContext, body: JsonObject, files: readonly NonNullable<Item['binary']>[string][], { user }: Caller): Item {
  const json: JsonObject = { ...body, ...(typeof body['metadata'] === 'string' ? { metadata: parsedOr(body['metadata']) } : {}) };
  delete json['files'];
  if (user !== undefined && ctx.param('includeUserInOutput', 0, ctx.version >= 1.5)) json['user'] = user;
  if (files.length === 0 || ctx.param('options.allowFileUploads', 0, false) !== true) return { json };
  const allowed = ctx.param('options.allowedFilesMimeTypes', 0, '*');
  const accepted = files.filter(({ mimeType }) => isAllowed(mimeType, allowed));
  const binary: Record<string, NonNullable<Item['binary']>[string]> = {};
  for (const [index, file] of accepted.entries()) setOwn(binary, `data${index}`, file);
  json['files'] = accepted.map(({ fileName, fileExtension, mimeType, fileSize, fileType }) => ({
    fileName,
    fileSize,
    fileExtension,
    fileType,
    mimeType,
  }));
  return { json, binary };
}

/** Whether a list of media types, such as `image/*, text/plain`, contains one. */
const isAllowed = (mimeType: string, list: string): boolean =>
  list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some(
      (entry) =>
        entry === '*' ||
        entry === '*/*' ||
        entry === '' ||
        entry === mimeType ||
        (entry.endsWith('/*') && mimeType.startsWith(entry.slice(0, -1))),
    );

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function responseOf(ctx: WebhookContext, caller: Caller): WebhookResponse {
  const headers = headersFor(caller);
  const mode = ctx.param('options.responseMode', 0, ctx.param('availableInChat', 0, false) ? 'streaming' : 'lastNode');
  if (mode === 'responseNode') return { from: 'respondNode', headers };
  // Chat nodes write their messages to the stream.
  if (mode === 'streaming' || mode === 'responseNodes')
    return { from: 'stream', headers: { 'content-type': 'application/x-ndjson; charset=utf-8', ...headers } };
  return { from: 'lastNode', data: 'firstEntryJson', status: 200, headers };
}

/** Maximum characters of a highlighted value. */
const MAX_HIGHLIGHT = 512;

function highlighted(ctx: WebhookContext, { sessionId, chatInput }: JsonObject): readonly (readonly [key: string, value: string])[] {
  if (!ctx.param('options.autoSaveHighlightedData', 0, true)) return [];
  return Object.entries({ chatSession: sessionId, chatInput }).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' ? [[key, value.slice(0, MAX_HIGHLIGHT)] as const] : [],
  );
}
