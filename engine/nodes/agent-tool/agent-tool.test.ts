// Agents that other agents call.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { StubServer } from '../../testing/stub-server.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { runRootNode, type AttachedNode, type RootOutcome, type RootRun } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';

let server: StubServer;
afterEach(() => server.close());

const model = (parameters: JsonObject = {}, more: Partial<AttachedNode> = {}): AttachedNode => ({
  name: 'Model',
  type: 'lmChatOpenAi',
  by: 'ai_languageModel',
  parameters: { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, ...parameters },
  ...more,
});

async function ask(script: Script, { key = 'sk-test', ...run }: Partial<RootRun> & { readonly key?: string } = {}): Promise<RootOutcome> {
  server = await openAiServer(script);
  return runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: '={{ $json.question }}' },
    items: [{ question: 'How old is the moon?', service: server.address }],
    attached: [model()],
    credentials: { openAiApi: { apiKey: key, url: `${server.address}/v1` } },
    ...run,
  });
}

describe('an agent', () => {
  it.each([2.2, 3])('runs in version %d as the tool of another agent', async (version) => {
    const script: Script = (body) => {
      const text = JSON.stringify(body);
      if (text.includes('You research')) return { text: 'The moon is 4.5 billion years old.' };
      return text.includes('function_call_output')
        ? { text: 'Very old' }
        : { toolCalls: [{ name: 'Researcher', args: { prompt: 'Age of the moon' } }] };
    };
    const researcher: AttachedNode = {
      name: 'Researcher',
      type: 'agentTool',
      version,
      by: 'ai_tool',
      parameters: { text: "={{ $fromAI('prompt') }}", options: { systemMessage: 'You research' } },
    };
    const { json, runData } = await ask(script, {
      attached: [model(), researcher, model({}, { name: 'Second', to: 'Researcher' })],
    });
    expect(json).toEqual([{ output: 'Very old' }]);
    expect(runData['Second']?.[0]?.source).toEqual([{ previousNode: 'Researcher', previousNodeRun: 0 }]);
    expect(runData['Researcher']?.[0]?.metadata).toEqual({ subRun: [{ node: 'Second', runIndex: 0 }] });
  });
});
