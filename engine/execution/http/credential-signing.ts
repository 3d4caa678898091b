// Resolves the data of a credential for one item, and signs requests with it.
import { isExpression, type JsonObject } from '../../contract/json.ts';
import type { RunData } from '../../contract/run-data.ts';
import { compileExpression, createScope, type RunView } from '../../expression/index.ts';
import {
  basicAuthorization,
  NodeError,
  withQuery,
  type CredentialData,
  type CredentialDefinition,
  type ExecuteContext,
  type HttpPort,
  type HttpRequest,
  type SigningRule,
  type SignOptions,
} from '../../sdk/index.ts';
import { WorkflowGraph } from '../../workflow/graph/graph.ts';
import { credentialExpression, credentialText } from '../../workflow/values/credential-text.ts';
import { domainsForHttpNode } from '../../workflow/values/allowed-domains.ts';
import { checkedBefore, credentialLimit, limitedRequest } from './credential-limit.ts';

/** Evaluates an expression for the current item; `names` are available in addition. */
export type Evaluate = (expression: string, names?: Readonly<Record<string, unknown>>) => unknown;

/** Evaluates an expression outside of any run: only the given names and the built-ins are available. */
export function evaluateAlone(expression: string, names: Readonly<Record<string, unknown>> = {}): unknown {
  const node = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
  const view: RunView = {
    workflow: new WorkflowGraph({ nodes: [], connections: {} }),
    node,
    runIndex: 0,
    inputs: [],
    sources: [],
    runData: Object.create(null) as RunData,
    mode: 'internal',
    executionId: '',
    timezone: 'UTC',
    now: Date.now,
    vars: {},
    env: undefined,
    customData: new Map(),
    nodeContext: () => ({}),
    parameters: {},
    parametersOf: () => ({}),
  };
  return compileExpression(expression).evaluate(createScope(view, names));
}

/** Returns the data with the defaults of its type, and with its expressions evaluated. */
export function resolvedData(data: JsonObject, type: CredentialDefinition | undefined, evaluate: Evaluate): JsonObject {
  // Services choose the fetched texts, so they must not be evaluated as expressions.
  const fetched = new Set(type?.preAuthentication?.fields);
  return withValues(data, type, evaluate, (name) => !fetched.has(name));
}

/** `isStored`: whether a field's value in the data is as it was entered, rather than a result. */
function withValues(
  data: JsonObject,
  type: CredentialDefinition | undefined,
  evaluate: Evaluate,
  isStored: (name: string) => boolean,
): JsonObject {
  const defaults = new Map(type?.fields.map((field) => [field.name, field.default]));
  const resolved: JsonObject = { ...(Object.fromEntries(defaults) as JsonObject), ...data };
  for (const [name, value] of Object.entries(resolved)) {
    if (Object.hasOwn(data, name) && !isStored(name)) continue;
    // Defaults of hidden fields may refer to other fields as `$self`.
    const expression = isExpression(value) && value === defaults.get(name) ? value : credentialExpression(value);
    if (expression !== undefined) resolved[name] = evaluate(expression, { $self: resolved }) as JsonObject[string];
    else if (typeof value === 'string') resolved[name] = credentialText(value);
  }
  return resolved;
}

/** Whether expressions in the data refer to external secrets. */
export const readsSecrets = (data: JsonObject): boolean =>
  Object.values(data).some((value) => credentialExpression(value)?.includes('$secrets') === true);

export interface Signing extends SignOptions {
  readonly type: CredentialDefinition;
  /** Resolved data of the credential. */
  readonly data: JsonObject;
  readonly evaluate: Evaluate;
  /** Values of external secrets in the data. */
  readonly secrets?: readonly string[];
  /** Returns the data with fetched fields that are valid and differ from those in `data`. Required for types that fetch fields. */
  readonly renewed?: (data: JsonObject) => Promise<JsonObject>;
  /** Current time in milliseconds since the epoch. Required for types that fetch fields. */
  readonly now?: number;
}

/**
 * Returns the signed request. If the service rejects it, and the type fetches fields such as a token, the request is signed again with newly
 * fetched ones. Throws NodeError PARAMETER_INVALID if the type does not sign requests or the credential's allowed domains exclude the URL, and
 * the errors of fetching.
 */
