// Answers in a format that an example or a schema defines, and their repair.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiModel, openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { AttachedNode, RootOutcome } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';

const { run, bodies, messages } = openAiRuns();

const schema = JSON.stringify({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });
const example = '{"city": "Rome", "people": 3}';

const ask = (script: Script, parameters: JsonObject, version?: number, more: readonly AttachedNode[] = []): Promise<RootOutcome> =>
  run(script, {
    type: 'chainLlm',
    parameters: { promptType: 'define', text: 'Where?', hasOutputParser: true },
    attached: [
      { name: 'Parser', type: 'outputParserStructured', by: 'ai_outputParser', ...(version === undefined ? {} : { version }), parameters },
      ...more,
    ],
  });

describe('the structured output parser', () => {
  it.each([
    [1, { jsonSchema: schema }],
    [1.1, { jsonSchema: schema }],
    [1.2, { schemaType: 'manual', inputSchema: schema }],
    [1.3, { schemaType: 'manual', inputSchema: schema }],
  ])('reads its schema in version %d, tells the model, and checks the answer', async (version, parameters) => {
    const { json, runData } = await ask([{ text: '```json\n{"city": "Rome"}\n```' }], parameters, version);
    expect(json).toEqual([{ output: { city: 'Rome' } }]);
    expect(JSON.stringify(messages()[0])).toContain('JSON Schema');
    expect(runData['Parser']?.[0]?.data).toMatchObject({ ai_outputParser: [[{ json: { action: 'parse', response: { city: 'Rome' } } }]] });
    const wrong = await ask([{ text: '{"city": 1}' }], parameters, version);
    expect(wrong.error).toContain('"city" must be string');
  });

  it('requires every field of the example since version 1.3', async () => {
    const optional = await ask([{ text: '{"city": "Rome"}' }], { jsonSchemaExample: example }, 1.2);
    expect(optional.json).toEqual([{ output: { city: 'Rome' } }]);
    const { error } = await ask([{ text: '{"city": "Rome"}' }], { jsonSchemaExample: example }, 1.3);
    expect(error).toContain('"people" is missing');
  });

  it.each([1.2, 1.3])('accepts data that the model has wrapped, in version %d', async (version) => {
    const { json } = await ask([{ text: '{"output": {"city": "Rome", "people": 2}}' }], { jsonSchemaExample: example }, version);
    expect(json).toEqual([{ output: { city: 'Rome', people: 2 } }]);
  });

  it.each([
    [{ schemaType: 'manual', inputSchema: '{no' }, 'must be valid JSON'],
    [{ schemaType: 'manual', inputSchema: '[1]' }, 'must be a JSON Schema'],
    [{ jsonSchemaExample: 'no' }, 'must be valid JSON'],
  ])('rejects %j', async (parameters, message) => {
    expect((await ask([{ text: '{}' }], parameters)).error).toContain(message);
  });

  it('asks its own model once to repair an answer', async () => {
    const repairer = openAiModel({ name: 'Repairer', to: 'Parser' });
    const { json, runData } = await ask(
      [{ text: 'Rome' }, { text: '{"city": "Rome"}' }],
      { schemaType: 'manual', inputSchema: schema, autoFix: true },
      1.3,
      [repairer],
    );
    expect(json).toEqual([{ output: { city: 'Rome' } }]);
    expect(runData['Repairer']).toHaveLength(1);
    expect(JSON.stringify(messages(1))).toContain('it is not valid JSON');
  });

  it('repairs by a prompt of its own, and fails if the answer is still wrong', async () => {
    const repairer = openAiModel({ name: 'Repairer', to: 'Parser' });
    const parameters = {
      schemaType: 'manual',
      inputSchema: schema,
      autoFix: true,
      customizeRetryPrompt: true,
      prompt: 'Mend {completion} for {error}, {other}',
    };
    const { error } = await ask([{ text: 'Rome' }], parameters, 1.3, [repairer]);
    expect(error).toContain('does not match the required format');
    expect(bodies()).toHaveLength(2);
    expect(messages(1)).toMatchObject([{ role: 'user', content: expect.stringMatching(/^Mend Rome for The answer .*, \{other\}$/) }]);
  });

  it('gives an agent a tool for the answer', async () => {
    const { json } = await run([{ toolCalls: [{ name: 'format_final_json_response', args: { output: { city: 'Rome' } } }] }], {
      type: 'agent',
      parameters: { promptType: 'define', text: 'Where?', hasOutputParser: true },
      attached: [
        {
          name: 'Parser',
          type: 'outputParserStructured',
          by: 'ai_outputParser',
          parameters: { schemaType: 'manual', inputSchema: schema },
        },
      ],
    });
    expect(json).toEqual([{ output: { city: 'Rome' } }]);
  });
});
