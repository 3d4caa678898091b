// Signs requests with the node's credential.
import type { JsonObject } from '../../contract/json.ts';
import { type ExecuteContext, type HttpRequest, type HttpResponse, NodeError } from '../../sdk/index.ts';
import { textOf } from '../_shared/text-of.ts';

/** Headers and other parts that a credential adds to a request. */
interface Signature {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

const types: ReadonlyMap<string, string> = new Map([
  ['basicAuth', 'httpBasicAuth'],
  ['customAuth', 'httpCustomAuth'],
  ['headerAuth', 'httpHeaderAuth'],
  ['oAuth2', 'oAuth2Api'],
  ['queryAuth', 'httpQueryAuth'],
]);

/** Sends a signed request; rejected OAuth2 tokens are refreshed once. */
export async function sendSigned(ctx: ExecuteContext, request: HttpRequest, authentication: string, index: number): Promise<HttpResponse> {
  if (authentication === 'none' || authentication === '') return ctx.http.request(request);
  const type = types.get(authentication);
  if (type === undefined) {
    throw new NodeError(`The node authenticates with "${authentication}", which is not supported yet.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'authentication',
      hint: `Choose another authentication: ${[...types.keys()].join(', ')} or none.`,
    });
  }
  const credential = await ctx.credentials(type, index);
  const tokens = fieldsOf(credential['oauthTokenData']);
  const response = await ctx.http.request(withSignature(request, signatureOf(authentication, credential, tokens)));
  if (authentication !== 'oAuth2' || response.status !== 401 || textOf(tokens['refresh_token']) === '') return response;
  return ctx.http.request(withSignature(request, signatureOf(authentication, credential, await refreshed(ctx, credential, tokens))));
}

function signatureOf(authentication: string, credential: JsonObject, tokens: JsonObject): Signature {
  const text = (name: string): string => textOf(credential[name]);
  switch (authentication) {
    case 'basicAuth':
      return { headers: { authorization: `Basic ${Buffer.from(`${text('user')}:${text('password')}`).toString('base64')}` }, query: {} };
    case 'headerAuth':
      return { headers: { [text('name')]: text('value') }, query: {} };
    case 'queryAuth':
      return { headers: {}, query: { [text('name')]: text('value') } };
    case 'customAuth':
      return customSignature(credential['json']);
    default:
      return { headers: { authorization: `Bearer ${textOf(tokens['access_token'])}` }, query: {} };
  }
}

function customSignature(json: unknown): Signature {
  let given: unknown = json;
  try {
    if (typeof json === 'string') given = JSON.parse(json) as unknown;
  } catch (cause) {
    throw new NodeError('The credential for custom authentication does not contain JSON.', {
      code: 'PARAMETER_INVALID',
      hint: 'Correct it in the credential.',
      cause,
    });
  }
  const texts = (value: unknown): Record<string, string> =>
    Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, part]) => [name, textOf(part)]));
  return { headers: texts(fieldsOf(given)['headers']), query: texts(fieldsOf(given)['qs']) };
}

const fieldsOf = (value: unknown): JsonObject => (typeof value === 'object' && value !== null ? (value as JsonObject) : {});

function withSignature(request: HttpRequest, { headers, query }: Signature): HttpRequest {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const own = Object.keys(headers).map((name) => name.toLowerCase());
  const others = Object.entries(request.headers ?? {}).filter(([name]) => !own.includes(name.toLowerCase()));
  return { ...request, url: url.href, headers: { ...Object.fromEntries(others), ...headers } };
}

/** RFC 6749, section 6. */
async function refreshed(ctx: ExecuteContext, credential: JsonObject, tokens: JsonObject): Promise<JsonObject> {
  const client = [textOf(credential['clientId']), textOf(credential['clientSecret'])] as const;
  const inBody = credential['authentication'] === 'body';
  const fields = {
    refresh_token: textOf(tokens['refresh_token']),
    grant_type: 'refresh_token',
    ...(inBody ? { client_id: client[0], client_secret: client[1] } : {}),
  };
  const response = await ctx.http.request({
    url: textOf(credential['accessTokenUrl']),
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(inBody ? {} : { authorization: `Basic ${Buffer.from(client.map(encodeURIComponent).join(':')).toString('base64')}` }),
    },
    body: new URLSearchParams(fields).toString(),
    signal: ctx.signal,
  });
  const text = Buffer.from(await response.bytes()).toString('utf8');
  try {
    if (response.status >= 200 && response.status < 300) return fieldsOf(JSON.parse(text));
  } catch {
    // Reported below.
  }
  throw new NodeError(`The access token has expired, and refreshing it failed with the status ${response.status}.`, {
    code: 'NODE_REQUEST_FAILED',
    hint: 'Reconnect the OAuth2 credential.',
  });
}
