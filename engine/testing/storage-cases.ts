// What files of items must do in every storage.
import { createHash, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { StoredBinary, type StoredBinaryPorts } from '../binary/stored-binary.ts';
import type { FileStorage } from '../binary/storage.ts';
import { noNotes } from './fake-ports.ts';

const MiB = 1024 * 1024;
const missing = { code: 'BINARY_NOT_FOUND' };

/** All values that a byte can have. */
const everyByte = Array.from({ length: 256 }, (_, byte) => byte);

/** Chunks of 64 KiB that differ. */
function* chunks(count: number): Generator<Buffer> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(64 * 1024, Buffer.from([...everyByte, index % 256, index >> 8]));
}

const digestOf = async (content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha1');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
};

async function* failing(count: number): AsyncGenerator<Uint8Array> {
  yield* chunks(count);
  throw new Error('gone');
}

export interface StorageCase {
  readonly storage: FileStorage;
  /** Returns the names of all that is stored, complete or not. */
  readonly stored: () => Promise<readonly string[]>;
}

/** Adds tests of a storage, each with an empty one. */
export function testStorage(open: () => Promise<StorageCase>): void {
  const opened = async (ports: Partial<StoredBinaryPorts> = {}) => {
    const { storage, stored } = await open();
    const binary = new StoredBinary(storage, { uuid: randomUUID, notes: noNotes, ...ports });
    return { storage, stored, binary };
  };
  const nameOf = ({ id = '' }: { readonly id?: string }): string => id.slice('file:'.length);

  it('reads a file as it was written: whole, as a stream, and any range of it', async () => {
    const { binary, stored } = await opened();
    const content = Buffer.concat([...chunks(20), Buffer.from('end')]);
    const entry = await binary.write(content, { fileName: 'a.txt' });
    expect(entry).toMatchObject({ bytes: content.byteLength, mimeType: 'text/plain', fileName: 'a.txt', data: '' });
    expect(await stored()).toEqual([nameOf(entry)]);
    expect(content.equals(await binary.read(entry))).toBe(true);
    expect(await digestOf(binary.stream(entry))).toBe(await digestOf([content]));
    expect(await binary.size(entry)).toBe(content.byteLength);
    const last = content.byteLength - 1;
    for (const [start, end] of [
      [0, 1],
      [10, 70_000],
      [512 * 1024 - 1, 512 * 1024],
      [512 * 1024, MiB],
      [last - 2, last],
    ] as const) {
      const range = Buffer.concat((await binary.range(entry, start, end).toArray()) as Uint8Array[]);
      expect(range.equals(content.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
    }
  });

  it('stores empty files and small ones', async () => {
    const { binary, storage } = await opened();
    const [empty, small] = [await binary.write(new Uint8Array()), await binary.write(Buffer.from('hello'))];
    expect([await binary.size(empty), Buffer.from(await binary.read(empty)).toString()]).toEqual([0, '']);
    expect(Buffer.from(await binary.read(small)).toString()).toBe('hello');
    expect(await storage.usedBytes()).toBe(5);
  });

  it('streams 50 MiB in both directions', async () => {
    const { binary, storage } = await opened();
    const entry = await binary.write(
      (async function* () {
        yield* chunks(800);
      })(),
    );
    expect(entry.bytes).toBe(50 * MiB);
    expect(await digestOf(binary.stream(entry))).toBe(await digestOf(chunks(800)));
    expect(await storage.usedBytes()).toBe(50 * MiB);
  });

  it('removes files, and ignores missing ones', async () => {
    const { binary, stored } = await opened();
    const [removed, retained] = [await binary.write(Buffer.concat([...chunks(10)])), await binary.write(Buffer.from('b'))];
    await binary.remove([String(removed.id), `file:${randomUUID()}`, 'file:../x']);
    await expect(binary.size(removed)).rejects.toMatchObject(missing);
    await expect(binary.read(removed)).rejects.toMatchObject(missing);
    await expect(digestOf(binary.stream(removed))).rejects.toMatchObject(missing);
    expect(await stored()).toEqual([nameOf(retained)]);
  });

  it.each(['file:../../etc/passwd', 'file:/etc/passwd', '../x', 'file:00000000-0000-0000-0000-000000000000'])(
    'has no file with the id %s',
    async (id) => {
      const { binary } = await opened();
      const entry = { id, data: '', mimeType: 'text/plain' };
      await expect(binary.read(entry)).rejects.toMatchObject(missing);
      await expect(binary.size(entry)).rejects.toMatchObject(missing);
    },
  );

  it.each([0, 3, 20, 200])('leaves nothing of a source that fails after %d chunks', async (count) => {
    const { binary, stored } = await opened();
    await expect(binary.write(failing(count))).rejects.toThrow('gone');
    expect(await stored()).toEqual([]);
  });

  it('shows nothing of a file until it is complete', async () => {
    const ids: string[] = [];
    const { binary } = await opened({ notes: { ...noNotes, add: async (id) => void ids.push(id) } });
    const [isHalf, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const source = (async function* () {
      yield* chunks(10);
      isHalf.resolve();
      await goesOn.promise;
      yield* chunks(10);
    })();
    const written = binary.write(source);
    await isHalf.promise;
    const entry = { id: ids[0] as string, data: '', mimeType: 'text/plain' };
    await expect(binary.size(entry)).rejects.toMatchObject(missing);
    await expect(binary.read(entry)).rejects.toMatchObject(missing);
    goesOn.resolve();
    await written;
    expect(await binary.size(entry)).toBe(20 * 64 * 1024);
  });

  it('shows nothing of a file until it is recorded', async () => {
    const recorded = Promise.withResolvers<void>();
    const ids: string[] = [];
    const add = (id: string): Promise<void> => {
      ids.push(id);
      return recorded.promise;
    };
    const { binary } = await opened({ notes: { ...noNotes, add } });
    const written = binary.write(Buffer.from('hello'));
    await expect.poll(() => ids).toHaveLength(1);
    const entry = { id: ids[0] as string, data: '', mimeType: 'text/plain' };
    await expect(binary.size(entry)).rejects.toMatchObject(missing);
    recorded.resolve();
    await written;
    expect(await binary.size(entry)).toBe(5);
  });

  it('stores nothing of a file that cannot be recorded', async () => {
    const { binary, stored } = await opened({ notes: { ...noNotes, add: () => Promise.reject(new Error('full')) } });
    for (const count of [1, 200]) await expect(binary.write(Buffer.concat([...chunks(count)]))).rejects.toThrow('full');
    expect(await stored()).toEqual([]);
  });

  it('rejects a file for which there is no room, and has room again once others are removed', async () => {
    const { binary, storage, stored } = await opened({ maxBytes: 2 * MiB });
    const full = { code: 'BINARY_STORE_FULL' };
    const first = await binary.write(Buffer.concat([...chunks(24)]));
    await expect(binary.write(failing(24))).rejects.toMatchObject(full);
    expect(await stored()).toEqual([nameOf(first)]);
    expect(await storage.usedBytes()).toBe(24 * 64 * 1024);
    const later = new StoredBinary(storage, { uuid: randomUUID, notes: noNotes, maxBytes: 2 * MiB });
    await expect(later.write(Buffer.concat([...chunks(24)]))).rejects.toMatchObject(full);
    await binary.remove([String(first.id)]);
    const empty = new StoredBinary(storage, { uuid: randomUUID, notes: noNotes, maxBytes: 2 * MiB });
    await empty.write(Buffer.concat([...chunks(24)]));
  });
}
