// Adapts the credential types of a package: their fields, how they sign requests, and how they are tested.
import { isExpression } from '../../contract/json.ts';
import type { DescribedCredential } from '../../packages/worker/describe.ts';
import {
  basicAuthorization,
  withHeader,
  withQuery,
  type CredentialData,
  type CredentialDefinition,
  type HttpRequest,
  NodeError,
  type PreAuthentication,
} from '../../sdk/index.ts';
import { evaluateAlone } from '../../execution/http/credential-signing.ts';
import { isDeepStrictEqual } from 'node:util';
import { wireRequest, type RequestOptions } from '../../packages/worker/http/wire.ts';
import type { PackageOfNode } from './call-context.ts';
import { declaredTest } from './credential-tests.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns a credential type of a package. Its functions run in the package's process, which receives the data of the credential for them. */
export function packageCredential(owner: Pick<PackageOfNode, 'packages' | 'name'>, described: DescribedCredential): CredentialDefinition {
  const { type, functions } = described;
  const { name, displayName, documentationUrl, extends: parents, properties, authenticate, test, genericAuth } = type;
  const byRule = isRecord(authenticate) && isRecord(authenticate['properties']) ? signer(authenticate['properties']) : undefined;
  const sign = functions.includes('authenticate') ? signerByCode(owner, described) : byRule;
  const preAuthentication = functions.includes('preAuthentication') ? tokensByCode(owner, described) : undefined;
  const request = isRecord(test) ? declaredTest(test) : undefined;
  return {
    name: String(name),
    displayName: typeof displayName === 'string' ? displayName : String(name),
    fields: Array.isArray(properties) ? (properties as readonly NodeProperty[]) : [],
    ...(Array.isArray(parents) ? { extends: parents.filter((parent) => typeof parent === 'string') } : {}),
    ...(genericAuth === true ? { isGeneric: true } : {}),
    ...documentationOf(owner.name, documentationUrl),
    ...(sign === undefined ? {} : { sign }),
    ...(request === undefined ? {} : { test: request }),
    ...(preAuthentication === undefined ? {} : { preAuthentication }),
  };
}

/** A page of the documentation of n8n, named by its last part. */
const slug = /^[\w-]+(?:\/[\w-]+)*$/;

/** Returns where a type is documented. Packages of n8n name a page of its documentation; others have a whole URL. */
function documentationOf(packageName: string, documentation: unknown): Pick<CredentialDefinition, 'documentationUrl'> {
  if (typeof documentation !== 'string') return {};
  if (/^https?:$/.test(URL.parse(documentation)?.protocol ?? '')) return { documentationUrl: documentation };
  const isOfN8n = packageName === 'n8n-nodes-base' || packageName.startsWith('@n8n/');
  return isOfN8n && slug.test(documentation)
    ? { documentationUrl: `https://docs.n8n.io/integrations/builtin/credentials/${documentation}/` }
    : {};
}

/** Signs by a description: headers, query, body and basic authentication, whose texts may be expressions with `$credentials`. */
const signer =
  (properties: Fields) =>
  (data: CredentialData, request: HttpRequest): HttpRequest => {
    const { headers, qs, body, auth } = evaluateTexts(properties, data) as Record<string, unknown>;
    const added = Object.fromEntries(Object.entries(isRecord(headers) ? headers : {}).map(([key, value]) => [key, String(value)]));
    const names = new Set(Object.keys(added).map((key) => key.toLowerCase()));
    const saved = Object.entries(request.headers ?? {}).filter(([key]) => !names.has(key.toLowerCase()));
    const query = Object.entries(isRecord(qs) ? qs : {}).map(([key, value]) => [key, String(value)] as const);
    const { username, password } = isRecord(auth) ? auth : {};
    const signed = {
      ...request,
      url: withQuery(request.url, query),
      headers: {
        ...Object.fromEntries(saved),
        ...added,
        ...(username === undefined ? {} : { Authorization: basicAuthorization(String(username), String(password ?? '')) }),
      },
    };
    return isRecord(body) ? withFields(signed, body) : signed;
  };

