// The splitter with one separator. What it does with texts is in _shared/ai/splitting/split-text.test.ts.
import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { suppliedBy } from '../../testing/models/run-root-node.ts';

const split = async (text: string, parameters: JsonObject): Promise<readonly string[] | undefined> =>
  (await suppliedBy({ type: 'textSplitterCharacterTextSplitter', parameters })).ai_textSplitter?.split(text);

it.each<[JsonObject, readonly string[]]>([
  [{ separator: ';', chunkSize: 3 }, ['a;b', 'c;d']],
  [{ separator: ';', chunkSize: 3, chunkOverlap: 1 }, ['a;b', 'b;c', 'c;d']],
  [{ separator: ';' }, ['a;b;c;d']],
  [{ chunkSize: 4 }, ['a;b;', 'c;d']],
])('splits with %j', async (parameters, expected) => {
  expect(await split('a;b;c;d', parameters)).toEqual(expected);
});

it.each<[JsonObject, string]>([
  [{ chunkSize: 0 }, 'at least one character'],
  [{ chunkSize: 10, chunkOverlap: 10 }, 'Chunks of 10 characters cannot share 10'],
])('rejects %j', async (parameters, message) => {
  await expect(split('text', parameters)).rejects.toThrow(message);
});
