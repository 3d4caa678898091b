// Files in a database take no more of their source than they have stored, and read no more than their reader has taken.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { noNotes } from '../testing/fake-ports.ts';
import { DatabaseStorage, PART, type FilePart, type FileTables } from './database-storage.ts';
import { StoredBinary } from './stored-binary.ts';

const CHUNK = 64 * 1024;
/** Chunks in a part, and in the buffers of the streams between the source and the tables. */
const [IN_PART, BUFFERED] = [PART / CHUNK, 40];

/** Tables of one file, which take their time. */
class SlowTables implements FileTables {
  readonly parts: FilePart[] = [];
  readonly #onAppend: () => void;
  length: number | undefined;
  reads = 0;

  /** `onAppend`: called when a part has been on its way for long. */
  constructor(onAppend: () => void) {
    this.#onAppend = onAppend;
  }

  async append(_name: string, part: FilePart): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    this.#onAppend();
    this.parts.push(part);
  }
  async complete(_name: string, last: FilePart): Promise<void> {
    this.parts.push(last);
    this.length = last.position + last.data.byteLength;
  }
  async partAt(_name: string, position: number): Promise<FilePart | undefined> {
    this.reads += 1;
    return this.parts.find((part) => part.position === position);
  }
  size = async (): Promise<number | undefined> => this.length;
  start = async (): Promise<void> => undefined;
  store = (): Promise<void> => Promise.reject(new Error('The file is not small.'));
  remove = async (): Promise<number> => 0;
  names = async (): Promise<readonly string[]> => [];
  changedAt = async (): Promise<undefined> => undefined;
  usedBytes = async (): Promise<number> => 0;
}

it('the source of a large file waits while its parts are stored, and its content for its reader', async () => {
  let pulled = 0;
  let ahead = 0;
  const tables = new SlowTables(() => (ahead = Math.max(ahead, pulled - tables.parts.length * IN_PART)));
  const binary = new StoredBinary(new DatabaseStorage(async () => tables), { uuid: randomUUID, notes: noNotes });
  const source = (async function* () {
    for (; pulled < 800; pulled++) yield Buffer.alloc(CHUNK, pulled);
  })();
  const entry = await binary.write(source);
  expect(entry.bytes).toBe(800 * CHUNK);
  expect(ahead).toBeLessThanOrEqual(IN_PART + BUFFERED);
  expect(tables.parts.every(({ data }) => data.byteLength <= PART)).toBe(true);

  let taken = 0;
  for await (const chunk of binary.stream(entry)) {
    taken += chunk.byteLength;
    expect(tables.reads * PART - taken).toBeLessThanOrEqual(4 * PART);
    if (taken > 20 * PART) break;
  }
  expect(tables.reads).toBeLessThan(25);
});
