// A server with the packages installed, used as the editor and services use it: credentials, lists, runs, activation and webhooks.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../../../engine/contract/json.ts';
import type { ExecutionFinishedEvent, PushEvent } from '../../../engine/contract/push.ts';
import type { Item, RunData } from '../../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../../engine/contract/workflow.ts';
import type { TestRequest } from '../../../engine/testing/account-server.ts';
import { createNodeRegistry } from '../../../engine/registry/index.ts';
import { runningServer, type RunningServer } from '../../../engine/testing/running-server.ts';
import type { Services } from './services.ts';

/** Public address of the server, which services call. */
export const PUBLIC_URL = 'https://flows.example/';

/** A node of a workflow: the rest has defaults. */
export interface Sketch extends Partial<Omit<WorkflowNode, 'parameters'>> {
  readonly type: string;
  readonly parameters?: object;
}

export interface EndedRun {
  readonly status: string;
  /** Message of the error that ended the run. */
  readonly error: string | undefined;
  readonly runData: RunData;
  /** Items of an output of a node's last run. */
  items(node: string, output?: number): readonly Item[];
  json(node: string, output?: number): readonly JsonObject[];
}

export interface ActiveRun {
  readonly id: string;
  /** Resolves with the next execution that ends. */
  next(): Promise<EndedRun>;
  deactivate(): Promise<void>;
}

/** Milliseconds after which an expected event counts as missing. Polls are at least a minute apart. */
const PATIENCE = 90_000;

export class RunInstance {
  readonly services: Services;
  /** Folder of the installed packages. */
  readonly packagesFolder: string;
  readonly #running: RunningServer;
  /** The editor's session: it hears of the runs that it starts. */
  readonly #session = randomUUID();
  readonly #ended: ExecutionFinishedEvent[] = [];
  readonly #waiting = new Set<() => void>();
  /** Results of manual runs, which are not stored. */
  readonly #runData = new Map<string, RunData>();

  private constructor(running: RunningServer, services: Services) {
    this.#running = running;
    this.services = services;
    this.packagesFolder = join(running.dataDir, 'packages');
    running.server.onPush({ id: this.#session }, { event: (_, event) => this.#received(event), missed: () => undefined });
  }

  static async start(
    services: Services,
    { dataDir, registry }: { readonly dataDir: string; readonly registry: string },
  ): Promise<RunInstance> {
    const environment = { HTTP_PROXY: services.proxy, HTTPS_PROXY: services.proxy, NO_PROXY: '127.0.0.1,localhost' };
    const settings = { packageRegistry: registry, webhookUrl: PUBLIC_URL, preferredPackageTypes: langchainTypes() };
    return new RunInstance(
      await runningServer({
        dataDir,
        settings,
        environment,
        over: 'socket',
      }),
      services,
    );
  }

  /** URL of the server, with a trailing slash. */
  get url(): string {
    return this.#running.server.url;
  }

  /** Installs a package, as the settings of community nodes do. */
  async install(name: string, overrides: Readonly<Record<string, string>>): Promise<void> {
    await this.post('/rest/nodes', { name, overrides });
  }

  async uninstall(name: string): Promise<void> {
    await this.#running.data({ method: 'DELETE', url: `/rest/nodes?name=${encodeURIComponent(name)}` });
  }

  async allowNetwork(name: string): Promise<void> {
    await this.#running.data({ method: 'PATCH', url: '/rest/nodes', body: { name, allowsNetwork: true } });
  }

  data<T>(request: TestRequest): Promise<T> {
    return this.#running.data<T>(request);
  }

  get<T = unknown>(url: string): Promise<T> {
    return this.#running.data<T>({ url });
  }

  post<T = unknown>(url: string, body: unknown): Promise<T> {
    return this.#running.data<T>({ method: 'POST', url, body, headers: { 'session-id': this.#session } });
  }

  /** Stores a credential, and returns it as nodes refer to it. */
  async credential(type: string, data: JsonObject): Promise<Readonly<Record<string, { readonly id: string; readonly name: string }>>> {
    const { id, name } = await this.post<{ id: string; name: string }>('/rest/credentials', { name: `${type} of a test`, type, data });
    return { [type]: { id, name } };
  }

  /** Runs nodes in a row after a manual trigger, which supplies these items. */
  async run(nodes: Readonly<Record<string, Sketch>>, items: readonly object[] = [{}]): Promise<EndedRun> {
    const all = { Start: { type: 'n8n-nodes-base.manualTrigger' }, ...nodes };
    const file = { ...rowOf(all), pinData: { Start: items.map((json) => ({ json })) } };
    return this.runFile(file as WorkflowFile);
  }

  async runFile(file: WorkflowFile): Promise<EndedRun> {
    const { id } = await this.post<{ id: string }>('/rest/workflows', { name: 'Test', ...file });
    const workflowData = { ...file, id, name: 'Test' };
    const { executionId } = await this.post<{ executionId?: string }>('/rest/workflows/run', { workflowData, pinData: file.pinData });
    if (executionId === undefined) throw new Error('The workflow did not start');
    const { status, error } = await this.#until((event) => event.executionId === executionId);
    const runData = this.#runData.get(executionId) ?? {};
    this.#runData.delete(executionId);
    return endedRun(status, error?.message, runData);
  }

  /** Activates a workflow that starts with a node of a package. */
  activate(nodes: Readonly<Record<string, Sketch>>): Promise<ActiveRun> {
    return this.activateFile(rowOf(nodes));
  }

  async activateFile(file: Pick<WorkflowFile, 'nodes' | 'connections'>): Promise<ActiveRun> {
    const { id } = await this.post<{ id: string }>('/rest/workflows', { name: 'Test', ...file });
    await this.#setActive(id, true);
    return {
      id,
      next: async () => this.#stored((await this.#until(({ workflowId }) => workflowId === id)).executionId),
      deactivate: () => this.#setActive(id, false),
    };
  }

  /** Sends a request to a public URL of the server, as a service does. */
  call(publicUrl: string, init: RequestInit): Promise<Response> {
    return fetch(publicUrl.replace(PUBLIC_URL, this.url), init);
  }

  /** Options of a parameter, as the editor loads them. */
  options(node: Sketch, methodName: string): Promise<readonly { readonly name: string; readonly value: unknown }[]> {
    return this.get(`/rest/node-parameter-options?${queryOf(node, { methodName }).toString()}`);
  }

  /** A page of a resource locator's list. */
  search(
    node: Sketch,
    methodName: string,
    more: { readonly filter?: string; readonly paginationToken?: string } = {},
  ): Promise<{ readonly results: readonly { readonly name: string; readonly value: unknown }[]; readonly paginationToken?: string }> {
    return this.get(`/rest/nodes-list-search?${queryOf(node, { methodName, ...more }).toString()}`);
  }

  /** Fields of a resource mapper. */
  async fields(node: Sketch, methodName: string): Promise<readonly { readonly id: string; readonly type?: string }[]> {
    const body = { ...editedNode(node), path: 'parameters.columns', methodName };
    return (await this.post<{ fields: readonly { readonly id: string; readonly type?: string }[] }>('/rest/node-mapping-fields', body))
      .fields;
  }

  /** Content of a file of an item. */
  async file(item: Item | undefined, property = 'data'): Promise<string> {
    const { data = '', id } = item?.binary?.[property] ?? {};
    if (id === undefined) return Buffer.from(data, 'base64').toString();
    const response = await fetch(new URL(`rest/data/${encodeURIComponent(id)}?action=download`, this.url));
    if (!response.ok) throw new Error(`The file could not be read: ${response.status}`);
    return response.text();
  }

  close(): Promise<void> {
    return this.#running.close(true);
  }

  async #setActive(id: string, active: boolean): Promise<void> {
    await this.#running.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active } });
  }

  #received(event: PushEvent): void {
    if (event.type === 'nodeExecuteAfter') {
      const runData = this.#runData.get(event.executionId) ?? {};
      this.#runData.set(event.executionId, { ...runData, [event.nodeName]: [...(runData[event.nodeName] ?? []), event.data] });
    }
    if (event.type !== 'executionFinished') return;
    this.#ended.push(event);
    for (const look of this.#waiting) look();
  }

  /** Takes the first ended execution that matches, now or later. */
  #until(matches: (event: ExecutionFinishedEvent) => boolean): Promise<ExecutionFinishedEvent> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      const look = (): void => {
        const executionFinishedEvent = this.#ended.find(matches);
        if (executionFinishedEvent === undefined) return;
        end();
        this.#ended.splice(this.#ended.indexOf(executionFinishedEvent), 1);
        resolve(executionFinishedEvent);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error('No execution ended in time'));
      }, PATIENCE);
      this.#waiting.add(look);
      look();
    });
  }

  /** Reads a production execution. Its end is told before it is stored, with the next commit. */
  async #stored(executionId: string): Promise<EndedRun> {
    const deadline = AbortSignal.timeout(PATIENCE);
    for (;;) {
      const { status, text, body } = await this.#running.send({ url: `/rest/executions/${executionId}` });
      const stored = body.data as StoredExecution | undefined;
      if (status === 200 && stored !== undefined && stored.status !== 'running') {
        const { error, runData } = stored.data.resultData;
        return endedRun(stored.status, error?.message, runData);
      }
      if (status !== 200 && status !== 404) throw new Error(`The execution could not be read: ${text}`);
      await delay(10, undefined, { signal: deadline });
    }
  }
}

