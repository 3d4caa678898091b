import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryPort } from '../sdk/index.ts';
import type { StoredBinary } from './stored-binary.ts';
import { noNotes } from '../testing/fake-ports.ts';
import { MemoryBinary } from './memory-binary.ts';
import { describeBinary, fileTypeOf, readableSize } from './describe-binary.ts';
import { diskBinary } from '../testing/disk-binary.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-binary-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string): Uint8Array => Buffer.from(text);
async function* chunks(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield bytes(text);
}

async function gather(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe.each<[string, () => BinaryPort]>([
  ['in memory', () => new MemoryBinary()],
  ['on disk', () => diskBinary(folder)],
])('files %s', (_name, make) => {
  it('are read as they were written, whole and in chunks', async () => {
    const port = make();
    const entry = await port.write(chunks('one ', 'two'), { fileName: 'a.txt' });
    expect(entry).toMatchObject({
      mimeType: 'text/plain',
      fileType: 'text',
      fileExtension: 'txt',
      fileName: 'a.txt',
      fileSize: '7 B',
      bytes: 7,
    });
    expect(Buffer.from(await port.read(entry)).toString()).toBe('one two');
    expect(Buffer.from(port.readNow(entry, 7) ?? '').toString()).toBe('one two');
    expect(port.readNow(entry, 6)).toBeUndefined();
    expect(await gather(port.stream(entry))).toBe('one two');
    expect(await port.size(entry)).toBe(7);
  });

  it('stored in the item are read as well', async () => {
    const entry: BinaryEntry = { data: Buffer.from('hello').toString('base64'), mimeType: 'text/plain' };
    const port = make();
    expect([Buffer.from(await port.read(entry)).toString(), await gather(port.stream(entry)), await port.size(entry)]).toEqual([
      'hello',
      'hello',
      5,
    ]);
  });

  it.each(['file:../../etc/passwd', 'file:/etc/passwd', '../x', 'file:00000000-0000-0000-0000-000000000000'])(
    'are not found under the id %s',
    async (id) => {
      const entry = { id, data: '', mimeType: 'text/plain' };
      await expect(make().read(entry)).rejects.toMatchObject({ code: 'BINARY_NOT_FOUND' });
      expect(() => make().readNow(entry, 10)).toThrow(expect.objectContaining({ code: 'BINARY_NOT_FOUND' }));
    },
  );
});

describe('files stored in an item', () => {
  it.each<[string, unknown]>([
    ['a list of bytes in disguise', { length: 4e9 }],
    ['a buffer in disguise', { type: 'Buffer', data: [1, 2] }],
    ['a list', [1, 2]],
    ['a number', 5e9],
    ['nothing', undefined],
  ])('must be base64 text: %s', async (_, data) => {
    const entry = { data, mimeType: 'text/plain', fileName: 'a.txt' } as BinaryEntry;
    for (const port of [new MemoryBinary(), diskBinary('/nowhere')]) {
      const rejected = { code: 'BINARY_NOT_FOUND', message: 'The file "a.txt" cannot be read: its "data" is not base64 text.' };
      await expect(port.read(entry)).rejects.toMatchObject(rejected);
      await expect(port.size(entry)).rejects.toMatchObject(rejected);
      await expect(Readable.from(port.stream(entry)).toArray()).rejects.toMatchObject(rejected);
    }
  });
});

describe('files in memory', () => {
  it('have a maximum size', async () => {
    const port = new MemoryBinary(10);
    expect(await port.write(bytes('x'.repeat(10)))).toMatchObject({ bytes: 10 });
    let input = 0;
    const endless = (async function* (): AsyncIterable<Uint8Array> {
      for (;;) {
        input += 4;
        yield bytes('xxxx');
      }
    })();
    for (const content of [bytes('x'.repeat(11)), endless]) {
      await expect(port.write(content)).rejects.toMatchObject({
        code: 'FILE_TOO_LARGE',
        hint: expect.stringMatching(/--data-dir/) as string,
      });
    }
    expect(input).toBe(12);
  });
});

describe('files on disk', () => {
  it.skipIf(process.platform === 'win32')('are for their owner alone', async () => {
    const own = mkdtempSync(join(folder, 'private-'));
    const { id } = await diskBinary(own).write(bytes('secret'));
    expect([join(own, 'binary'), join(own, 'binary', String(id).slice(5))].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  });

  it('are closed if a reader stops early', async () => {
    const port = diskBinary(folder);
    const entry = await port.write(bytes('x'.repeat(300_000)));
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = existsSync('/proc/self/fd') ? open() : 0;
    for (let times = 0; times < 20; times++) for await (const part of port.stream(entry)) if (part.byteLength > 0) break;
    if (before > 0) await expect.poll(() => open() - before).toBeLessThan(5);
    const missing = port.stream({ ...entry, id: 'file:00000000-0000-0000-0000-000000000000' });
    await expect(gather(missing)).rejects.toMatchObject({ code: 'BINARY_NOT_FOUND' });
  });

  it('are stored whole when they are flushed while they arrive', async () => {
    const own = mkdtempSync(join(folder, 'flushed-'));
    const flushed: string[] = [];
    const port = diskBinary(own, { flushFolder: async (path) => void flushed.push(path) });
    const parts = Array.from({ length: 400 }, (_, index) => Buffer.alloc(64 * 1024, index));
    const entry = await port.write(Readable.from(parts));
    expect(Buffer.concat(parts).equals(await port.read(entry))).toBe(true);
    expect([entry.bytes, flushed]).toEqual([400 * 64 * 1024, [join(own, 'binary')]]);
  });

  it('release the memory of chunks that nobody else uses, and of no others', async () => {
    const port = diskBinary(folder);
    const own = new ArrayBuffer(8192);
    const shared = new ArrayBuffer(8192);
    const small = new ArrayBuffer(64);
    const parts = (): Uint8Array[] => [new Uint8Array(own), new Uint8Array(shared, 0, 4096), new Uint8Array(small)];
    await port.write(Readable.from(parts()));
    expect([own, shared, small].map(({ byteLength }) => byteLength)).toEqual([8192, 8192, 64]);
    const entry = await port.write(Readable.from(parts()), { isDisposable: true });
    expect([own, shared, small].map(({ byteLength }) => byteLength)).toEqual([0, 8192, 64]);
    expect(entry.bytes).toBe(8192 + 4096 + 64);
  });

  it('leave nothing behind if writing fails', async () => {
    const own = mkdtempSync(join(folder, 'failing-'));
    const failing = (async function* (): AsyncIterable<Uint8Array> {
      yield bytes('half');
      throw new Error('gone');
    })();
    await expect(diskBinary(own).write(failing)).rejects.toThrow('gone');
    expect(readdirSync(join(own, 'binary'))).toEqual([]);
  });

  it('are listed in slices, complete or not, and removed by their ids', async () => {
    const own = mkdtempSync(join(folder, 'listing-'));
    const port = diskBinary(own);
    const [retained, removed] = [await port.write(bytes('retained')), await port.write(bytes('removed'))];
    const half = randomUUID();
    writeFileSync(join(own, 'binary', `${half}.part`), 'x');
    writeFileSync(join(own, 'binary', 'something else'), 'x');
    const listed: string[] = [];
    for await (const ids of port.all()) listed.push(...ids);
    expect(new Set(listed)).toEqual(new Set([retained.id, removed.id, `file:${half}`]));
    expect(await port.changedAt(`file:${half}`)).toBeGreaterThan(0);
    await port.remove([String(removed.id), `file:${half}`, 'file:../x']);
    expect(readdirSync(join(own, 'binary')).sort()).toEqual([String(retained.id).slice(5), 'something else'].sort());
    expect(await port.changedAt(String(removed.id))).toBeUndefined();
  });

  it('are recorded before they exist, for the execution that creates them or for a call', async () => {
    const own = mkdtempSync(join(folder, 'noting-'));
    const seen: (readonly [string | undefined, readonly string[]])[] = [];
    const notes = {
      ...noNotes,
      add: async (_id: string, executionId: string | undefined) => {
        seen.push([
          executionId,
          existsSync(join(own, 'binary')) ? readdirSync(join(own, 'binary')).filter((name) => !name.endsWith('.part')) : [],
        ]);
      },
    };
    const port = diskBinary(own, { notes });
    await port.write(bytes('call'));
    await port.ownedBy('e1').write(bytes('run'));
    expect(seen).toEqual([
      [undefined, []],
      ['e1', [expect.any(String)]],
    ]);
    const fileBinary = diskBinary(own, { notes: { ...noNotes, add: () => Promise.reject(new Error('full')) } });
    await expect(fileBinary.write(bytes('lost'))).rejects.toThrow('full');
    expect(readdirSync(join(own, 'binary'))).toHaveLength(2);
  });
});

describe('files on disk with a limit', () => {
  const limited = (own: string, maxBytes = 1000): StoredBinary => diskBinary(own, { maxBytes });
  const full = { code: 'BINARY_STORE_FULL', hint: expect.stringContaining('MILLRACE_BINARY_MAX') as string };

  it('are rejected while they are written, and leave nothing behind', async () => {
    const own = mkdtempSync(join(folder, 'full-'));
    const port = limited(own);
    const binaryEntry = await port.write(bytes('x'.repeat(600)));
    let input = 0;
    const endless = (async function* (): AsyncIterable<Uint8Array> {
      for (;;) {
        input++;
        yield bytes('x'.repeat(100));
      }
    })();
    await expect(port.write(endless)).rejects.toMatchObject(full);
    // Streams read ahead; the store itself takes no more than fits.
    expect(input).toBeLessThan(10_000);
    expect(readdirSync(join(own, 'binary'))).toEqual([String(binaryEntry.id).slice(5)]);
    await port.write(bytes('x'.repeat(400)));
    await expect(port.write(bytes('x'))).rejects.toMatchObject(full);
  });

  it('have room again once others are removed', async () => {
    const port = limited(mkdtempSync(join(folder, 'full-')));
    const first = await port.write(bytes('x'.repeat(900)));
    await expect(port.write(bytes('x'.repeat(200)))).rejects.toMatchObject(full);
    await port.remove([String(first.id), String(first.id)]);
    await port.write(bytes('x'.repeat(600)));
    await expect(port.write(bytes('x'.repeat(600)))).rejects.toMatchObject(full);
  });

  it('include those that were stored before, and those that are written at the same time', async () => {
    const own = mkdtempSync(join(folder, 'full-'));
    await limited(own).write(bytes('x'.repeat(500)));
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => limited(own, 1000).write(bytes('x'.repeat(501)))));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    const port = limited(own);
    const shared = await Promise.allSettled(Array.from({ length: 10 }, () => port.write(bytes('x'.repeat(100)))));
    expect(shared.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(5);
    const sizes = readdirSync(join(own, 'binary')).map((name) => statSync(join(own, 'binary', name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1000);
  });
});

describe('the description of a file', () => {
  it.each([
    ['by its first bytes', [0x89, 0x50, 0x4e, 0x47], {}, { mimeType: 'image/png', fileType: 'image', fileExtension: 'png' }],
    ['by its name', [1], { fileName: 'Report.PDF' }, { mimeType: 'application/pdf', fileType: 'pdf', fileExtension: 'pdf' }],
    [
      'by what is told',
      [1],
      { fileName: 'x.bin', mimeType: 'application/json' },
      { mimeType: 'application/json', fileType: 'json', fileExtension: 'bin' },
    ],
    ['not at all', [1], {}, { mimeType: 'text/plain', fileType: 'text' }],
  ])('%s', async (_name, head, meta, expected) => {
    expect(await describeBinary(Uint8Array.from(head), head.length, meta)).toMatchObject(expected);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1234, '1.23 kB'],
    [52_428_800, '52.4 MB'],
    [5e15, '5000 TB'],
  ])('%d bytes are %s', (size, text) => expect(readableSize(size)).toBe(text));

  it.each([
    ['text/html', 'html'],
    ['video/mp4', 'video'],
    ['application/zip', undefined],
  ])('%s is shown as %s', (mimeType, type) => expect(fileTypeOf(mimeType)).toBe(type));
});
