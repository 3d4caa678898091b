// Texts sorted into categories.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome, RootRun } from '../../testing/models/run-root-node.ts';

const { run, bodies, messages } = openAiRuns();

const categories = {
  categories: [
    { category: 'Bug', description: 'Something is broken' },
    { category: 'Wish', description: 'Something is missing' },
  ],
};

const ask = (answer: string, options: JsonObject = {}, more: Partial<RootRun> = {}): Promise<RootOutcome> =>
  run([{ text: answer }], {
    type: 'textClassifier',
    parameters: { inputText: '={{ $json.text }}', categories, options },
    items: [{ text: 'It crashes', id: 7 }],
    ...more,
  });

/** The number of items of each output. */
const counts = ({ runData }: RootOutcome): readonly number[] =>
  (runData['Root']?.[0]?.data?.['main'] ?? []).map((items) => items?.length ?? 0);

describe('the classifier', () => {
  it.each([1, 1.1])('sends the item to the output of its category in version %d', async (version) => {
    const outcome = await ask('{"category": "Wish"}', {}, { version });
    expect(counts(outcome)).toEqual([0, 1]);
    expect(outcome.runData['Root']?.[0]?.data?.['main']?.[1]?.[0]).toMatchObject({
      json: { text: 'It crashes', id: 7 },
      pairedItem: { item: 0 },
    });
    expect(messages()[0]?.['content']).toContain('these categories: Bug, Wish.');
    expect(messages()[0]?.['content']).toContain('- Wish: Something is missing');
  });

  it.each<[string, JsonObject, readonly number[]]>([
    ['{"category": null}', {}, [0, 0]],
    ['{"category": null}', { fallback: 'other' }, [0, 0, 1]],
    ['{"category": "Bug"}', { fallback: 'other' }, [1, 0, 0]],
    ['{"categories": ["Bug", "Wish"]}', { multiClass: true }, [1, 1]],
    ['{"categories": []}', { multiClass: true, fallback: 'other' }, [0, 0, 1]],
  ])('%s with %j', async (answer, options, expected) => {
    expect(counts(await ask(answer, options))).toEqual(expected);
  });

  it.each([
    [true, 2],
    [false, 1],
  ])('asks again after a wrong answer if it may: %s', async (enableAutoFixing, requests) => {
    const { error } = await ask('{"category": "Praise"}', { enableAutoFixing });
    expect(error).toContain('"category" must be one of ["Bug","Wish",null]');
    expect(bodies()).toHaveLength(requests);
  });

  it('fills the categories into a prompt of the user', async () => {
    await ask('{"category": "Bug"}', { systemPromptTemplate: 'One of {categories}!' });
    expect(messages()[0]?.['content']).toMatch(/^One of Bug, Wish!/);
  });

  it.each<[string, JsonObject, string]>([
    ['no categories', { inputText: 'a' }, 'has no categories'],
    ['two of the same name', { inputText: 'a', categories: { categories: [{ category: 'A' }, { category: 'A' }] } }, '"A" exists twice'],
    ['no text', { categories }, 'The text is empty'],
  ])('rejects %s', async (_, parameters, message) => {
    expect((await ask('{}', {}, { parameters })).error).toContain(message);
  });

  it('continues with an error item at the first output if it is told to', async () => {
    const outcome = await ask('no', {}, { node: { onError: 'continueRegularOutput' } });
    expect(counts(outcome)).toEqual([1, 0]);
    expect(outcome.json[0]?.['error']).toContain('not valid JSON');
  });
});
