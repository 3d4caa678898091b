// JWT: signs, decodes and verifies JSON web tokens with the key of a credential.
import type * as jose from 'jose';
import type { JsonObject } from '../../contract/json.ts';
import { type ExecuteContext, mapItemsAsync, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { textOf } from '../_shared/text-of.ts';
import { pemOf } from '../_shared/webhook/auth.ts';

type Options = Readonly<Record<string, unknown>>;
type Jose = typeof jose;

export function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (_item, index) => {
    const operation = ctx.param('operation', index, 'sign');
    const options = ctx.param<Options>('options', index, {});
    const credential = await ctx.credentials('jwtAuth', index);
    const jose = await import('jose');
    const algorithm = textOf(options['algorithm']) || textOf(credential['algorithm']) || 'HS256';
    if (operation === 'sign') return { json: { token: await signed(ctx, index, { jose, credential, algorithm, options }) } };
    const token = textOf(ctx.param('token', index, '')).trim();
    const whole = decoded(jose, token);
    if (operation === 'verify') {
      await assertSigned(jose, token, credential, algorithm);
      assertInTime(whole.payload, Math.floor(ctx.now() / 1000), options);
    }
    return { json: options['complete'] === true ? { ...whole } : { payload: whole.payload } };
  });
}

interface Signing {
  readonly jose: Jose;
  readonly credential: JsonObject;
  readonly algorithm: string;
  readonly options: Options;
}

async function signed(ctx: ExecuteContext, index: number, { jose, credential, algorithm, options }: Signing): Promise<string> {
  const now = Math.floor(ctx.now() / 1000);
  const payload = {
    iat: now,
    ...(ctx.param('useJson', index, false) ? jsonClaims(ctx, index) : namedClaims(ctx.param<Options>('claims', index, {}), now)),
  };
  const kid = textOf(options['kid']);
  try {
    if (algorithm === 'none') return new jose.UnsecuredJWT(payload).encode();
    const header = { alg: algorithm, typ: 'JWT', ...(kid === '' ? {} : { kid }) };
    return await new jose.SignJWT(payload).setProtectedHeader(header).sign(await keyOf(jose, credential, algorithm, 'private'));
  } catch (cause) {
    throw keyFailure('signed', algorithm, cause);
  }
}

/** Claims have the names of the parameters in the node, and standard names in the token (RFC 7519). */
function namedClaims(claims: Options, now: number): JsonObject {
  const payload: JsonObject = {};
  for (const [name, short] of [
    ['audience', 'aud'],
    ['issuer', 'iss'],
    ['jwtid', 'jti'],
    ['subject', 'sub'],
  ] as const) {
    const value = textOf(claims[name]);
    if (value !== '') Object.assign(payload, { [name]: value, [short]: value });
  }
  for (const [name, short] of [
    ['expiresIn', 'exp'],
    ['notBefore', 'nbf'],
  ] as const) {
    const value = claims[name];
    if (value === undefined || value === null || value === '') continue;
    if (!Number.isFinite(Number(value))) throw invalid(`The claim "${name}" must be a number of seconds.`, `claims.${name}`);
    payload[short] = now + Math.floor(Number(value));
  }
  return payload;
}

function jsonClaims(ctx: ExecuteContext, index: number): JsonObject {
  const input = ctx.param('claimsJson', index);
  let value: unknown = input;
  if (typeof input === 'string') {
    try {
      value = JSON.parse(input) as unknown;
    } catch (cause) {
      throw invalid(`The claims are not JSON: ${(cause as Error).message}`, 'claimsJson');
    }
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...(value as JsonObject) };
  throw invalid('The claims must be a JSON object.', 'claimsJson');
}

interface DecodedToken {
  readonly header: JsonObject;
  readonly payload: JsonObject;
  readonly signature: string;
}

function decoded(jose: Jose, token: string): DecodedToken {
  try {
    return {
      header: { ...jose.decodeProtectedHeader(token) },
      payload: { ...jose.decodeJwt(token) },
      signature: token.split('.')[2] ?? '',
    };
  } catch (cause) {
    throw new NodeError('The token cannot be decoded: it is not a JSON web token.', {
      code: 'PARAMETER_INVALID',
      parameter: 'token',
      cause,
    });
  }
}

async function assertSigned(jose: Jose, token: string, credential: JsonObject, algorithm: string): Promise<void> {
  if (algorithm === 'none') {
    throw new NodeError('A token without signature cannot be verified.', {
      code: 'PARAMETER_INVALID',
      hint: 'Choose another algorithm, or the operation "Decode".',
    });
  }
  let key: Awaited<ReturnType<typeof keyOf>>;
  try {
    key = await keyOf(jose, credential, algorithm, 'public');
  } catch (cause) {
    throw keyFailure('verified', algorithm, cause);
  }
  try {
    await jose.compactVerify(token, key, { algorithms: [algorithm] });
  } catch (cause) {
    throw new NodeError(`The token is not accepted: ${(cause as Error).message}.`, { parameter: 'token', cause });
  }
}

function assertInTime({ exp, nbf }: JsonObject, now: number, options: Options): void {
  const tolerance = Number(options['clockTolerance'] ?? 0) || 0;
  const at = (value: unknown, name: string): number => {
    if (typeof value === 'number') return value;
    throw new NodeError(`The token is not accepted: its claim "${name}" is not a number.`, { parameter: 'token' });
  };
  if (options['ignoreExpiration'] !== true && exp !== undefined && now >= at(exp, 'exp') + tolerance) {
    throw new NodeError('The token is not accepted: it has expired.', {
      parameter: 'token',
      hint: 'The option "Ignore Expiration" accepts it.',
    });
  }
  if (options['ignoreNotBefore'] !== true && nbf !== undefined && now < at(nbf, 'nbf') - tolerance) {
    throw new NodeError('The token is not accepted: it is not valid yet.', {
      parameter: 'token',
      hint: 'The option "Ignore Not Before Claim" accepts it.',
    });
  }
}

async function keyOf(
  jose: Jose,
  credential: JsonObject,
  algorithm: string,
  kind: 'private' | 'public',
): Promise<jose.CryptoKey | Uint8Array> {
  if (credential['keyType'] !== 'pemKey') return new TextEncoder().encode(textOf(credential['secret']));
  return kind === 'private'
    ? jose.importPKCS8(pemOf(credential['privateKey'], 'PRIVATE KEY'), algorithm)
    : jose.importSPKI(pemOf(credential['publicKey'], 'PUBLIC KEY'), algorithm);
}

const keyFailure = (done: string, algorithm: string, cause: unknown): NodeError =>
  new NodeError(`The token cannot be ${done} with ${algorithm}: ${(cause as Error).message}`, {
    code: 'PARAMETER_INVALID',
    hint: 'Check the algorithm and the key of the JWT credential.',
    cause,
  });

const invalid = (message: string, parameter: string): NodeError => new NodeError(message, { code: 'PARAMETER_INVALID', parameter });
