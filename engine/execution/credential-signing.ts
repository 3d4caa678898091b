// Completes the data of a credential for one item, and signs requests with it.
import type { JsonObject } from '../contract/json.ts';
import type { RunData } from '../contract/run-data.ts';
import { compileExpression, createScope, type RunView } from '../expression/index.ts';
import {
  basicAuthorization,
  NodeError,
  type CredentialData,
  type CredentialDefinition,
  type HttpRequest,
  type SigningRule,
} from '../sdk/index.ts';
import { WorkflowGraph } from '../workflow/graph.ts';
import { domainsForHttpNode, isDomainAllowed } from '../workflow/allowed-domains.ts';

/** Evaluates an expression for the current item, with these names in addition. */
export type Evaluate = (expression: string, names?: Readonly<Record<string, unknown>>) => unknown;

/** Evaluates an expression outside of any run: only the given names and the built-ins exist. */
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

/** The data with the defaults of its type, and with its expressions evaluated. */
export function resolvedData(data: JsonObject, type: CredentialDefinition | undefined, evaluate: Evaluate): JsonObject {
  const resolved: JsonObject = {};
  for (const { name, default: value } of type?.fields ?? []) resolved[name] = value as JsonObject[string];
  Object.assign(resolved, data);
  for (const [name, value] of Object.entries(resolved)) {
    // Defaults of hidden fields may refer to other fields as `$self`.
    if (typeof value === 'string' && value.startsWith('=')) resolved[name] = evaluate(value, { $self: resolved }) as JsonObject[string];
  }
  return resolved;
}

/**
 * Returns the request with what the credential adds. Throws NodeError PARAMETER_INVALID if its type does not sign requests or its domains exclude
 * the URL.
 */
export async function signedRequest(
  type: CredentialDefinition,
  data: JsonObject,
  request: HttpRequest,
  evaluate: Evaluate,
): Promise<HttpRequest> {
  const { sign } = type;
  if (sign === undefined) {
    throw new NodeError(`Credentials of the type "${type.displayName}" cannot sign HTTP requests.`, {
      code: 'PARAMETER_INVALID',
      hint: 'Choose a credential of another type in the node.',
    });
  }
  const domains = domainsForHttpNode(data);
  const allowsUrl = (url: string): boolean => isDomainAllowed(url, domains);
  if (!allowsUrl(request.url)) {
    throw new NodeError(`The credential may not be sent to ${new URL(request.url).host}.`, {
      code: 'PARAMETER_INVALID',
      hint: `It is limited to these domains: ${domains ?? ''}. Change them in the credential, or the URL.`,
    });
  }
  const signed = typeof sign === 'function' ? await sign(data, request) : byRule(sign, data, request, evaluate);
  const added = Object.keys(signed.headers ?? {}).filter((name) => signed.headers?.[name] !== request.headers?.[name]);
  return {
    ...signed,
    secretHeaders: [...(request.secretHeaders ?? []), ...added.map((name) => name.toLowerCase())],
    secrets: [...(request.secrets ?? []), ...secretsOf(type, data)],
    ...(domains === undefined ? {} : { allowsUrl }),
  };
}

function byRule(rule: SigningRule, data: CredentialData, request: HttpRequest, evaluate: Evaluate): HttpRequest {
  const filled = (value: string): string => (value.startsWith('=') ? String(evaluate(value, { $credentials: data }) ?? '') : value);
  const headers: Record<string, string | readonly string[]> = { ...request.headers };
  const set = (name: string, value: string): void => {
    // A header of the node with the same name is replaced, whatever its case.
    for (const other of Object.keys(headers)) if (other.toLowerCase() === name.toLowerCase()) delete headers[other];
    headers[name] = value;
  };
  for (const [name, value] of Object.entries(rule.headers ?? {})) set(filled(name), filled(value));
  if (rule.basic !== undefined) set('Authorization', basicAuthorization(filled(rule.basic.user), filled(rule.basic.password)));
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(rule.query ?? {})) url.searchParams.set(filled(name), filled(value));
  return { ...request, url: rule.query === undefined ? request.url : url.href, headers };
}

/** Values of secret fields. Short ones would hide unrelated parts of messages. */
function secretsOf({ fields }: CredentialDefinition, data: CredentialData): readonly string[] {
  return fields
    .filter(({ typeOptions }) => typeOptions?.password === true)
    .map(({ name }) => data[name])
    .filter((value): value is string => typeof value === 'string' && value.length > 3);
}
