// Request and response stored with an error: secrets are hidden by field name, and bodies are truncated.
import type { HttpRoundTrip, RecordedBody } from '../../contract/http-round-trip.ts';
import type { HttpRequest } from '../../sdk/index.ts';
import { HIDDEN, withoutSecretValues } from '../_shared/secret-values.ts';
import type { ReadResponse } from './request-plan.ts';

/** Maximum characters of a stored body. */
export const MAX_KEPT_BODY = 65_536;

const secretParts =
  /authorization|authentication|cookie|token|secret|password|passwd|passphrase|api[-_]?key|access[-_]?key|private[-_]?key|signature|credential|session/i;
const secretNames = /^(?:[\w.]+[-_])?(?:key|auth|sig|pwd|pin|jwt)$/i;
/** A JSON field, whose value may be truncated. Lengths are limited, so that long texts are matched in linear time. */
const jsonField = /"([\w.-]{1,64})"(\s{0,64}:\s{0,64})(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d[\d.eE+-]*)/g;
const formField = /(^|&)([^=&]{1,64})=[^&]*/g;

const isSecret = (name: string): boolean => secretParts.test(name) || secretNames.test(name.slice(0, 64));

const inForm = (text: string): string =>
  text.replaceAll(formField, (whole, start: string, name: string) => (isSecret(name) ? `${start}${name}=${HIDDEN}` : whole));
const inJson = (text: string): string =>
  text.replaceAll(jsonField, (whole, name: string, colon: string) => (isSecret(name) ? `"${name}"${colon}"${HIDDEN}"` : whole));

export function roundTripWithoutSecrets(request: HttpRequest, readResponse: ReadResponse): HttpRoundTrip {
  const { method = 'GET', url, headers = {}, body, secrets = [] } = request;
  return withoutValues(secrets, roundTripOf({ method, url, headers, body }, readResponse));
}

function withoutValues(secrets: readonly string[], roundTrip: HttpRoundTrip): HttpRoundTrip {
  if (secrets.length === 0) return roundTrip;
  const hide = (_key: string, value: unknown): unknown => (typeof value === 'string' ? withoutSecretValues(secrets, value) : value);
  return JSON.parse(JSON.stringify(roundTrip), hide) as HttpRoundTrip;
}

function roundTripOf({ method = 'GET', url, headers = {}, body }: HttpRequest, readResponse: ReadResponse): HttpRoundTrip {
  const recorded = typeof body === 'string' ? recordedBody(body) : undefined;
  const received = recordedBody(bodyText(readResponse.body));
  return {
    request: {
      method,
      url: withoutSecrets(url),
      headers: recordedHeaders(headers),
      ...(recorded === undefined ? {} : { body: { ...recorded, text: withoutSecretFields(recorded.text) } }),
    },
    response: {
      status: readResponse.status,
      statusText: readResponse.statusMessage,
      headers: recordedHeaders(readResponse.headers),
      ...(received === undefined ? {} : { body: received }),
    },
  };
}

const bodyText = (body: unknown): string =>
  typeof body === 'string' ? body : body === undefined ? '' : (JSON.stringify(body, undefined, 2) ?? '');

function recordedBody(text: string): RecordedBody | undefined {
  return text === '' ? undefined : { text: text.slice(0, MAX_KEPT_BODY), isCut: text.length > MAX_KEPT_BODY };
}

const withoutSecretFields = (text: string): string => (/^[^\s={["]{1,64}=/.test(text) ? inForm(text) : inJson(text));

function recordedHeaders(headers: Readonly<Record<string, string | readonly string[]>>): Record<string, string> {
  const saved = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers))
    saved[name] = isSecret(name) ? HIDDEN : typeof value === 'string' ? value : value.join(', ');
  return saved;
}

/** Returns the URL without user and password; values of secret parameters are hidden. */
function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  const query = inForm(url.search.slice(1));
  url.search = '';
  return query === '' ? url.href : `${url.origin}${url.pathname}?${query}`;
}
