// Sends forms to OAuth endpoints, and parses their responses, which follow the standards only loosely.
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, displayUrl, type CredentialCall, type CredentialData } from '../../sdk/index.ts';
import { parseJson } from '../../workflow/values/bounded-json.ts';

/** Milliseconds that the service has to respond. */
const TIMEOUT = 30_000;
/** Maximum size of a response in bytes. */
const MAX_SIZE = 262_144;
/** Maximum length of an error text from the service. */
const MAX_TEXT = 300;

export interface EndpointRequest {
  readonly url: string;
  readonly form?: readonly (readonly [name: string, value: string])[];
  /** Sent as JSON instead of a form. */
  readonly json?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The credential's data, which decides whether certificates are verified. */
  readonly data: CredentialData;
}

export interface EndpointResponse {
  readonly status: number;
  /** Fields of a JSON or form-encoded body; empty for any other body. */
  readonly body: JsonObject;
  /** Present if the service reports an error in any form. */
  readonly error?: { readonly code: string; readonly text: string };
}

/** Sends a POST request. Redirects are not followed, since they could send the client's secret elsewhere. Throws NodeError NODE_REQUEST_FAILED. */
export async function post({ http }: CredentialCall, { url, form, json, headers, data }: EndpointRequest): Promise<EndpointResponse> {
  const response = await http.request({
    url: endpoint(url),
    method: 'POST',
    headers: {
      accept: 'application/json',
      'user-agent': 'Millrace',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form === undefined ? {} : { body: new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString() }),
    timeout: TIMEOUT,
    maxRedirects: 0,
    allowUnauthorizedCerts: data['ignoreSSLIssues'] === true,
  });
  const body = fieldsOf(await readText(response.stream(), url));
  const { status, statusText } = response;
  const isFailure = status < 200 || status >= 300 || body['ok'] === false || (body['error'] !== undefined && body['error'] !== null);
  if (!isFailure) return { status, body };
  const { code, text } = errorOf(body, `${status} ${statusText}`.trim());
  // The service's error may quote secrets that were sent, so they are removed.
  const secrets = (form ?? Object.entries(json ?? {}))
    .filter(([name, value]) => isSecret.test(name) && value.length > 3)
    .map(([, value]) => value);
  return { status, body, error: { code, text: secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text) } };
}

const isSecret = /secret|token|code|assertion|password/;

/** Throws NodeError PARAMETER_INVALID unless the text is an HTTP or HTTPS URL. */
export function endpoint(text: unknown, what = 'token'): string {
  const url = typeof text === 'string' && URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new NodeError(
    text === undefined || text === ''
      ? `The credential has no ${what} URL.`
      : `The ${what} URL "${displayUrl(String(text))}" is not an address of http or https.`,
    { code: 'PARAMETER_INVALID', hint: 'Open the credential and enter the address that the service documents.' },
  );
}

async function readText(body: AsyncIterable<Uint8Array>, url: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > MAX_SIZE)
      throw new NodeError(`The response of ${new URL(url).host} is too long for a token.`, { code: 'NODE_REQUEST_FAILED' });
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Some services respond with forms, some with JSON in a text response. */
function fieldsOf(text: string): JsonObject {
  try {
    const json = parseJson(text, 'The response');
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonObject) : {};
  } catch {
    return /^[^\s<{]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : {};
  }
}

/** Errors are text or objects, in fields that differ between services. */
function errorOf(body: JsonObject, status: string): { code: string; text: string } {
  const { error } = body;
  const nested = typeof error === 'object' && error !== null ? (error as JsonObject) : {};
  const first = (...values: unknown[]): string | undefined => values.find((value) => typeof value === 'string' && value !== '') as string;
  const code = first(error, nested['code'], nested['type'], body['error_code'], body['status'], body['code']) ?? status;
  const reason = first(body['error_description'], nested['message'], body['message'], body['detail'], error) ?? status;
  return { code: code.toLowerCase(), text: reason.slice(0, MAX_TEXT) };
}

/** Returns the error for the user: what was attempted, and the service's reason. */
export const endpointFailure = (what: string, { status, error }: EndpointResponse, hint: string): NodeError =>
  new NodeError(`${what}: ${error?.text ?? status}`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    httpCode: String(status),
    retryable: status >= 500 || status === 429,
    hint,
  });

export const notConnected = (name: string): NodeError =>
  new NodeError(`The account of the credential "${name}" is not connected.`, {
    code: 'CREDENTIAL_NOT_CONNECTED',
    hint: 'Open the credential and connect your account.',
  });
