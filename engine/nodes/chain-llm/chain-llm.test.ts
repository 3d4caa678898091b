// The chain on a server with the API of OpenAI.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { openAiModel, openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome, RootRun } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';

const { run, bodies, messages } = openAiRuns();

const ask = (script: Script, more: Partial<RootRun> = {}): Promise<RootOutcome> =>
  run(script, {
    type: 'chainLlm',
    parameters: { promptType: 'define', text: '={{ $json.question }}' },
    items: [{ question: 'Why?' }],
    ...more,
  });

const image = { data: Buffer.from([1, 2, 3]).toString('base64'), mimeType: 'image/png' };
const message = (values: JsonObject): JsonObject => ({ messages: { messageValues: [values] } });

describe('the chain', () => {
  it('returns the answer for each item', async () => {
    const { json } = await ask((body) => ({ text: ` Because ${JSON.stringify(body).includes('Why') ? 1 : 2}. ` }), {
      items: [{ question: 'Why?' }, { question: 'How?' }],
    });
    expect(json).toEqual([{ text: 'Because 1.' }, { text: 'Because 2.' }]);
  });

  it.each([
    [1, { input: 'From here' }, {}],
    [1.1, { chat_input: 'From here' }, {}],
    [1.2, { chat_input: 'From here' }, {}],
    [1.3, { chatInput: 'From here' }, {}],
    [1.4, { chatInput: 'From here' }, {}],
    [1.4, {}, { promptType: 'define', text: 'From here' }],
    [1.5, { chatInput: 'From here' }, {}],
    [1.6, { guardrailsInput: 'From here' }, { promptType: 'guardrails' }],
    [1.7, { guardrailsInput: 'From here' }, { promptType: 'guardrails' }],
    [1.8, { chatInput: 'From here' }, {}],
    [1.9, { chatInput: 'From here' }, {}],
  ])('reads the prompt of version %d from %j with %j', async (version, item, parameters) => {
    const { json } = await ask([{ text: 'Yes' }], { version, items: [item], parameters });
    expect(json).toEqual([{ text: 'Yes' }]);
    expect(messages()).toEqual([{ role: 'user', content: 'From here' }]);
  });

  it('names the prompt that is missing', async () => {
    expect((await ask([{ text: 'Yes' }], { items: [{}] })).error).toContain('The prompt is empty');
  });

  it('sends messages before the prompt, with the system message first', async () => {
    const values = [
      { type: 'HumanMessagePromptTemplate', message: 'One?' },
      { type: 'AIMessagePromptTemplate', message: '1' },
      { message: 'Answer with numbers' },
    ];
    await ask([{ text: '2' }], { parameters: { promptType: 'define', text: 'Two?', messages: { messageValues: values } } });
    expect(messages()).toEqual([
      { role: 'system', content: 'Answer with numbers' },
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: '1' },
      { role: 'user', content: 'Two?' },
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['the item', { messageType: 'imageBinary', binaryImageDataKey: 'photo', imageDetail: 'low' }, `data:image/png;base64,${image.data}`],
    ['an address', { messageType: 'imageUrl', imageUrl: 'https://example.com/a.png', imageDetail: 'low' }, 'https://example.com/a.png'],
  ])('sends an image of %s with the prompt', async (_, values, url) => {
    const parameters = { promptType: 'define', text: 'What is it?', ...message({ type: 'HumanMessagePromptTemplate', ...values }) };
    const { error } = await ask([{ text: 'A dot' }], { parameters, items: [{ json: {}, binary: { photo: image } }] });
    expect(error).toBeUndefined();
    expect(messages()).toMatchObject([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url, detail: 'low' } },
          { type: 'text', text: 'What is it?' },
        ],
      },
    ]);
    expect(bodies()).toHaveLength(1);
  });

  it.each<[JsonObject, string]>([
    [{ messageType: 'imageBinary', binaryImageDataKey: 'other' }, 'has no file named "other"'],
    [{ messageType: 'imageBinary', binaryImageDataKey: 'text' }, 'is not an image, but of the type "text/plain"'],
    [{ messageType: 'imageUrl', imageUrl: 'file:///etc/passwd' }, 'is not the address of an image'],
  ])('rejects %j', async (values, expected) => {
    const parameters = { promptType: 'define', text: 'What?', ...message({ type: 'HumanMessagePromptTemplate', ...values }) };
    const text = { data: 'YQ==', mimeType: 'text/plain' };
    expect((await ask([{ text: 'A' }], { parameters, items: [{ json: {}, binary: { text } }] })).error).toContain(expected);
  });

  it('asks the second model if the first one fails', async () => {
    const script: Script = (body) => (body['model'] === 'gpt-4o' ? { status: 400, error: 'Broken' } : { text: 'From the second' });
    const second = openAiModel({ name: 'Second', input: 1 });
    const { json } = await ask(script, {
      parameters: { promptType: 'define', text: 'Hi', needsFallback: true },
      attached: [{ ...second, parameters: { ...second.parameters, model: { __rl: true, mode: 'id', value: 'other' } } }],
    });
    expect(json).toEqual([{ text: 'From the second' }]);
  });

  it('works on batches with a pause between them, since version 1.7', async () => {
    const items = [1, 2, 3].map((question) => ({ question }));
    const parameters = { promptType: 'define', text: '={{ $json.question }}', batching: { batchSize: 2, delayBetweenBatches: 5000 } };
    const clock = fakeClock();
    const start = clock.now();
    const { json } = await ask([{ text: 'Yes' }], { version: 1.7, items, parameters, ports: { clock } });
    expect(json).toHaveLength(3);
    expect(clock.now() - start).toBe(5000);
  });

  it('continues with an error item if it is told to', async () => {
    const { json } = await ask([{ status: 400, error: 'No' }], { node: { onError: 'continueRegularOutput' } });
    expect(json[0]?.['error']).toContain('No');
  });
});
