// The splitter that counts tokens, compared with the encoder of OpenAI's library.
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/cl100k_base';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { suppliedBy } from '../../testing/models/run-root-node.ts';
import { splitAtTokens } from './split-at-tokens.ts';

const split = async (text: string, parameters: JsonObject): Promise<readonly string[] | undefined> =>
  (await suppliedBy({ type: 'textSplitterTokenSplitter', parameters })).ai_textSplitter?.split(text);

const library = new Tiktoken(ranks);
const signal = new AbortController().signal;

describe('the token splitter', () => {
  it.each([
    'The mill stood still for three days, because the belt had torn.',
    "It's 12345.678 kWh — don't\n\n  ask\twhy!   \r\n",
    'Straße, naïve façade, Ελληνικά, русский текст, ไทย',
    'function add(a, b) {\n    return a + b; // sum\n}\n',
    'antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis',
    '<|endoftext|> is text',
  ])('ends chunks where the tokens of the library end: %j', async (text) => {
    const tokens = library.encode(text, [], []);
    const chunks = await split(text, { chunkSize: 1 });
    // Chunks of white space only are left out, and tokens of one character are together.
    const expected = tokens.map((token) => library.decode([token])).filter((token) => token.trim() !== '' && !token.includes('\ufffd'));
    expect(chunks?.filter((chunk) => expected.includes(chunk))).toEqual(expected);
    const [whole] = (await split(text, { chunkSize: tokens.length })) ?? [];
    expect(whole).toBe(text);
  });

  it.each<[JsonObject, readonly string[]]>([
    [{}, ['one two three four five six']],
    [{ chunkSize: 4 }, ['one two three four', ' five six']],
    [{ chunkSize: 4, chunkOverlap: 2 }, ['one two three four', ' three four five six']],
    [{ chunkSize: 5, chunkOverlap: 4 }, ['one two three four five', ' two three four five six']],
  ])('splits with %j', async (parameters, expected) => {
    expect(await split('one two three four five six', parameters)).toEqual(expected);
  });

  it.each(['🦉🧵🪡', '龘靐齉爩', 'e\u0301\u0301', '\ud800 half'])('keeps characters of several tokens whole: %j', async (text) => {
    for (const chunkSize of [1, 2, 3]) {
      const chunks = (await split(text, { chunkSize })) ?? [];
      expect(chunks.join('')).toBe(text.toWellFormed());
      if (chunkSize > 1) await split(text, { chunkSize, chunkOverlap: chunkSize - 1 });
    }
  });

  it.each(['It is noon.\n\n  The mill, 1234, stands still!  ', '中文🦉', 'no-spaces-at-all'])(
    'counts the tokens of a long text of %j as the library does',
    async (part) => {
      const text = part.repeat(3000).slice(0, 30_000).toWellFormed();
      const count = library.encode(text, [], []).length;
      expect(await split(text, { chunkSize: count * 2 })).toEqual([text]);
      // Without spaces, a few pieces are cut where the library does not cut them.
      const [first = ''] = (await split(text, { chunkSize: count - 20 })) ?? [];
      expect(text.length - first.length).toBeGreaterThan(0);
      expect(text.length - first.length).toBeLessThan(400);
    },
  );

  it('has no chunks of an empty text', async () => {
    expect(await split('', {})).toEqual([]);
    expect(await split(' \n ', {})).toEqual([]);
  });

  it('cuts words of any length, and yields meanwhile', async () => {
    const text = 'a'.repeat(100_000) + '中'.repeat(100_000);
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const chunks = await splitAtTokens(text, { size: 1000, overlap: 0 }, signal);
    clearInterval(timer);
    expect(chunks.join('')).toBe(text);
    expect(turns).toBeGreaterThan(0);
  });

  it('stops with its run', async () => {
    const controller = new AbortController();
    const splitting = splitAtTokens('中'.repeat(1_000_000), { size: 1000, overlap: 0 }, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(splitting).rejects.toThrow('stopped');
  });

  it.each<[JsonObject, string]>([
    [{ chunkSize: 0 }, 'at least one token'],
    [{ chunkSize: 10, chunkOverlap: 10 }, 'Chunks of 10 tokens cannot share 10'],
  ])('rejects %j', async (parameters, message) => {
    await expect(split('text', parameters)).rejects.toThrow(message);
  });
});