/** The package's nodes are tried out, although there are core nodes of the same types. */
const langchainTypes = (): readonly string[] =>
  createNodeRegistry()
    .types()
    .filter((type) => type.startsWith('@n8n/n8n-nodes-langchain.'));

function endedRun(status: string, error: string | undefined, runData: RunData): EndedRun {
  const items = (node: string, output = 0): readonly Item[] => runData[node]?.at(-1)?.data?.['main']?.[output] ?? [];
  return { status, error, runData, items, json: (node, output) => items(node, output).map(({ json }) => json) };
}

interface StoredExecution {
  readonly status: string;
  readonly data: { readonly resultData: { readonly error?: { readonly message: string }; readonly runData: RunData } };
}

/** Connects nodes in a row. */
export function rowOf(sketches: Readonly<Record<string, Sketch>>): Pick<WorkflowFile, 'nodes' | 'connections'> {
  const names = Object.keys(sketches);
  const nodes = Object.entries(sketches).map(([name, sketch], index): object => ({
    id: randomUUID(),
    name,
    typeVersion: 1,
    position: [index * 200, 0],
    parameters: {},
    ...sketch,
  }));
  const links = names.slice(0, -1).map((name, index) => [name, { main: [[{ node: names[index + 1], type: 'main', index: 0 }]] }] as const);
  return { nodes: nodes as WorkflowFile['nodes'], connections: Object.fromEntries(links) as unknown as WorkflowFile['connections'] };
}

const editedNode = ({ type, typeVersion = 1, parameters = {}, credentials = {} }: Sketch): object => ({
  nodeTypeAndVersion: { name: type, version: typeVersion },
  currentNodeParameters: parameters,
  credentials,
});

function queryOf(node: Sketch, more: Readonly<Record<string, string>>): URLSearchParams {
  const entries = Object.entries(editedNode(node)).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return new URLSearchParams({ ...Object.fromEntries(entries), path: 'parameters', ...more });
}
