// Runs root nodes whose model is on a server with the API of OpenAI.
import { afterEach } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { StubServer } from '../stub-server.ts';
import { openAiServer } from './open-ai-server.ts';
import { runRootNode, type AttachedNode, type RootOutcome, type RootRun } from './run-root-node.ts';
import type { Script } from './scripted-model.ts';

/** Returns a model on the server. It uses chat completions, whose bodies are short. */
export const openAiModel = (more: Partial<AttachedNode> = {}): AttachedNode => ({
  name: 'Model',
  type: 'lmChatOpenAi',
  by: 'ai_languageModel',
  parameters: { model: { __rl: true, mode: 'id', value: 'gpt-4o' }, responsesApiEnabled: false },
  ...more,
});

export interface OpenAiRuns {
  /** Runs a root node with a model that answers by the script, and with further attached nodes. */
  readonly run: (script: Script, run: Omit<RootRun, 'attached'> & { readonly attached?: readonly AttachedNode[] }) => Promise<RootOutcome>;
  /** Returns the bodies of the requests of the last run. */
  readonly bodies: () => readonly JsonObject[];
  /** Returns the messages of a request of the last run; by default of the first one. */
  readonly messages: (index?: number) => readonly JsonObject[];
}

/** Returns runs whose servers are closed after each test. */
export function openAiRuns(): OpenAiRuns {
  const servers: StubServer[] = [];
  afterEach(async () => {
    for (let server = servers.pop(); server !== undefined; server = servers.pop()) await server.close();
  });
  const bodies = (): readonly JsonObject[] => (servers.at(-1)?.received ?? []).map(({ body }) => JSON.parse(body) as JsonObject);
  return {
    run: async (script, { attached = [], ...run }) => {
      const server = await openAiServer(script);
      servers.push(server);
      return runRootNode({
        ...run,
        credentials: { openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1` }, ...run.credentials },
        attached: [openAiModel(), ...attached],
      });
    },
    bodies,
    messages: (index = 0) => (bodies()[index]?.['messages'] ?? []) as readonly JsonObject[],
  };
}
