// Custom Auth: headers, query parameters and body fields from JSON are added to requests.
import { defineCredential, json, NodeError, type HttpRequest, withQuery } from '../sdk/index.ts';

export const httpCustomAuth = defineCredential({
  name: 'httpCustomAuth',
  displayName: 'Custom Auth',
  isGeneric: true,
  fields: [json('json', 'JSON', { required: true })],
  sign: (data, request) => {
    const { headers = {}, qs = {}, body } = parseCustomAuth(data['json']);
    const query = Object.entries(qs).map(([name, value]) => [name, String(value)] as const);
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const signedRequest = { ...request, url: withQuery(request.url, query), headers: { ...request.headers, ...texts } };
    return body === undefined ? signedRequest : { ...signedRequest, ...withFields(signedRequest, body) };
  },
});

interface CustomAuth {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly qs?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

function parseCustomAuth(text: unknown): CustomAuth {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The invalid JSON is reported below, without the text, which contains secrets.
  }
  throw new NodeError('The JSON of the Custom Auth credential is not valid.', {
    code: 'PARAMETER_INVALID',
    hint: 'Write an object with headers, qs or body, such as {"headers": {"X-Key": "…"}}.',
  });
}

/** Adds fields to a JSON or form body; other bodies are unchanged. */
function withFields({ body, headers = {} }: HttpRequest, fields: object): Partial<HttpRequest> {
  if (body === undefined) return { body: JSON.stringify(fields), headers: { 'content-type': 'application/json', ...headers } };
  if (typeof body !== 'string') return {};
  const [, type] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  if (String(type).includes('application/x-www-form-urlencoded')) {
    const added = new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]));
    return { body: [body, added.toString()].filter((part) => part !== '').join('&') };
  }
  const parsedBody = parseJson(body);
  return typeof parsedBody !== 'object' || parsedBody === null || Array.isArray(parsedBody)
    ? {}
    : { body: JSON.stringify({ ...parsedBody, ...fields }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
