// Runs one operation of a node of a package with sample values, or one of its other functions, against a service that answers every request alike.
import type { JsonObject } from '../../engine/contract/json.ts';
import type { ErrorData } from '../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../engine/contract/workflow.ts';
import { evaluateAlone, Executor, resolvedData, type Clock, type ExecutionPorts } from '../../engine/execution/index.ts';
import type { CredentialTypes, NodeRegistry } from '../../engine/registry/index.ts';
import type { HttpPort, HttpRequest, RegistrationContext, DetachedContext } from '../../engine/sdk/index.ts';
import { fakeClock, fakePorts } from '../../engine/testing/fake-ports.ts';
import { runNode } from '../../engine/testing/run-node.ts';
import type { NodeDescription } from '../../engine/workflow/node-type.ts';
import { displayParameter } from '../../engine/workflow/parameters/visibility.ts';
import { versionOf } from './operations.ts';
import { sampleCredential, sampleItem, sampleParameters } from './sample-values.ts';

export interface Operation {
  readonly registry: NodeRegistry;
  readonly credentialTypes: CredentialTypes;
  readonly description: NodeDescription;
  /** Resource and operation. */
  readonly operation: JsonObject;
  /** What the service answers, as JSON. */
  readonly response: JsonObject;
}

export interface OperationRun {
  readonly parameters: JsonObject;
  /** Resolved data of the node's first credential. */
  readonly credential: JsonObject;
  /** Milliseconds since the epoch, of the node's clock. */
  readonly now: number;
  readonly requests: readonly HttpRequest[];
  readonly error: ErrorData | undefined;
}

/** Requests after which a node that asks for page after page is stopped. */
const MOST_REQUESTS = 50;

/** Milliseconds that all functions of a node may take; the editor limits its lists likewise. */
const TIME = 15_000;

/** The node as people know it: type, version, resource and operation. */
export const nameOf = ({ description, operation }: Pick<Operation, 'description' | 'operation'>): string =>
  [`\`${description.name}\` ${versionOf(description)}`, ...Object.values(operation).map(String)].join(', ');

interface Prepared {
  readonly parameters: JsonObject;
  /** Resolved data of the node's credentials, by type. */
  readonly credentials: ReadonlyMap<string, JsonObject>;
  /** The node's credentials as a workflow refers to them. */
  readonly references: NonNullable<WorkflowNode['credentials']>;
  readonly ports: Partial<ExecutionPorts> & { readonly clock: Clock };
}

async function prepared(
  { registry, credentialTypes, description, operation, response }: Operation,
  requests: HttpRequest[],
): Promise<Prepared> {
  const typeVersion = versionOf(description);
  const parameters = sampleParameters(description, operation);
  const slots = (description.credentials ?? []).filter((part) => displayParameter(parameters, part, { typeVersion }, description));
  const credentials = new Map<string, JsonObject>();
  for (const { name } of slots) {
    const type = await credentialTypes.type(name);
    credentials.set(name, resolvedData(sampleCredential(type?.fields ?? []), type, evaluateAlone));
  }
  return {
    parameters,
    credentials,
    references: Object.fromEntries([...credentials.keys()].map((name) => [name, { id: name, name: 'Sample' }])),
    ports: {
      nodes: registry,
      http: recorder(requests, response),
      clock: fakeClock(),
      credentialTypes,
      credential: async (type) => credentials.get(type) ?? {},
    },
  };
}

/** `requests`: receives them as they are made. */
export async function runOperation(operation: Operation, requests: HttpRequest[] = []): Promise<OperationRun> {
  const { parameters, credentials, references, ports } = await prepared(operation, requests);
  const { description } = operation;
  const { error } = await runNode({
    type: description.name,
    version: versionOf(description),
    parameters,
    items: [sampleItem],
    node: { credentials: references },
    ports,
  });
  const [credential = {}] = credentials.values();
  return { parameters, credential, now: ports.clock.now(), requests, error };
}

/** Functions of a node besides running: polls, registrations of webhooks, and lists of the editor. Each rejects with the node's error. */
export async function functionsOf(operation: Operation, requests: HttpRequest[]): Promise<ReadonlyMap<string, () => Promise<unknown>>> {
  const { parameters, references, ports } = await prepared(operation, requests);
  const { description } = operation;
  // Some nodes tell by their name that they are triggers.
  const name = description.displayName;
  const node = {
    id: 'n',
    name,
    type: description.name,
    typeVersion: versionOf(description),
    position: [0, 0] as const,
    parameters,
    credentials: references,
    webhookId: 'sample',
  };
  const workflow = { id: 'w', name: 'Sample', nodes: [node], connections: {} } as unknown as WorkflowFile;
  const signal = AbortSignal.timeout(TIME);
  const { type, context } = await new Executor(fakePorts(ports)).detachedNode(workflow, name, { mode: 'trigger', signal });
  Object.defineProperty(context, 'webhookUrl', { value: () => 'https://sample.test/webhook/sample' });
  const match = new Map<string, () => Promise<unknown>>();
  const { poll, registrations = {}, methods = {} } = type;
  if (poll !== undefined) match.set('poll', () => poll(context));
  for (const [webhook, steps] of Object.entries(registrations)) {
    for (const step of ['checkExists', 'create', 'delete'] as const) {
      match.set(`${webhook} ${step}`, () => steps[step](context as RegistrationContext));
    }
  }
  for (const group of Object.values(methods)) {
    for (const [method, list] of Object.entries(group as Readonly<Record<string, (ctx: DetachedContext) => Promise<unknown>>>)) {
      match.set(method, () => list(context));
    }
  }
  return match;
}

const recorder = (requests: HttpRequest[], response: JsonObject): HttpPort => ({
  request: async (request) => {
    if (requests.length === MOST_REQUESTS) throw new Error('The node makes requests without end.');
    requests.push(request);
    const bytes = Buffer.from(JSON.stringify(response));
    return {
      status: 200,
      statusText: 'OK',
      headers: { 'content-type': 'application/json' },
      url: request.url,
      bytes: async () => bytes,
      stream: async function* () {
        yield bytes;
      },
    };
  },
});
