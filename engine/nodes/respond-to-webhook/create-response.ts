// Response bodies for the "Respond With" option, including signed JSON Web Tokens.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { type ExecuteContext, NodeError, setPath, type WebhookReply } from '../../sdk/index.ts';
import { isRecord, ownValue } from '../../workflow/values/own-properties.ts';
import { isContentAddress } from '../../workflow/values/content-address.ts';
import { displayText } from '../../workflow/values/display-text.ts';
import type { JsonObject } from '../../contract/json.ts';
import { jsonListText } from '../_shared/json-list-text.ts';
import { exactParam } from '../_shared/exact-param.ts';
import { textOf } from '../_shared/text-of.ts';
import { pemOf } from '../_shared/webhook/auth.ts';
import { parseAsWritten, stringifyExactly } from '../../contract/exact-numbers.ts';

export interface NodeResponse {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: WebhookReply['body'];
  /** The body before it was serialized. */
  readonly data?: unknown;
  /** Default status; the options may set another one. */
  readonly status?: number;
}

/** Throws PARAMETER_INVALID for invalid JSON, an invalid URL, or a missing file. */
export function createResponse(ctx: ExecuteContext): NodeResponse | Promise<NodeResponse> {
  const respondWith = ctx.param('respondWith', 0, 'firstIncomingItem');
  switch (respondWith) {
    case 'firstIncomingItem':
      return jsonResponse(underKey(ctx, ctx.input()[0]?.json ?? {}));
    case 'allIncomingItems':
      return itemsResponse(ctx);
    case 'json':
      return jsonResponse(givenJson(ctx, 'responseBody', 'Response Body'));
    case 'text':
      return textResponse(exactParam(ctx, 'responseBody', 0) ?? '');
    case 'binary':
      return binaryResponse(ctx);
    case 'redirect':
      return redirect(ctx.param('redirectURL'));
    case 'jwt':
      return tokenResponse(ctx);
    case 'noData':
      return { headers: {} };
    default:
      throw new NodeError(`"${displayText(respondWith)}" is not a way to respond. Choose one of the options of "Respond With".`, {
        code: 'PARAMETER_INVALID',
        parameter: 'respondWith',
      });
  }
}

/** Without a body, the response is empty. */
function jsonResponse(data: unknown): NodeResponse {
  const body = stringifyExactly(data);
  return body === undefined ? { headers: {} } : { headers: { 'content-type': 'application/json; charset=utf-8' }, body, data };
}

/** An expression may give something else than a text, which is sent as JSON. */
const textResponse = (value: unknown): NodeResponse =>
  typeof value === 'string' ? { headers: { 'content-type': 'text/html; charset=utf-8' }, body: value, data: value } : jsonResponse(value);

/** Many items are written in slices. */
async function itemsResponse(ctx: ExecuteContext): Promise<NodeResponse> {
  const list = ctx.input().map((item) => item.json);
  const data = underKey(ctx, list);
  if (data !== list) return jsonResponse(data);
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: await jsonListText(list, ctx.signal), data };
}

/** Wraps the data in the field that the options specify. */
function underKey(ctx: ExecuteContext, data: unknown): unknown {
  const key = ctx.param('options.responseKey', 0, '');
  if (key === '') return data;
  const wrapped = {};
  try {
    setPath(wrapped, key, data);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new NodeError(cause.message, { code: 'PARAMETER_INVALID', parameter: 'options.responseKey', cause });
  }
  return wrapped;
}

/** Returns JSON given as text, or as a value returned by an expression. */
function givenJson(ctx: ExecuteContext, parameter: string, label: string): unknown {
  const value = exactParam(ctx, parameter, 0);
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  try {
    return parseAsWritten(value);
  } catch (cause) {
    throw new NodeError(`Invalid JSON in '${label}' field`, {
      code: 'PARAMETER_INVALID',
      parameter,
      description: `${(cause as Error).message}. Put names and texts in double quotes; write {{ JSON.stringify($json.field) }} for texts with quotes or line breaks.`,
      cause,
    });
  }
}

function binaryResponse(ctx: ExecuteContext): NodeResponse {
  const files = ctx.input()[0]?.binary ?? {};
  const name = ctx.param('responseDataSource') === 'set' ? ctx.param('inputFieldName', 0, 'data') : Object.keys(files)[0];
  const body = name === undefined ? undefined : (ownValue(files, name) as BinaryEntry | undefined);
  if (body !== undefined) return { headers: {}, body };
  throw new NodeError(
    name === undefined ? 'The first item has no file to respond with.' : `The first item has no file "${name}" to respond with.`,
    { code: 'PARAMETER_INVALID', itemIndex: 0, parameter: 'inputFieldName' },
  );
}

function redirect(url: unknown): NodeResponse {
  const location = textOf(url).trim();
  if (location === '') throw new NodeError('The redirect URL is empty.', { code: 'PARAMETER_INVALID', parameter: 'redirectURL' });
  // Workflow files contain URLs without a protocol, which are web URLs.
  const isWhole = /^(?:[a-z][a-z0-9+.-]*:|[/?#])/i.test(location);
  const address = isWhole ? location : `https://${location}`;
  const fault = faultOfAddress(address);
  if (fault !== undefined)
    throw new NodeError(`The redirect URL is invalid: ${fault}`, { code: 'PARAMETER_INVALID', parameter: 'redirectURL' });
  return { headers: { location: encodeURI(decoded(address)) }, status: 307, data: undefined };
}

function faultOfAddress(address: string): string | undefined {
  // The base is that of any page, for addresses such as /there.
  if (!URL.canParse(address, 'https://localhost')) return 'it is not an address such as https://example.com/page or /page.';
  return isContentAddress(address) ? 'it is not the address of another page.' : undefined;
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

async function tokenResponse(ctx: ExecuteContext): Promise<NodeResponse> {
  const payload = givenJson(ctx, 'payload', 'Payload');
  if (!isRecord(payload))
    throw new NodeError('The payload of a token must be an object.', { code: 'PARAMETER_INVALID', parameter: 'payload' });
  return jsonResponse({ token: await signToken(payload, await ctx.credentials('jwtAuth', 0), Math.floor(ctx.now() / 1000)) });
}

/** Signs a token. `issuedAt`: in seconds since the epoch. Throws PARAMETER_INVALID if the key does not fit the algorithm. */
async function signToken(payload: JsonObject, credential: JsonObject, issuedAt: number): Promise<string> {
  const algorithm = textOf(credential['algorithm']) || 'HS256';
  const { importPKCS8, SignJWT } = await import('jose');
  try {
    const key =
      credential['keyType'] === 'pemKey'
        ? await importPKCS8(pemOf(credential['privateKey'], 'PRIVATE KEY'), algorithm)
        : new TextEncoder().encode(textOf(credential['secret']));
    return await new SignJWT({ iat: issuedAt, ...payload }).setProtectedHeader({ alg: algorithm, typ: 'JWT' }).sign(key);
  } catch (cause) {
    throw new NodeError(`The token cannot be signed with ${algorithm}: ${(cause as Error).message}`, {
      code: 'PARAMETER_INVALID',
      hint: 'Check the algorithm and the key of the JWT credential.',
      cause,
    });
  }
}
