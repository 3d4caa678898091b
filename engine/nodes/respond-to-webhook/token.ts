// Signs a JSON Web Token with a credential's secret or private key.
import { importPKCS8, SignJWT } from 'jose';
import type { JsonObject } from '../../contract/json.ts';
import { NodeError } from '../../sdk/index.ts';
import { textOf } from '../_shared/text-of.ts';
import { pemOf } from '../_shared/webhook-auth.ts';

/** `issuedAt` in seconds since the epoch. Throws PARAMETER_INVALID if the key does not fit the algorithm. */
export async function signToken(payload: JsonObject, credential: JsonObject, issuedAt: number): Promise<string> {
  const algorithm = textOf(credential['algorithm']) || 'HS256';
  try {
    const key =
      credential['keyType'] === 'pemKey'
        ? await importPKCS8(pemOf(credential['privateKey'], 'PRIVATE KEY'), algorithm)
        : new TextEncoder().encode(textOf(credential['secret']));
    return await new SignJWT({ iat: issuedAt, ...payload }).setProtectedHeader({ alg: algorithm, typ: 'JWT' }).sign(key);
  } catch (cause) {
    throw new NodeError(`The token cannot be signed with ${algorithm}: ${(cause as Error).message}`, {
      code: 'PARAMETER_INVALID',
      hint: 'Look at algorithm and key of the JWT credential.',
      cause,
    });
  }
}
