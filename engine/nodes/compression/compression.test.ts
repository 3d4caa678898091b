// Compression: archives that other programs can read, archives from other programs, and hostile archives.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.compression';
const folder = mkdtempSync(join(tmpdir(), 'millrace-zip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = (content: string | Uint8Array, fileName?: string): BinaryEntry => ({
  data: Buffer.from(content).toString('base64'),
  mimeType: 'text/plain',
  ...(fileName === undefined ? {} : { fileName }),
});
const bytesOf = (file: BinaryEntry | undefined): Buffer => Buffer.from(file?.data ?? '', 'base64');
const run = (binary: Item['binary'], parameters: Record<string, unknown>, version = 1.1): Promise<NodeOutcome> =>
  runNode({ type, version, parameters, items: [{ json: { id: 1 }, binary }] });
const unpacked = ({ outputs }: NodeOutcome): unknown =>
  Object.fromEntries(
    Object.entries(outputs[0]?.[0]?.binary ?? {}).map(([name, file]) => [name, [file.fileName, bytesOf(file).toString()]]),
  );

const two = { one: entry('first', 'a.txt'), two: entry('second é', 'ü.txt') };
const both = { operation: 'compress', binaryPropertyName: 'one, two' };

describe('an archive', () => {
  it.each(['zip', 'tar', 'tar.gz'])('of %s is decompressed unchanged', async (outputFormat) => {
    const packed = await run(two, { ...both, outputFormat, fileName: `x.${outputFormat}` });
    expect(packed.error).toBeUndefined();
    expect(packed.outputs[0]?.[0]).toMatchObject({
      json: { id: 1 },
      binary: { data: { fileName: `x.${outputFormat}` } },
      pairedItem: { item: 0 },
    });
    expect(unpacked(await run(packed.outputs[0]?.[0]?.binary, {}))).toEqual({ file_0: ['a.txt', 'first'], file_1: ['ü.txt', 'second é'] });
  });

  it.each<[format: string, list: (path: string) => string]>([
    ['zip', (path) => execFileSync('unzip', ['-p', path]).toString()],
    ['tar', (path) => execFileSync('tar', ['-xOf', path]).toString()],
    ['tar.gz', (path) => execFileSync('tar', ['-xzOf', path]).toString()],
  ])('of %s is read by the programs of the system', async (outputFormat, list) => {
    const { outputs } = await run(two, { ...both, outputFormat, fileName: 'x' });
    const path = join(folder, `x.${outputFormat}`);
    writeFileSync(path, bytesOf(outputs[0]?.[0]?.binary?.['data']));
    expect(list(path)).toBe('firstsecond é');
  });

  it('of tar supports long names', async () => {
    const name = `${'long'.repeat(40)}.txt`;
    const packed = await run({ data: entry('x', name) }, { operation: 'compress', outputFormat: 'tar', fileName: 'x.tar' });
    expect(unpacked(await run(packed.outputs[0]?.[0]?.binary, {}))).toEqual({ file_0: [name, 'x'] });
  });

  it('contains two files of the same name, and one without', async () => {
    const packed = await run(
      { a: entry('1', 'a.txt'), b: entry('2', 'a.txt'), c: entry('3') },
      { ...both, binaryPropertyName: 'a,b,c', outputFormat: 'zip', fileName: 'x.zip' },
    );
    expect(unpacked(await run(packed.outputs[0]?.[0]?.binary, { outputPrefix: 'p' }))).toEqual({
      p0: ['a.txt', '1'],
      p1: ['a (1).txt', '2'],
      p2: ['c', '3'],
    });
  });

  it.each<[what: string, make: (path: string) => void]>([
    ['zip', (path) => void execFileSync('zip', ['-qr', path, 'in'], { cwd: folder })],
    ['zip without compression', (path) => void execFileSync('zip', ['-qr0', path, 'in'], { cwd: folder })],
    ['tar', (path) => void execFileSync('tar', ['-cf', path, 'in'], { cwd: folder })],
  ])('made by the program %s is decompressed, without its folders', async (what, make) => {
    mkdirSync(join(folder, 'in/deep'), { recursive: true });
    writeFileSync(join(folder, 'in/deep/a.txt'), 'hello');
    const path = join(folder, `${what.replaceAll(' ', '-')}.made`);
    rmSync(path, { force: true });
    make(path);
    const bytes = readFileSync(path);
    expect(unpacked(await run({ data: entry(bytes) }, {}))).toEqual({ file_0: ['a.txt', 'hello'] });
  });
});

