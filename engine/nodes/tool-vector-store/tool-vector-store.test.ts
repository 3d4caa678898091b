// Answers from a vector store, as a tool of an agent.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { Principal } from '../../execution/index.ts';
import { ProcessVectors } from '../../execution/process-vectors.ts';
import { openAiModel, openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome } from '../../testing/models/run-root-node.ts';
import { wordVector, type Script } from '../../testing/models/scripted-model.ts';
import { store } from '../../testing/models/store-parts.ts';

const { run, bodies } = openAiRuns();

async function ask(parameters: JsonObject, version: number, script: Script, node = 'Handbook'): Promise<RootOutcome> {
  const vectors = new ProcessVectors();
  const principal = Principal.ofPerson(null);
  const entries = ['holidays are in summer', 'the mill has three floors'].map((pageContent, index) => ({
    id: String(index),
    document: { pageContent, metadata: {} },
    vector: Float32Array.from(wordVector(pageContent)),
  }));
  await vectors.of(principal, 'test').store('vector_store_key', 'user').add(entries, false);
  return run(script, {
    type: 'agent',
    parameters: { promptType: 'define', text: 'When are holidays?' },
    attached: [
      { name: node, type: 'toolVectorStore', by: 'ai_tool', version, parameters },
      openAiModel({ name: 'Second', to: node }),
      ...store('vectorStoreInMemory', { mode: 'retrieve' }, 'ai_vectorStore', node),
    ],
    principal,
    ports: { vectors: (who, id) => vectors.of(who, id) },
  });
}

const chats = (): readonly JsonObject[] => bodies().filter((body) => 'messages' in body);

describe('the tool that answers from a vector store', () => {
  it('answers with a model of its own, from the documents it finds', async () => {
    const script: Script = [
      { toolCalls: [{ name: 'Handbook', args: { input: 'When are holidays?' } }] },
      { text: 'In summer' },
      { text: 'Summer!' },
    ];
    const { json, runData, error } = await ask({ description: 'The handbook', topK: 1 }, 1.1, script);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ output: 'Summer!' }]);
    expect(JSON.stringify(chats()[1])).toContain('Context: holidays are in summer');
    expect(JSON.stringify(chats()[1])).not.toContain('three floors');
    expect(runData['Handbook']?.[0]?.data?.['ai_tool']?.[0]?.[0]?.json).toEqual({ response: 'In summer' });
    expect(runData['Second']).toHaveLength(1);
  });

  it.each<[number, string]>([
    [1, 'company_data'],
    [1.1, 'Handbook'],
  ])('has in version %d the name %s', async (version, name) => {
    await ask({ name: 'company_data', description: 'The handbook of the mill.' }, version, [{ text: 'Hi' }]);
    expect(chats()[0]?.['tools']).toMatchObject([
      { function: { name, description: expect.stringMatching(/^Answers questions about .*The handbook of the mill\./) } },
    ]);
  });

  it('needs a description of its data', async () => {
    expect((await ask({}, 1.1, [{ text: 'Hi' }])).error).toContain('is not described');
  });
});
