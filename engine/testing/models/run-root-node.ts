// Runs a root node with attached nodes through the real runner, with its requests sent to servers of the test.
import type { JsonObject } from '../../contract/json.ts';
import type { Item, RunResult } from '../../contract/run-data.ts';
import type { Connections, WorkflowNode, WorkflowSettings } from '../../contract/workflow.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { Executor, type ExecutionPorts, type Principal } from '../../execution/index.ts';
import type { ExecuteContext, HttpPort, Supply } from '../../sdk/index.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import { fakePorts } from '../fake-ports.ts';

export interface AttachedNode {
  readonly name: string;
  /** Without its package, such as `lmChatOpenAi`, or complete. */
  readonly type: string;
  /** Default: the newest. */
  readonly version?: number;
  readonly parameters?: JsonObject;
  /** Type of the connection. */
  readonly by: string;
  /** Name of the node that it is attached to. Default: `Root`. */
  readonly to?: string;
  /** Index of the input. Default: 0. */
  readonly input?: number;
  readonly node?: Partial<WorkflowNode>;
}

export interface RootRun {
  readonly type: string;
  readonly version?: number;
  readonly parameters?: JsonObject;
  readonly items?: readonly (Item | JsonObject)[];
  readonly attached: readonly AttachedNode[];
  readonly node?: Partial<WorkflowNode>;
  /** Decrypted data of credentials by type. */
  readonly credentials?: Readonly<Record<string, JsonObject>>;
  readonly ports?: Partial<ExecutionPorts>;
  readonly principal?: Principal;
  /** Settings of the workflow. */
  readonly settings?: WorkflowSettings;
  readonly responder?: Parameters<Executor['start']>[0]['responder'];
  /** Is called with the run once it has started, for example to stop it. */
  readonly onStart?: (running: ReturnType<Executor['start']>) => void;
}

export interface RootOutcome {
  /** The json of the items of the first output. */
  readonly json: readonly JsonObject[];
  readonly result: RunResult;
  /** Message of the node's error. */
  readonly error: string | undefined;
  readonly runData: RunResult['resultData']['runData'];
}

/** Returns a client that sends requests for one origin to a server of the test instead. */
export function redirectedHttp(
  origin: string | RegExp,
  address: string,
  client: HttpPort = createHttpClient({ environment: {} }),
): HttpPort {
  return { request: (request) => client.request({ ...request, url: request.url.replace(origin, address) }) };
}

interface DetachedRequest {
  /** Without its package. */
  readonly type: string;
  readonly version?: number;
  readonly parameters?: JsonObject;
  readonly credentials?: Readonly<Record<string, JsonObject>>;
  readonly ports?: Partial<ExecutionPorts>;
}

/** Returns a node outside of a run. */
function detachedModel({
  type,
  version = 1,
  parameters = {},
  credentials = {},
  ports,
}: DetachedRequest): ReturnType<Executor['detachedNode']> {
  const node = {
    name: 'Model',
    type: full(type),
    typeVersion: version,
    position: [0, 0] as [number, number],
    parameters,
    credentials: referencesTo(credentials),
  };
  return new Executor(modelPorts(credentials, ports)).detachedNode({ nodes: [node], connections: {} }, 'Model', {
    mode: 'internal',
    signal: new AbortController().signal,
  });
}

interface ListRequest extends DetachedRequest {
  /** Name of the method. Default: `getModels`. */
  readonly method?: string;
  readonly filter?: string;
}

/** Returns the values of a list that a node offers in the editor. Rejects with its error. */
export async function listedValues({ method = 'getModels', filter, ...request }: ListRequest): Promise<readonly unknown[]> {
  const { context, type } = await detachedModel(request);
  const { loadOptions, listSearch } = type.methods ?? {};
  const options = (await loadOptions?.[method]?.(context)) ?? (await listSearch?.[method]?.(context, filter))?.results ?? [];
  return options.map((option) => (option as { readonly value: unknown }).value);
}

/** Returns what a node supplies that needs no items, such as an embedder. */
export async function suppliedBy(request: DetachedRequest): Promise<Supply> {
  const { context, type } = await detachedModel(request);
  return (await type.supply?.(context as ExecuteContext, 0)) ?? {};
}

type Credentials = Readonly<Record<string, JsonObject>>;

const referencesTo = (credentials: Credentials): NonNullable<WorkflowNode['credentials']> =>
  Object.fromEntries(Object.keys(credentials).map((type) => [type, { id: type, name: type }]));

export const modelPorts = (credentials: Credentials, ports: Partial<ExecutionPorts> = {}): ExecutionPorts =>
  fakePorts({
    http: createHttpClient({ environment: {} }),
    credentialTypes: createCredentialTypes(),
    credential: async (type) => credentials[type] ?? {},
    ...ports,
  });

const full = (type: string): string => (type.includes('.') ? type : `@n8n/n8n-nodes-langchain.${type}`);

/** Runs the root node, which is named `Root`. */
export async function runRootNode(run: RootRun): Promise<RootOutcome> {
  const { credentials = {}, attached, items = [{ json: {} }] } = run;
  const references = referencesTo(credentials);
  const node = (
    name: string,
    type: string,
    version: number | undefined,
    parameters: JsonObject,
    more: Partial<WorkflowNode> = {},
  ): WorkflowNode =>
    ({
      name,
      type: full(type),
      ...(version === undefined ? {} : { typeVersion: version }),
      position: [0, 0],
      parameters,
      credentials: references,
      ...more,
    }) as WorkflowNode;
  const connections: Connections = Object.fromEntries(
    attached.map(({ name, by, to = 'Root', input = 0 }) => [name, { [by]: [[{ node: to, type: by, index: input }]] }]),
  );
  const ports = modelPorts(credentials, run.ports);
  const running = new Executor(ports).start({
    workflow: {
      id: 'test',
      name: 'Test',
      nodes: [
        node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
        node('Root', run.type, run.version, run.parameters ?? {}, run.node),
        ...attached.map((each) => node(each.name, each.type, each.version, each.parameters ?? {}, each.node)),
      ],
      connections: { Start: { main: [[{ node: 'Root', type: 'main', index: 0 }]] }, ...connections },
      settings: { executionOrder: 'v1', ...run.settings },
    },
    mode: 'manual',
    startNode: 'Start',
    items: items.map((item) => ('json' in item && typeof item['json'] === 'object' ? (item as Item) : { json: item as JsonObject })),
    ...(run.principal === undefined ? {} : { principal: run.principal }),
    ...(run.responder === undefined ? {} : { responder: run.responder }),
  });
  run.onStart?.(running);
  const { result } = await running.done;
  const { runData, error } = result.resultData;
  const task = runData['Root']?.[0];
  return {
    json: (task?.data?.['main']?.[0] ?? []).map(({ json }) => json),
    result,
    error: (error ?? task?.error)?.message,
    runData,
  };
}