export async function signedRequest(signing: Signing, request: HttpRequest): Promise<HttpRequest> {
  const { type, data, renewed, now = 0, tokenUse } = signing;
  const { preAuthentication } = type;
  if (preAuthentication === undefined || renewed === undefined) return signedOnce(signing, request);
  // Checked first, so that a URL that is not allowed does not cost a token.
  allowedRequest(signing, request);
  const valid = preAuthentication.isValid(data, now) ? data : await renewed(data);
  const retry = async (): Promise<HttpRequest> => signedOnce({ ...signing, data: await renewed(valid) }, request);
  const expired = Number(tokenUse?.tokenExpiredStatusCode) || (preAuthentication.rejectedStatus?.(valid) ?? 401);
  const rejection = { statuses: [expired], retry };
  return { ...(await signedOnce({ ...signing, data: valid }, request)), rejection };
}

/** What signing with given data needs besides the data. */
export interface SigningInput extends Omit<SignOptions, 'credentialData'> {
  readonly http: HttpPort;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly evaluate: Evaluate;
}

/**
 * Signs with decrypted data instead of a stored credential. Expressions in the data have been evaluated already, so only
 * those in the defaults of the type are. Fields that are fetched, such as tokens, are not stored. Throws like `signedRequest`.
 */
export function signedWithData(
  type: CredentialDefinition,
  input: JsonObject,
  { http, now, evaluate, ...options }: SigningInput,
  request: HttpRequest,
): Promise<HttpRequest> {
  const data = withValues(input, type, evaluate, () => false);
  const { preAuthentication, displayName: name } = type;
  const renewed = async (used: JsonObject): Promise<JsonObject> => ({
    ...used,
    ...(await preAuthentication?.fetch(used, { http, now, name })),
  });
  return signedRequest({ ...options, type, data, evaluate, now, renewed }, request);
}

/** Returns the request with the credential's limit, which the client checks again with what it sends. */
function allowedRequest({ type, data, mayLeaveUnsigned = false }: Signing, request: HttpRequest): HttpRequest {
  if (type.sign === undefined && !mayLeaveUnsigned) {
    throw new NodeError(`Credentials of the type "${type.displayName}" cannot sign HTTP requests.`, {
      code: 'PARAMETER_INVALID',
      hint: 'Choose a credential of another type in the node.',
    });
  }
  if (request.method?.toUpperCase() === 'TRACE') {
    throw new NodeError('A request with the method TRACE cannot be signed, since its response repeats the credential.', {
      code: 'PARAMETER_INVALID',
      hint: 'Choose another method in the node.',
    });
  }
  domainsForHttpNode(data);
  return checkedBefore(limitedRequest(request, credentialLimit(data)));
}

async function signedOnce(signing: Signing, unsigned: HttpRequest): Promise<HttpRequest> {
  const { type, data, evaluate, secrets = [], tokenUse } = signing;
  const request = allowedRequest(signing, unsigned);
  const { checkOutgoing } = request;
  const { sign = {} } = type;
  const signed = typeof sign === 'function' ? await sign(data, request, tokenUse) : byRule(sign, data, request, evaluate);
  const added = Object.keys(signed.headers ?? {}).filter((name) => signed.headers?.[name] !== request.headers?.[name]);
  for (const name of added) assertHeaderName(name);
  // Short values are not hidden, since they would also match unrelated parts of messages.
  return {
    ...signed,
    secretHeaders: [...(request.secretHeaders ?? []), ...added.map((name) => name.toLowerCase())],
    secrets: [...new Set([...(signed.secrets ?? []), ...secretsOf(type, data), ...secrets, ...authorizationOf(signed)])].filter(
      (value) => value.length > 3,
    ),
    ...(signed.body === request.body ? {} : { hasSecretBody: true }),
    ...(checkOutgoing === undefined ? {} : { checkOutgoing }),
  };
}

