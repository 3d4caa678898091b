// Authenticates an OAuth2 client at the token endpoint: by header, body, or certificate (RFC 6749 §2.3, RFC 7523).
import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { basicAuthorization, NodeError, type CredentialCall, type CredentialData } from '../../sdk/index.ts';
import { pemKey, trimmedText } from './pasted-text.ts';
import { endpoint, post, type EndpointResponse } from './token-endpoint.ts';

type Form = readonly (readonly [name: string, value: string])[];

interface Identification {
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Form;
}

/** Seconds for which a client assertion is valid. */
const ASSERTION_TIME = 300;

/** Sends a grant to the token endpoint, authenticated as the client. */
export async function requestToken(data: CredentialData, call: CredentialCall, grant: Form): Promise<EndpointResponse> {
  const url = endpoint(data['accessTokenUrl'], 'access token');
  const variants = await identifications(data, url, call.now);
  let response: EndpointResponse | undefined;
  for (const { headers, form = [] } of variants) {
    response = await post(call, { url, data, form: [...grant, ...form], ...(headers === undefined ? {} : { headers }) });
    if (response.error?.code !== 'invalid_client') break;
  }
  return response as EndpointResponse;
}

/** Ways to authenticate, in the order in which they are tried. */
async function identifications(data: CredentialData, url: string, now: number): Promise<readonly [Identification, ...Identification[]]> {
  const id = trimmedText(data['clientId']);
  if (id === '')
    throw new NodeError('The credential has no client ID.', { code: 'PARAMETER_INVALID', hint: 'Enter it in the credential.' });
  const secret = trimmedText(data['clientSecret']);
  const clientIdForm: Form = [['client_id', id]];
  if (data['clientCredentialType'] === 'certificate') return [{ form: [...clientIdForm, ...(await assertion(data, id, url, now))] }];
  // A public client has no secret (RFC 6749 §3.2.1).
  if (secret === '') return [{ form: clientIdForm }];
  if (data['authentication'] === 'body') return [{ form: [...clientIdForm, ['client_secret', secret]] }];
  const encoded = basicAuthorization(formEncoded(id), formEncoded(secret));
  const raw = basicAuthorization(id, secret);
  // The standard requires both to be percent-encoded, but many services do not decode them.
  return encoded === raw
    ? [{ headers: { authorization: raw } }]
    : [{ headers: { authorization: encoded } }, { headers: { authorization: raw } }];
}

const formEncoded = (text: string): string => new URLSearchParams({ text }).toString().slice('text='.length);

/** Creates a client assertion: a JWT signed with the private key whose certificate is registered with the service. */
async function assertion(data: CredentialData, id: string, url: string, now: number): Promise<Form> {
  const { importPKCS8, SignJWT } = await import('jose');
  try {
    const { raw } = new X509Certificate(String(data['certificate']));
    const issued = Math.floor(now / 1000);
    const jwt = await new SignJWT()
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        x5t: createHash('sha1').update(raw).digest('base64url'),
        'x5t#S256': createHash('sha256').update(raw).digest('base64url'),
      })
      .setIssuer(id)
      .setSubject(id)
      .setAudience(url)
      .setJti(randomUUID())
      .setIssuedAt(issued)
      .setNotBefore(issued)
      .setExpirationTime(issued + ASSERTION_TIME)
      .sign(await importPKCS8(pemKey(data['privateKey']), 'RS256'));
    return [
      ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
      ['client_assertion', jwt],
    ];
  } catch (error) {
    throw new NodeError('The certificate or private key of the credential cannot be used.', {
      code: 'PARAMETER_INVALID',
      hint: 'Paste both in PEM format, including the lines that begin with -----. The key must be an RSA key.',
      cause: error,
    });
  }
}
