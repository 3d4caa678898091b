// Runs one operation of a node of a package with sample values, against a service that answers every request alike.
import type { JsonObject } from '../../engine/contract/json.ts';
import type { ErrorData } from '../../engine/contract/run-data.ts';
import { evaluateAlone, resolvedData } from '../../engine/execution/index.ts';
import type { CredentialTypes, NodeRegistry } from '../../engine/registry/index.ts';
import type { HttpPort, HttpRequest } from '../../engine/sdk/index.ts';
import { fakeClock } from '../../engine/testing/fake-ports.ts';
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
  readonly answer: JsonObject;
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

/** The node as people know it: type, version, resource and operation. */
export const nameOf = ({ description, operation }: Pick<Operation, 'description' | 'operation'>): string =>
  [`\`${description.name}\` ${versionOf(description)}`, ...Object.values(operation).map(String)].join(', ');

/** `requests`: receives them as they are made. */
export async function runOperation(
  { registry, credentialTypes, description, operation, answer }: Operation,
  requests: HttpRequest[] = [],
): Promise<OperationRun> {
  const version = versionOf(description);
  const parameters = sampleParameters(description, operation);
  const slots = (description.credentials ?? []).filter((part) => displayParameter(parameters, part, { typeVersion: version }, description));
  const data = new Map<string, JsonObject>();
  for (const { name } of slots) {
    const type = await credentialTypes.type(name);
    data.set(name, resolvedData(sampleCredential(type?.fields ?? []), type, evaluateAlone));
  }
  const clock = fakeClock();
  const { error } = await runNode({
    type: description.name,
    version,
    parameters,
    items: [sampleItem],
    node: { credentials: Object.fromEntries([...data.keys()].map((name) => [name, { id: name, name: 'Sample' }])) },
    ports: {
      nodes: registry,
      http: recorder(requests, answer),
      clock,
      credentialTypes,
      credential: async (_type, { id }) => data.get(id ?? '') ?? {},
    },
  });
  const [credential = {}] = data.values();
  return { parameters, credential, now: clock.now(), requests, error };
}

const recorder = (requests: HttpRequest[], answer: JsonObject): HttpPort => ({
  request: async (request) => {
    if (requests.length === MOST_REQUESTS) throw new Error('The node makes requests without end.');
    requests.push(request);
    const bytes = Buffer.from(JSON.stringify(answer));
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
