// Answers from what a retriever finds. Retrieval itself is tested with the vector stores.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome, RootRun } from '../../testing/models/run-root-node.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { nodeWithPart } from '../../testing/models/node-with-part.ts';

const { run, messages, bodies } = openAiRuns();

const queries: string[] = [];
const retriever = nodeWithPart('ai_retriever', {
  ai_retriever: {
    retrieve: async (query) => {
      queries.push(query);
      return ['First page', 'Second page'].map((pageContent) => ({ pageContent, metadata: {} }));
    },
  },
});

async function ask(version: number, item: JsonObject, parameters: JsonObject = {}, more: Partial<RootRun> = {}): Promise<RootOutcome> {
  queries.length = 0;
  return run([{ text: ' Yes. ' }], {
    type: 'chainRetrievalQa',
    version,
    parameters,
    items: [item],
    ...retriever,
    ...more,
    ports: { ...retriever.ports, ...more.ports },
  });
}

describe('the chain of questions and answers', () => {
  it.each<[number, JsonObject, JsonObject, JsonObject]>([
    [1, { input: 'Why?' }, {}, { response: { text: 'Yes.' } }],
    [1, { other: 'Why?' }, { query: '={{ $json.other }}' }, { response: { text: 'Yes.' } }],
    [1.1, { chat_input: 'Why?' }, {}, { response: { text: 'Yes.' } }],
    [1.2, { chatInput: 'Why?' }, {}, { response: { text: 'Yes.' } }],
    [1.3, { chatInput: 'Why?' }, {}, { response: { text: 'Yes.' } }],
    [1.3, {}, { promptType: 'define', text: 'Why?' }, { response: { text: 'Yes.' } }],
    [1.4, { chatInput: 'Why?' }, {}, { response: { text: 'Yes.' } }],
    [1.5, { chatInput: 'Why?' }, {}, { response: 'Yes.' }],
    [1.6, { guardrailsInput: 'Why?' }, { promptType: 'guardrails' }, { response: 'Yes.' }],
    [1.7, {}, { promptType: 'define', text: 'Why?' }, { response: 'Yes.' }],
  ])('reads the question of version %d from %j with %j', async (version, item, parameters, expected) => {
    const { json, error } = await ask(version, item, parameters);
    expect(error).toBeUndefined();
    expect(queries).toEqual(['Why?']);
    expect(json).toEqual([expected]);
    expect(messages()).toMatchObject([
      { role: 'system', content: expect.stringContaining('Context: First page\n\nSecond page') },
      { role: 'user', content: 'Why?' },
    ]);
  });

  it.each<[number, string]>([
    [1.4, '{question}'],
    [1.5, '{input}'],
  ])('has instructions of its own, in version %d with %s', async (version, name) => {
    const systemPromptTemplate = `Read {context} and answer ${name}`;
    await ask(version, { chatInput: 'Why?' }, { options: { systemPromptTemplate } });
    expect(messages()[0]?.['content']).toBe('Read First page\n\nSecond page and answer Why?');
    expect((await ask(version, { chatInput: 'Why?' }, { options: { systemPromptTemplate: 'Answer' } })).error).toContain(
      'does not contain "{context}"',
    );
  });

  it('works on batches with a pause between them, since version 1.6', async () => {
    const clock = fakeClock(0);
    const items = [1, 2, 3].map((number) => ({ chatInput: String(number) }));
    const parameters = { options: { batching: { batchSize: 2, delayBetweenBatches: 100 } } };
    const { json } = await ask(1.6, {}, parameters, { items, ports: { clock } });
    expect(json).toHaveLength(3);
    expect(clock.now()).toBe(100);
  });

  it('needs a question', async () => {
    expect((await ask(1.7, {})).error).toContain('prompt is empty');
    expect(bodies()).toEqual([]);
  });
});
