// Sentiments of texts.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome, RootRun } from '../../testing/models/run-root-node.ts';

const { run, messages } = openAiRuns();

const ask = (answer: string, options: JsonObject = {}, more: Partial<RootRun> = {}): Promise<RootOutcome> =>
  run([{ text: answer }], {
    type: 'sentimentAnalysis',
    parameters: { inputText: '={{ $json.text }}', options },
    items: [{ text: 'Great!' }],
    ...more,
  });

const outputs = ({ runData }: RootOutcome): readonly unknown[] =>
  (runData['Root']?.[0]?.data?.['main'] ?? []).map((items) => (items ?? []).map(({ json }) => json));

describe('the analysis', () => {
  it.each([1, 1.1])('sends the item to the output of its sentiment in version %d', async (version) => {
    const outcome = await ask('{"sentiment": "Neutral"}', {}, { version });
    expect(outputs(outcome)).toEqual([[], [{ text: 'Great!', sentimentAnalysis: { category: 'Neutral' } }], []]);
  });

  it('returns details if it is told to', async () => {
    const outcome = await ask('{"sentiment": "Positive", "strength": 0.9, "confidence": 0.8}', { includeDetailedResults: true });
    expect(outputs(outcome)).toEqual([
      [{ text: 'Great!', sentimentAnalysis: { category: 'Positive', strength: 0.9, confidence: 0.8 } }],
      [],
      [],
    ]);
    const wrong = await ask('{"sentiment": "Positive", "strength": 9, "confidence": 0.8}', { includeDetailedResults: true });
    expect(wrong.error).toContain('"strength" must be <= 1');
  });

  it('has sentiments of the user', async () => {
    const outcome = await ask('{"sentiment": "Calm"}', { categories: 'Angry, Calm', systemPromptTemplate: 'Find {categories}' });
    expect(outputs(outcome)).toEqual([[], [{ text: 'Great!', sentimentAnalysis: { category: 'Calm' } }]]);
    expect(messages()[0]?.['content']).toMatch(/^Find Angry, Calm/);
  });

  it.each<[JsonObject, string]>([
    [{ categories: ' , ' }, 'has no categories'],
    [{ categories: 'A, A' }, '"A" exists twice'],
  ])('rejects %j', async (options, message) => {
    expect((await ask('{}', options)).error).toContain(message);
  });
});
