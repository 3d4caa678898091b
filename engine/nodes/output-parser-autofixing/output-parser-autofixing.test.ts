// A parser that asks its model to repair what another parser rejects.
import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiModel, openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';

const { run, messages } = openAiRuns();

const ask = (script: Script, parameters: JsonObject = {}): Promise<RootOutcome> =>
  run(script, {
    type: 'chainLlm',
    parameters: { promptType: 'define', text: 'Name two colors', hasOutputParser: true },
    attached: [
      { name: 'Fixing', type: 'outputParserAutofixing', by: 'ai_outputParser', parameters },
      openAiModel({ name: 'Repairer', to: 'Fixing' }),
      { name: 'List', type: 'outputParserItemList', by: 'ai_outputParser', to: 'Fixing', parameters: { options: { numberOfItems: 2 } } },
    ],
  });

it('asks its model once, with the instructions, the answer and the error', async () => {
  const { json, runData } = await ask([{ text: 'red' }, { text: 'red\nblue' }]);
  expect(json).toEqual([{ text: 'red' }, { text: 'blue' }]);
  expect(runData['Repairer']).toHaveLength(1);
  expect(runData['List']).toHaveLength(2);
  const [request] = messages(1);
  expect(request?.['content']).toContain('exactly 2 entries');
  expect(request?.['content']).toContain('has 1 entries instead of 2');
});

it('does not ask if the answer matches', async () => {
  const { json, runData } = await ask([{ text: 'red\nblue' }]);
  expect(json).toHaveLength(2);
  expect(runData['Repairer']).toBeUndefined();
});

it('uses its own prompt', async () => {
  await ask([{ text: 'red' }, { text: 'red\nblue' }], { options: { prompt: 'Mend "{completion}": {error}' } });
  expect(messages(1)).toMatchObject([{ content: 'Mend "red": The answer of the model has 1 entries instead of 2.' }]);
});

it('rejects a prompt without the error', async () => {
  expect((await ask([{ text: 'red' }], { options: { prompt: 'Mend it' } })).error).toContain('does not contain "{error}"');
});