type Owner = Pick<PackageOfNode, 'packages' | 'name'>;

/** Signs by code of the package, which receives and returns a request in the form of `httpRequest`. */
const signerByCode =
  ({ packages, name }: Owner, { place }: DescribedCredential) =>
  async (data: CredentialData, request: HttpRequest): Promise<HttpRequest> => {
    const { url, method = 'GET', headers = {}, body } = request;
    // Streams stay here.
    const requestBody = typeof body === 'string' ? parseJson(body) : body instanceof Uint8Array ? body : undefined;
    const options = { url, method, headers, qs: {}, ...(requestBody === undefined ? {} : { body: requestBody }) };
    const called = await packages.call(name, { kind: 'credential', place, step: 'authenticate', args: [data, options] }, {});
    const result = isRecord(called) && isRecord(called['result']) ? called['result'] : options;
    const signed = await wireRequest(result as RequestOptions);
    const isSameBody = isDeepStrictEqual((result as RequestOptions).body, requestBody);
    return {
      ...request,
      url: signed.url,
      method: signed.method,
      headers: signed.headers,
      ...(isSameBody || signed.body === undefined ? {} : { body: signed.body }),
    };
  };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Fetches the fields that expire by code of the package. They are valid until a service rejects them. */
function tokensByCode({ packages, name }: Owner, { place, type }: DescribedCredential): PreAuthentication | undefined {
  const properties = Array.isArray(type['properties']) ? (type['properties'] as readonly NodeProperty[]) : [];
  const fields = properties.filter(({ typeOptions }) => typeOptions?.['expirable'] === true).map((property) => property.name);
  if (fields.length === 0) return undefined;
  return {
    fields,
    isValid: (data) => fields.every((field) => typeof data[field] === 'string' && data[field] !== ''),
    fetch: async (data, { http, name: credential }) => {
      const content = { kind: 'credential', place, step: 'preAuthentication', args: [data] } as const;
      const failure = (reason: string, cause?: unknown): NodeError =>
        new NodeError(`The credential "${credential}" could not sign in: ${reason}`, {
          code: 'NODE_REQUEST_FAILED',
          hint: 'Check the fields of the credential.',
          cause,
        });
      const called = await packages.call(name, content, { sender: { http } }).catch((error: unknown) => {
        throw failure((error as Error).message, error);
      });
      const result = isRecord(called) && isRecord(called['result']) ? called['result'] : {};
      const fetched = fields.filter((field) => typeof result[field] === 'string' && result[field] !== '');
      if (fetched.length > 0) return Object.fromEntries(fetched.map((field) => [field, String(result[field])]));
      throw failure(`the package ${name} returned no token.`);
    },
  };
}

/** Adds fields to a JSON or form body. Other bodies are not changed. A request without a body gets one of JSON, unless its headers name a form. */
function withFields(request: HttpRequest, fields: Fields): HttpRequest {
  const { body, headers = {} } = request;
  if (body !== undefined && typeof body !== 'string') return request;
  const [, type] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(String(type ?? ''));
  const content = body === undefined && !isForm ? {} : parseJson(body ?? '');
  if (typeof content === 'string') {
    const form = new URLSearchParams(content);
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    return { ...request, body: form.toString() };
  }
  if (!isRecord(content)) return request;
  const typed = type === undefined ? withHeader(request, 'Content-Type', 'application/json') : request;
  return { ...typed, body: JSON.stringify({ ...content, ...fields }) };
}

/** Returns a copy in which texts, and names of fields, that are expressions have their values. Throws ExpressionError. */
function evaluateTexts(value: unknown, credentials: CredentialData): unknown {
  if (typeof value === 'string') return isExpression(value) ? evaluateAlone(value, { $credentials: credentials }) : value;
  if (Array.isArray(value)) return value.map((entry) => evaluateTexts(entry, credentials));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [String(evaluateTexts(key, credentials)), evaluateTexts(entry, credentials)]),
  );
}
