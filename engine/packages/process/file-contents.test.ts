// Contents of files for package code that is blocked until it has them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BinaryPort } from '../../sdk/index.ts';
import { FileContents } from './file-contents.ts';

const entryOf = (id: string) => ({ id, data: '', mimeType: 'text/plain', fileName: `${id}.txt` });

function remote() {
  const reads: string[] = [];
  const binary = {
    readNow: () => undefined,
    size: async () => 1,
    read: async ({ id = '' }) => {
      reads.push(id);
      await nextTurn();
      return Buffer.from(id);
    },
  } as unknown as BinaryPort;
  return { reads, binary, contents: new FileContents() };
}

it('a file is fetched once, and the next one after it', async () => {
  const { reads, binary, contents } = remote();
  const [a, b] = [entryOf('a'), entryOf('b')];
  expect([contents.read(a, binary, true), contents.read(a, binary, true), contents.read(b, binary, true)]).toEqual(
    Array(3).fill(undefined),
  );
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect([contents.read(a, binary, true), contents.read(b, binary, true)]).toEqual([Buffer.from('a').toString('base64'), undefined]);
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect([contents.read(b, binary, true), reads]).toEqual([Buffer.from('b').toString('base64'), ['a', 'b']]);
});

it('code that cannot wait gets an error that names what it can use instead', () => {
  const { binary, contents, reads } = remote();
  expect(() => contents.read(entryOf('a'), binary, false)).toThrow(
    expect.objectContaining({
      code: 'FILE_NOT_READABLE',
      message: expect.stringContaining('"a.txt"') as string,
      hint: expect.stringContaining('getBinaryDataBuffer') as string,
    }),
  );
  expect(reads).toEqual([]);
});
