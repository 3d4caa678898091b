// The splitter with several separators. What it does with texts is in _shared/ai/splitting/split-text.test.ts.
import { expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { suppliedBy } from '../../testing/models/run-root-node.ts';

const TEXT = 'Intro\n# One\nfirst\n\nsecond\n# Two\nthird';

const split = async (parameters: JsonObject): Promise<readonly string[] | undefined> =>
  (await suppliedBy({ type: 'textSplitterRecursiveCharacterTextSplitter', parameters })).ai_textSplitter?.split(TEXT);

it.each<[JsonObject, readonly string[]]>([
  [{}, [TEXT]],
  [{ chunkSize: 20 }, ['Intro\n# One\nfirst', 'second\n# Two\nthird']],
  [{ chunkSize: 20, options: { splitCode: 'markdown' } }, ['Intro', '# One\nfirst\n\nsecond', '# Two\nthird']],
  [{ chunkSize: 8, chunkOverlap: 2 }, ['Intro', '# One', 'first', 'second', '# Two', 'third']],
])('splits with %j', async (parameters, expected) => {
  expect(await split(parameters)).toEqual(expected);
});

it('rejects an overlap that is as long as a chunk', async () => {
  await expect(split({ chunkSize: 10, chunkOverlap: 12 })).rejects.toThrow('Chunks of 10 characters cannot share 12');
});
