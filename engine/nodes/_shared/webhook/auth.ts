// Authentication of webhook requests: basic, header, bearer token or JWT, checked against a credential of the node.
import { createHash, timingSafeEqual } from 'node:crypto';
import { errorCodeOf } from '../../../contract/errors.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError, type WebhookContext, type WebhookReply } from '../../../sdk/index.ts';

export type AuthResult =
  | { readonly rejected: WebhookReply }
  | {
      readonly jwtPayload?: JsonObject;
      /** Lower-case name of the header that contains the secret; absent without authentication. */
      readonly secretHeader?: string;
    };

/** Whether two texts are equal, compared in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/**
 * Checks a request. `kind`: the node's parameter (`basicAuth`, `headerAuth`, `bearerAuth`, `jwtAuth`, `none`; any other allows no request). Throws NodeError
 * CREDENTIAL_NOT_FOUND or CREDENTIAL_NODE_REFUSED if the node has no credential that it can use, so that no request is allowed.
 */
export async function checkCaller(ctx: WebhookContext, kind: unknown): Promise<AuthResult> {
  switch (kind) {
    case 'basicAuth':
      return checkBasic(ctx, await credentialOf(ctx, 'httpBasicAuth'));
    case 'headerAuth':
      return checkHeader(ctx, await credentialOf(ctx, 'httpHeaderAuth'));
    case 'bearerAuth':
      return checkBearer(ctx, await credentialOf(ctx, 'httpBearerAuth'));
    case 'jwtAuth':
      return checkJwt(ctx, await credentialOf(ctx, 'jwtAuth'));
    case 'none':
    case undefined:
    case null:
    case '':
      return {};
    default:
      // An expression returned an unknown value: the request is rejected, since skipping authentication would be unsafe.
      return { rejected: rejection(403, 'The authentication of this webhook is not configured.', {}) };
  }
}

async function credentialOf(ctx: WebhookContext, type: string): Promise<JsonObject> {
  try {
    return await ctx.credentials(type);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code !== 'CREDENTIAL_NOT_FOUND' && code !== 'CREDENTIAL_NODE_REFUSED') throw error;
    const { message, hint } = error as NodeError;
    throw new NodeError(`The workflow "${ctx.workflow.name}" cannot check the callers of its node "${ctx.node.name}". ${message}`, {
      code,
      ...(hint === undefined ? {} : { hint }),
      cause: error,
    });
  }
}

function checkBasic({ request }: WebhookContext, { user, password }: JsonObject): AuthResult {
  const input = /^basic +([\w+/=-]+)$/i.exec(headerOf(request.headers['authorization']))?.[1];
  const decoded = input === undefined ? '' : Buffer.from(input, 'base64').toString();
  const colon = decoded.indexOf(':');
  // User and password are always both compared, so that the time is constant.
  const isUser = sameSecret(decoded.slice(0, Math.max(colon, 0)), credentialText(user));
  const isPassword = sameSecret(decoded.slice(colon + 1), credentialText(password));
  if (input !== undefined && colon >= 0 && isUser && isPassword && credentialText(user) !== '') return { secretHeader: 'authorization' };
  return { rejected: input === undefined ? rejection(401, 'Authorization is required!') : rejection(403, WRONG_DATA) };
}

function checkHeader({ request }: WebhookContext, { name, value }: JsonObject): AuthResult {
  const header = credentialText(name).toLowerCase();
  const sentValue = Object.hasOwn(request.headers, header) ? headerOf(request.headers[header]) : undefined;
  const isRight = sameSecret(sentValue ?? '', credentialText(value));
  if (sentValue !== undefined && isRight && credentialText(value) !== '') return { secretHeader: header };
  return { rejected: rejection(403, WRONG_DATA) };
}

function checkBearer({ request }: WebhookContext, { token }: JsonObject): AuthResult {
  const sentToken = /^bearer +(\S+)$/i.exec(headerOf(request.headers['authorization']))?.[1];
  const isRight = sameSecret(sentToken ?? '', credentialText(token));
  if (sentToken !== undefined && isRight && credentialText(token) !== '') return { secretHeader: 'authorization' };
  const challenge = { 'www-authenticate': 'Bearer' };
  return {
    rejected: sentToken === undefined ? rejection(401, 'Authorization is required!', challenge) : rejection(403, WRONG_DATA, challenge),
  };
}

/** Messages for callers about a token, by the library's error code. */
const tokenFaults: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'jwt expired',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'invalid signature',
  ERR_JOSE_ALG_NOT_ALLOWED: 'invalid algorithm',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'jwt not active',
  ERR_JWS_INVALID: 'jwt malformed',
};

async function checkJwt(ctx: WebhookContext, credential: JsonObject): Promise<AuthResult> {
  const token = /^bearer +(\S+)$/i.exec(headerOf(ctx.request.headers['authorization']))?.[1];
  if (token === undefined) return { rejected: rejection(401, 'No token provided') };
  const { jwtVerify, importSPKI } = await import('jose');
  const algorithm = credentialText(credential['algorithm']) || 'HS256';
  try {
    const key =
      credential['keyType'] === 'pemKey'
        ? await importSPKI(pemOf(credential['publicKey'], 'PUBLIC KEY'), algorithm)
        : new TextEncoder().encode(credentialText(credential['secret']));
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], currentDate: new Date(ctx.now()) });
    return { jwtPayload: payload as JsonObject, secretHeader: 'authorization' };
  } catch (error) {
    return { rejected: rejection(403, tokenFaults[(error as { code?: string }).code ?? ''] ?? 'invalid token') };
  }
}

/** Restores a pasted key in which line breaks have become spaces. */
export function pemOf(value: unknown, kind: string): string {
  const text = credentialText(value).trim();
  const body = /-----BEGIN [A-Z ]+-----([\s\S]*?)-----END [A-Z ]+-----/.exec(text)?.[1] ?? text;
  const label = /-----BEGIN ([A-Z ]+)-----/.exec(text)?.[1] ?? kind;
  return `-----BEGIN ${label}-----\n${body.replaceAll(/\s+/g, '\n').trim()}\n-----END ${label}-----\n`;
}

/** Message for callers with wrong credentials. */
export const WRONG_DATA = 'Authorization data is wrong!';

/** Rejects a caller with a plain text, in the form that clients of n8n know: without a media type, and with the challenge that it always sends. */
export const rejection = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = { 'www-authenticate': 'Basic realm="Webhook"' },
): WebhookReply => ({ status, headers, body: message, isUntyped: true });

const headerOf = (value: string | readonly string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : ((value as string | undefined) ?? '');
const credentialText = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
