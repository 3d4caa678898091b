// Converts a webhook request to an item with headers, params, query, body and files.
import type { JsonObject } from '../../../contract/json.ts';
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import type { WebhookBody, WebhookContext } from '../../../sdk/index.ts';
import { parseContentDisposition, parseContentType } from '../../../workflow/values/http-headers.ts';
import { setOwn } from '../../../workflow/values/own-properties.ts';

export interface ItemOptions {
  /** Whether to keep the unparsed body as a file, too. */
  readonly rawBody: boolean;
  /** Whether to read every body except a multipart form as a file. */
  readonly asFile: boolean;
  /** Name of the files, numbered for those of a form. If absent, `data` and the names of the form's fields are used. */
  readonly binaryPropertyName?: string;
  /** Claims of a verified token. */
  readonly jwtPayload?: JsonObject;
  /** Name of the authentication header. Its value is masked, because items are stored and shown with executions. */
  readonly secretHeader?: string;
}

/** Replaces the value of the authentication header in items. */
const MASK = '[hidden]';

/** Name of the file with the unparsed body, whatever the other files are called. */
const RAW = 'data';

/** Reads the request to its end. Throws the errors of `request.body()`. */
export async function itemOfCall(ctx: WebhookContext, options: ItemOptions): Promise<Item> {
  const { request } = ctx;
  const { binaryPropertyName = 'data' } = options;
  if (options.asFile && parseContentType(headerOf(request.headers['content-type']))?.type !== 'multipart/form-data') {
    const file = await storeBody(ctx);
    return { json: jsonOf(ctx, {}, options), binary: toBinary([[binaryPropertyName, file]]) };
  }
  const { rawBody } = options;
  // Version 1 knows files of its own option only.
  const body = await request.body({ keepRaw: rawBody, skipsFiles: ctx.version === 1 && !rawBody });
  const files = filesOf(body, options);
  if (body.raw !== undefined) {
    const mimeType = parseContentType(headerOf(request.headers['content-type']))?.type ?? 'application/json';
    files.push([RAW, await ctx.binary.write(body.raw, { mimeType })]);
  }
  // Where nothing was parsed, the field is missing in version 1, and next to the raw body.
  const value = body.value === undefined && ctx.version > 1 && !rawBody ? {} : body.value;
  const json = jsonOf(ctx, value, options);
  return files.length === 0 ? { json } : { json, binary: toBinary(files) };
}

function jsonOf(ctx: WebhookContext, body: unknown, { jwtPayload, secretHeader }: ItemOptions): JsonObject {
  const { headers, params, query, url } = ctx.request;
  return {
    headers: secretHeader === undefined ? headers : { ...headers, [secretHeader]: MASK },
    params,
    query,
    ...(body === undefined ? undefined : { body }),
    webhookUrl: ctx.webhookUrl(ctx.webhookName) ?? url.replace(/\?.*$/s, ''),
    executionMode: ctx.isTest ? 'test' : 'production',
    ...(jwtPayload === undefined ? undefined : { jwtPayload }),
  };
}

type Named = (readonly [name: string, entry: BinaryEntry])[];

function filesOf({ kind, files }: WebhookBody, { binaryPropertyName, rawBody }: ItemOptions): Named {
  if (files.size === 0) return [];
  if (kind === 'binary') return [...files.values()].flat().map((file) => [rawBody ? RAW : (binaryPropertyName ?? 'data'), file]);
  if (binaryPropertyName !== undefined) {
    return [...files.values()].flat().map((file, index) => [`${binaryPropertyName}${index}`, file]);
  }
  return [...files].flatMap(([field, list]): Named => {
    const name = field.endsWith('[]') ? field.slice(0, -2) : field;
    return list.length === 1 && name === field ? [[name, list[0] as BinaryEntry]] : list.map((file, index) => [`${name}${index}`, file]);
  });
}

function toBinary(files: Named): Record<string, BinaryEntry> {
  const binary: Record<string, BinaryEntry> = {};
  for (const [name, entry] of files) setOwn(binary, name, entry);
  return binary;
}

function storeBody({ request, binary }: WebhookContext): Promise<BinaryEntry> {
  const mimeType = parseContentType(headerOf(request.headers['content-type']))?.type;
  const fileName = parseContentDisposition(headerOf(request.headers['content-disposition']))?.filename;
  return binary.write(request.raw(), {
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(fileName === undefined ? {} : { fileName: safeFileName(fileName) }),
  });
}

const headerOf = (value: string | readonly string[] | undefined): string | undefined =>
  Array.isArray(value) ? (value[0] as string | undefined) : (value as string | undefined);

/** Returns a name without folders and without characters that are not allowed in file names. */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex
  return last.replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(0, 255) || 'file';
}
