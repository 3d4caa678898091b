// Access tokens of Google service accounts: a JWT signed with the account's key is exchanged for a token (RFC 7523).
import { NodeError, type CredentialCall, type CredentialData, type PreAuthentication } from '../../sdk/index.ts';
import { oauth2Token, tokenData } from './oauth2.ts';
import { pemKey } from './pasted-text.ts';
import { post } from './token-endpoint.ts';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
/** Seconds for which a JWT is valid; the maximum that Google allows. */
const LIFETIME = 3600;

export const serviceAccountToken: PreAuthentication = {
  fields: oauth2Token.fields,
  isValid: oauth2Token.isValid,
  fetch: async (data, call) => {
    const form = [
      ['grant_type', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      ['assertion', await assertion(data, call)],
    ] as const;
    const response = await post(call, { url: TOKEN_URL, data, form });
    const hint =
      'Check the e-mail address, the private key and the scopes. To impersonate a user, the account needs domain-wide delegation.';
    return { oauthTokenData: tokenData(response, {}, call, { what: `Google gave the credential "${call.name}" no access token`, hint }) };
  },
};

async function assertion(data: CredentialData, { now }: CredentialCall): Promise<string> {
  const scope = String(data['scopes'] ?? '')
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .join(' ');
  if (data['httpNode'] !== true || scope === '') {
    throw new NodeError('The credential has no scopes, so it cannot sign HTTP requests.', {
      code: 'PARAMETER_INVALID',
      hint: 'Turn on "Set up for use in HTTP Request node" in the credential and enter the scopes.',
    });
  }
  const { importPKCS8, SignJWT } = await import('jose');
  const key = await importPKCS8(readKey(data['privateKey']), 'RS256');
  const issued = Math.floor(now / 1000);
  const email = String(data['email'] ?? '').trim();
  const user = data['inpersonate'] === true ? String(data['delegatedEmail'] ?? '').trim() : '';
  const jwt = new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setSubject(user === '' ? email : user)
    .setAudience(TOKEN_URL)
    .setIssuedAt(issued)
    .setExpirationTime(issued + LIFETIME);
  return jwt.sign(key);
}

function readKey(value: unknown): string {
  try {
    return pemKey(value);
  } catch (error) {
    throw new NodeError('The private key of the Google service account is not valid.', {
      code: 'PARAMETER_INVALID',
      hint: 'Paste the value of "private_key" from the JSON file of the account, including the lines that begin with -----.',
      cause: error,
    });
  }
}