function byRule(rule: SigningRule, data: CredentialData, request: HttpRequest, evaluate: Evaluate): HttpRequest {
  const filled = (value: string): string => (value.startsWith('=') ? String(evaluate(value, { $credentials: data }) ?? '') : value);
  // Without a prototype, a header named __proto__ is a property like all others, and is rejected.
  const headers = Object.assign(Object.create(null) as Record<string, string | readonly string[]>, request.headers);
  const set = (name: string, value: string): void => {
    // A header of the node with the same name is replaced; names are case-insensitive.
    for (const other of Object.keys(headers)) if (other.toLowerCase() === name.toLowerCase()) delete headers[other];
    headers[name] = value;
  };
  for (const [name, value] of Object.entries(rule.headers ?? {})) set(filled(name), filled(value));
  if (rule.basic !== undefined) set('Authorization', basicAuthorization(filled(rule.basic.user), filled(rule.basic.password)));
  const query = Object.entries(rule.query ?? {}).map(([name, value]) => [filled(name), filled(value)] as const);
  return { ...request, url: withQuery(request.url, query), headers: { ...headers } };
}

/** A request without its credential's header would be sent unsigned. Throws NodeError PARAMETER_INVALID. */
function assertHeaderName(name: string): void {
  if (name !== '__proto__' && /^[\w!#$%&'*+.^`|~-]+$/.test(name)) return;
  throw new NodeError(name === '' ? 'The credential has no name for its header.' : `The credential's header cannot be named "${name}".`, {
    code: 'PARAMETER_INVALID',
    hint: 'Enter the name of an HTTP header in the credential, such as X-API-Key.',
  });
}

/** Returns the Authorization header, and its part after the scheme with the encoded user and password. */
function authorizationOf({ headers = {} }: HttpRequest): readonly string[] {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return typeof value === 'string' ? [value, value.slice(value.indexOf(' ') + 1)] : [];
}

/** Returns the values of secret fields and of fetched fields. */
function secretsOf({ fields, preAuthentication, connection }: CredentialDefinition, data: CredentialData): readonly string[] {
  const fieldValues = fields.flatMap(({ name, type, typeOptions }): readonly unknown[] =>
    typeOptions?.password === true ? [data[name]] : type === 'json' ? textsIn(data[name]) : [],
  );
  const fetched = [...(preAuthentication?.fields ?? []), ...(connection === undefined ? [] : ['oauthTokenData'])].map((name) => data[name]);
  return [...fieldValues, ...fetched.flatMap((value) => tokensIn(value))].filter((value) => typeof value === 'string');
}

/** Returns all texts in a JSON field, since each may be secret; an empty list if the field is not valid JSON. */
function textsIn(json: unknown): readonly string[] {
  const texts: string[] = [];
  const add = (name: string, value: unknown): unknown => {
    if (typeof value === 'string' && !/^(?:accept|content-type|user-agent)$/i.test(name)) texts.push(value);
    return value;
  };
  try {
    JSON.parse(typeof json === 'string' ? json : (JSON.stringify(json) ?? ''), add);
  } catch {
    // The credential type reports invalid JSON.
  }
  return texts;
}

/** Returns a fetched text, or all tokens in a fetched object, at any depth. */
function tokensIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.entries(value).flatMap(([name, part]) => {
    if (typeof part === 'object') return tokensIn(part);
    return /token|secret/i.test(name) && name !== 'token_type' ? [part] : [];
  });
}

/** Throws NodeError CREDENTIAL_NOT_FOUND for a type that is not known. */
export function withKnownType<T extends { readonly definition: CredentialDefinition | undefined }>(
  { node }: Pick<ExecuteContext, 'node'>,
  type: string,
  resolved: T,
): T & { readonly definition: CredentialDefinition } {
  const { definition } = resolved;
  if (definition !== undefined) return { ...resolved, definition };
  throw new NodeError(`The credential type "${type}" of the node "${node.name}" is not known.`, {
    code: 'CREDENTIAL_NOT_FOUND',
    hint: 'Choose a credential of another type in the node.',
  });
}

/** The error for a node without a credential. In the editor's lists, the node has only the name of its type, which the user may not know. */
export function noCredential(
  { mode, node }: Pick<ExecuteContext, 'mode' | 'node'>,
  type: string,
  { displayName = type }: Partial<CredentialDefinition> = {},
): NodeError {
  const subject = mode === 'internal' ? 'The node' : `The node "${node.name}"`;
  return new NodeError(`${subject} has no credential of type "${displayName}".`, {
    code: 'CREDENTIAL_NOT_FOUND',
    hint: 'Choose or create a credential in the node.',
  });
}
