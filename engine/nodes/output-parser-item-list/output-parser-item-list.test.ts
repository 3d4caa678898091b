// Lists of texts.
import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome } from '../../testing/models/run-root-node.ts';

const { run, messages } = openAiRuns();

const ask = (text: string, options: JsonObject = {}): Promise<RootOutcome> =>
  run([{ text }], {
    type: 'chainLlm',
    parameters: { promptType: 'define', text: 'Colors', hasOutputParser: true },
    attached: [{ name: 'List', type: 'outputParserItemList', by: 'ai_outputParser', parameters: { options } }],
  });

it.each<[string, JsonObject, readonly string[]]>([
  ['red\n\n blue \n', {}, ['red', 'blue']],
  ['red, blue,green', { separator: ',' }, ['red', 'blue', 'green']],
  ['red\nblue', { numberOfItems: 2 }, ['red', 'blue']],
])('%j with %j', async (text, options, expected) => {
  expect((await ask(text, options)).json).toEqual(expected.map((entry) => ({ text: entry })));
});

it('tells the model the number and the separator', async () => {
  await ask('a;b', { numberOfItems: 2, separator: ';' });
  expect(messages()[0]?.['content']).toContain('exactly 2 entries, with ";" between');
});

it('rejects another number of entries', async () => {
  expect((await ask('red', { numberOfItems: 3 })).error).toContain('has 1 entries instead of 3');
});
