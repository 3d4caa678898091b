// Runs the workflows on a server, with models on servers that have the APIs of their services.
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../contract/json.ts';
import { anthropicServer } from '../models/anthropic-server.ts';
import { geminiServer } from '../models/gemini-server.ts';
import { ollamaServer } from '../models/ollama-server.ts';
import { openAiServer } from '../models/open-ai-server.ts';
import { answers } from '../models/scripted-model.ts';
import type { TestRequest } from '../account-server.ts';
import type { StubServer } from '../stub-server.ts';
import { core, workflowOf, type AgentWorkflow } from './kit.ts';

/** The server that runs the workflows. */
export interface Instance {
  /** Without a trailing slash. */
  readonly url: string;
  /** Returns the data of the response. */
  data<T>(request: TestRequest): Promise<T>;
}

export class AgentRuns {
  readonly #instance: Instance;
  readonly #services: readonly StubServer[];
  readonly #openAi: StubServer;
  /** Ids of credentials by type. */
  readonly #credentials: Record<string, string> = {};
  #answer = answers([]);
  #published: readonly string[] = [];

  private constructor(instance: Instance, openAi: StubServer, services: readonly StubServer[]) {
    this.#instance = instance;
    this.#openAi = openAi;
    this.#services = services;
  }

  static async start(instance: Instance): Promise<AgentRuns> {
    const script = (body: JsonObject): ReturnType<typeof runs.answer> => runs.answer(body);
    const [openAi, ollama, anthropic, gemini] = await Promise.all([
      openAiServer(script),
      ollamaServer(script),
      anthropicServer(script),
      geminiServer(script),
    ]);
    const runs = new AgentRuns(instance, openAi, [openAi, ollama, anthropic, gemini]);
    const data = {
      openAiApi: { apiKey: 'sk-test', url: `${openAi.address}/v1` },
      ollamaApi: { baseUrl: ollama.address },
      anthropicApi: { apiKey: 'sk-ant-test', url: anthropic.address },
      googlePalmApi: { apiKey: 'key-test', host: gemini.address },
    };
    for (const [type, values] of Object.entries(data)) {
      const body = { name: type, type, data: values };
      runs.#credentials[type] = (await instance.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body })).id;
    }
    return runs;
  }

  answer(body: JsonObject): ReturnType<ReturnType<typeof answers>> {
    return this.#answer(body);
  }

  /** Bodies of the requests to the services in the last run. */
  requests(): readonly string[] {
    return this.#services.flatMap(({ received }) => received).map(({ body }) => body);
  }

  /** Publishes a workflow, sends its requests, and returns the last response: JSON, or the text of a stream. */
  async run(workflow: AgentWorkflow): Promise<unknown> {
    const { nodes, lines, bodies = [{ question: 'How old is the moon?' }], called = {}, webhook = {} } = workflow;
    for (const { received } of this.#services) (received as unknown[]).length = 0;
    this.#answer = answers(workflow.answers);
    await this.#unpublish();
    const ids = { ...this.#credentials };
    for (const [id, each] of Object.entries(called)) ids[id] = await this.#publish(workflowOf(each.nodes, each.lines, { name: id }), ids);
    const path = randomUUID();
    const parameters = { httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'allEntries', options: {}, ...webhook };
    const start = core('webhook', 2, parameters, { webhookId: path });
    await this.#publish(workflowOf({ Webhook: start, ...nodes }, lines, { name: workflow.title }), ids);
    let response: unknown;
    for (const body of bodies) response = await this.#send(path, body);
    return response;
  }

  async close(): Promise<void> {
    await this.#unpublish();
    await Promise.all(this.#services.map((service) => service.close()));
  }

  async #send(path: string, body: JsonObject): Promise<unknown> {
    const { url } = this.#instance;
    const response = await fetch(`${url}/webhook/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ site: `${this.#openAi.address}/v1`, mcp: `${url}/mcp`, ...body }),
    });
    return responseOf(await response.text());
  }

  /** Saves a workflow with these ids in place of those of its notation, and publishes it. */
  async #publish(file: object, ids: Readonly<Record<string, string>>): Promise<string> {
    const text = JSON.stringify(file).replaceAll(/"(id|value)":"([^"]+)"/g, (all, key: string, value: string) =>
      Object.hasOwn(ids, value) ? `"${key}":"${ids[value] ?? ''}"` : all,
    );
    const { id } = await this.#instance.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: JSON.parse(text) as object });
    await this.#instance.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: true } });
    this.#published = [...this.#published, id];
    return id;
  }

  async #unpublish(): Promise<void> {
    for (const id of this.#published) {
      await this.#instance.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: false } });
    }
    this.#published = [];
  }
}

function responseOf(text: string): unknown {
  if (!text.startsWith('{"type":"begin"')) return JSON.parse(text);
  const parts = text.split('\n').filter((line) => line !== '');
  return parts.map((part) => (JSON.parse(part) as { content?: string }).content ?? '').join('');
}
