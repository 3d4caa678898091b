// Data in texts.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome, RootRun } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';

const { run, bodies, messages } = openAiRuns();

const ask = (script: Script, parameters: JsonObject, more: Partial<RootRun> = {}): Promise<RootOutcome> =>
  run(script, {
    type: 'informationExtractor',
    parameters: { text: '={{ $json.text }}', ...parameters },
    items: [{ text: 'Ada, born 1815' }],
    ...more,
  });

const attribute = (values: JsonObject): JsonObject => ({ attributes: { attributes: [{ name: 'born', type: 'number', ...values }] } });

describe('the extractor', () => {
  it('extracts attributes', async () => {
    const { json } = await ask([{ text: '{"born": 1815}' }], attribute({ description: 'Year of birth', required: true }));
    expect(json).toEqual([{ output: { born: 1815 } }]);
    expect(messages()[0]?.['content']).toContain('"description":"Year of birth"');
    expect(messages()[1]).toEqual({ role: 'user', content: 'Ada, born 1815' });
  });

  it.each<[string, JsonObject, boolean]>([
    ['a required attribute', { required: true }, false],
    ['an attribute', {}, true],
  ])('accepts null for %s: %s', async (_, values, isAccepted) => {
    const { error } = await ask([{ text: '{"born": null}' }], attribute(values));
    expect(error === undefined).toBe(isAccepted);
  });

  it('asks once more if the answer does not match', async () => {
    const { json } = await ask([{ text: '{"born": "1815"}' }, { text: '{"born": 1815}' }], attribute({}));
    expect(json).toEqual([{ output: { born: 1815 } }]);
    expect(bodies()).toHaveLength(2);
  });

  it.each([
    [1, 'fromJson', {}],
    [1.1, 'fromJson', {}],
    [1.2, 'fromJson', { error: '"name" is missing' }],
  ])('requires every field of the example since version 1.2: %d', async (version, schemaType, expected) => {
    const outcome = await ask([{ text: '{"born": 1815}' }], { schemaType, jsonSchemaExample: '{"born": 1, "name": "A"}' }, { version });
    if ('error' in expected) expect(outcome.error).toContain(expected.error);
    else expect(outcome.json).toEqual([{ output: { born: 1815 } }]);
  });

  it('follows a schema and instructions of the user', async () => {
    const inputSchema = '{"type": "object", "properties": {"born": {"type": "integer"}}}';
    const { json } = await ask([{ text: '{"born": 1815}' }], {
      schemaType: 'manual',
      inputSchema,
      options: { systemPromptTemplate: 'Find years' },
    });
    expect(json).toEqual([{ output: { born: 1815 } }]);
    expect(messages()[0]?.['content']).toMatch(/^Find years/);
  });

  it.each<[string, JsonObject, string]>([
    ['an empty text', { text: '', ...attribute({}) }, 'The text is empty'],
    ['no attributes', {}, 'no attributes to extract'],
  ])('rejects %s', async (_, parameters, message) => {
    expect((await ask([{ text: '{}' }], parameters)).error).toContain(message);
  });

  it('works on batches since version 1.1', async () => {
    const items = [1, 2, 3].map((text) => ({ text: `Text ${text}` }));
    const parameters = { ...attribute({}), options: { batching: { batchSize: 3 } } };
    const { json } = await ask([{ text: '{"born": 1}' }], parameters, { version: 1.1, items });
    expect(json).toHaveLength(3);
  });
});