describe('gzip', () => {
  const one = { data: entry('hello', 'a.txt') };
  it('compresses each file, and decompresses it under its name', async () => {
    const packed = await run(one, { operation: 'compress', outputFormat: 'gzip' });
    const file = packed.outputs[0]?.[0]?.binary?.['data'];
    expect([file?.fileName, gunzipSync(bytesOf(file)).toString()]).toEqual(['a.txt.gz', 'hello']);
    expect(unpacked(await run(packed.outputs[0]?.[0]?.binary, {}))).toEqual({ file_0: ['a.txt', 'hello'] });
  });

  it('numbers its files in version 1', async () => {
    const { outputs } = await run(two, { ...both, outputFormat: 'gzip', outputPrefix: 'gz' }, 1);
    expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['gz0', 'gz1']);
  });
});

/** A zip archive of one entry with these bytes. */
function zipOf(name: string, content: Buffer, message = content): Buffer {
  const packed = deflateRawSync(content);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(message), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(message.length, 8);
  const lengths = Buffer.from([name.length, 0, 0, 0]);
  const fixed = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fixed, sizes, lengths, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    fixed,
    sizes,
    lengths,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe('hostile archives', () => {
  it('do not name files outside', async () => {
    const outcome = await run({ data: entry(zipOf('../../etc/passwd', Buffer.from('x'))) }, {});
    expect(unpacked(outcome)).toEqual({ file_0: ['passwd', 'x'] });
  });

  it.each<[what: string, content: Buffer, fileName: string, message: string]>([
    ['a wrong checksum', zipOf('a', Buffer.from('x'), Buffer.from('y')), 'a.zip', 'checksum'],
    ['half a zip', zipOf('a', Buffer.from('x')).subarray(0, 30), 'a.zip', 'not a zip archive'],
    [
      'a directory that lies',
      Buffer.concat([
        Buffer.from('PK\u0003\u0004'),
        Buffer.from('PK\u0005\u0006'),
        Buffer.alloc(4),
        Buffer.from([9, 0, 9, 0, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0]),
      ]),
      'a.zip',
      'not a zip archive',
    ],
    ['half a gzip', gzipSync('x'.repeat(1000)).subarray(0, 20), 'a.gz', 'damaged'],
    ['a gzip file that is not a tar archive', gzipSync('x'.repeat(1000)), 'a.tgz', 'not a tar archive'],
    ['a text', Buffer.from('hello'), 'a.txt', 'not an archive'],
  ])('with %s are rejected', async (_what, content, fileName, message) => {
    expect((await run({ data: entry(content, fileName) }, {})).error?.message).toContain(message);
  });

  it('with hostile field names are treated as data', async () => {
    const { outputs } = await run(
      { data: entry('x') },
      { operation: 'compress', outputFormat: 'zip', fileName: 'x', binaryPropertyOutput: '__proto__' },
    );
    expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['__proto__']);
  });
});

describe('parameters', () => {
  it.each<[what: string, parameters: Record<string, unknown>, message: string]>([
    ['no field', { binaryPropertyName: ' , ' }, 'at least one file'],
    ['a missing file', { binaryPropertyName: 'none' }, 'Item 0 has no file named "none"'],
    ['no format', { operation: 'compress' }, 'Choose the kind'],
  ])('are rejected: %s', async (_what, parameters, message) => {
    expect((await run(two, { binaryPropertyName: 'one', ...parameters }, 1)).error?.message).toContain(message);
  });
});
