// Summaries of the texts of items.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { nodeWithPart } from '../../testing/models/node-with-part.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome, RootRun } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';

const { run, messages, bodies } = openAiRuns();

const ask = (script: Script, parameters: JsonObject = {}, more: Partial<RootRun> = {}): Promise<RootOutcome> =>
  run(script, { type: 'chainSummarization', parameters, items: [{ text: 'word '.repeat(100) }], ...more });

const method = (values: JsonObject): JsonObject => ({ options: { summarizationMethodAndPrompts: { values } } });
const numbered: Script = (_, index) => ({ text: `S${index + 1}` });
const prompts = (): readonly unknown[] => bodies().map((_, index) => messages(index)[0]?.['content']);

describe('the summarization', () => {
  it.each<[number, JsonObject]>([
    [2, { response: { text: 'Short' } }],
    [2.1, { output: { text: 'Short' } }],
  ])('returns the summary in version %d as %j', async (version, expected) => {
    const { json } = await ask([{ text: ' Short ' }], {}, { version });
    expect(json).toEqual([expected]);
    expect(prompts()[0]).toContain('concise summary of the following:\n\n\n"text: word word');
  });

  it('summarizes parts, and then their summaries', async () => {
    const { json } = await ask(numbered, {
      chunkSize: 300,
      chunkOverlap: 0,
      ...method({ prompt: 'One: {text}', combineMapPrompt: 'All: {text}' }),
    });
    expect(json).toEqual([{ output: { text: 'S3' } }]);
    expect(prompts()[2]).toMatch(/^All: S[12]\n\nS[12]$/);
  });

  it('refines a summary with each part', async () => {
    const values = { summarizationMethod: 'refine', refineQuestionPrompt: 'First: {text}', refinePrompt: 'Then {existing_answer}: {text}' };
    const { json } = await ask(numbered, { chunkSize: 300, chunkOverlap: 0, ...method(values) });
    expect(json).toEqual([{ output: { text: 'S2' } }]);
    expect(prompts()).toEqual([expect.stringMatching(/^First: text: word/), expect.stringMatching(/^Then S1: word/)]);
  });

  it('summarizes the whole text at once', async () => {
    await ask(numbered, { chunkSize: 300, chunkOverlap: 0, ...method({ summarizationMethod: 'stuff', prompt: 'All: {text}' }) });
    expect(prompts()).toEqual([expect.stringMatching(/^All: text: word/)]);
  });

  it('combines in groups what is too long for one request', async () => {
    const long: Script = (body) => ({ text: JSON.stringify(body).includes('One: ') ? 'x'.repeat(5000) : 'Short' });
    const { json } = await ask(long, {
      chunkSize: 100,
      chunkOverlap: 0,
      ...method({ prompt: 'One: {text}', combineMapPrompt: 'All: {text}' }),
    });
    expect(json).toEqual([{ output: { text: 'Short' } }]);
    expect(Math.max(...prompts().map((prompt) => String(prompt).length))).toBeLessThan(13_000);
  });

  it('reads a text file of the item, and rejects others', async () => {
    const file = (mimeType: string) => ({ json: {}, binary: { note: { data: Buffer.from('From a file').toString('base64'), mimeType } } });
    const parameters = { operationMode: 'nodeInputBinary', options: { binaryDataKey: 'note' } };
    await ask(numbered, parameters, { items: [file('text/markdown')] });
    expect(prompts()[0]).toContain('From a file');
    expect((await ask(numbered, parameters, { items: [file('image/png')] })).error).toContain('type "image/png" cannot be summarized');
    expect((await ask(numbered, parameters, { items: [{}] })).error).toContain('note');
  });

  it.each<[number, JsonObject]>([
    [1, { type: 'stuff' }],
    [2.1, { operationMode: 'documentLoader', ...method({ summarizationMethod: 'stuff' }) }],
  ])('takes the documents of a loader in version %d', async (version, parameters) => {
    const load = async () => [
      { pageContent: 'Page one', metadata: {} },
      { pageContent: 'Page two', metadata: {} },
    ];
    const { error } = await ask(numbered, parameters, { version, ...nodeWithPart('ai_document', { ai_document: { load } }) });
    expect(error).toBeUndefined();
    expect(prompts()[0]).toContain('Page one\n\nPage two');
  });

  it('splits by a splitter that is connected', async () => {
    const split = async (text: string) => [text.slice(0, 9), 'second'];
    await ask(
      numbered,
      { chunkingMode: 'advanced', ...method({ prompt: '{text}' }) },
      nodeWithPart('ai_textSplitter', { ai_textSplitter: { split } }),
    );
    expect(prompts().slice(0, 2)).toEqual(['text: wor', 'second']);
  });

  it('needs a text', async () => {
    expect((await ask(numbered, {}, { items: [{}] })).error).toContain('no text to summarize');
  });
});
