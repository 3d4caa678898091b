// Compression: the content of an archive, and of all archives of an execution, is limited while it is packed and unpacked.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { zipStream } from '../_shared/files/zip.ts';
import { tarStream } from './tar.ts';
import { diskBinary } from '../../testing/disk-binary.ts';

const MiB = 1024 * 1024;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-unpack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
async function* zeros(size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; left -= MiB) yield new Uint8Array(Math.min(left, MiB));
}
const files = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}.bin`, size, content: zeros(size) }));
const zipOf = (count: number, size: number): Promise<Buffer> => bytesOf(zipStream(files(count, size), 0));
const tarOf = (count: number, size: number): Promise<Buffer> => bytesOf(tarStream(files(count, size), 0));

const entry = (content: Uint8Array, fileName: string): BinaryEntry => ({
  data: Buffer.from(content).toString('base64'),
  mimeType: 'application/octet-stream',
  fileName,
});

/** Runs the node over items with these files, with limits of 1 MiB and 10 entries. */
function run(all: readonly BinaryEntry[], parameters: Record<string, unknown> = {}): Promise<NodeOutcome> {
  const binary = diskBinary(folder);
  const items: Item[] = all.map((data) => ({ json: {}, binary: { data } }));
  return runNode({
    type: 'n8n-nodes-base.compression',
    version: 1.1,
    parameters,
    items,
    ports: { binary },
    instance: { archives: { maxBytes: MiB, maxEntries: 10 } },
  });
}

/** Total number of bytes in an archive that states 1 byte: the sizes of its directory are lies. */
function lying(zip: Buffer): Buffer {
  const lie = Buffer.from(zip);
  for (let at = lie.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = lie.indexOf('PK\u0001\u0002', at + 4, 'latin1'))
    lie.writeUInt32LE(1, at + 24);
  return lie;
}

describe('an archive', () => {
  it.each<[what: string, make: () => Promise<Buffer> | Buffer, name: string]>([
    ['zip', () => zipOf(1, MiB + 1), 'a.zip'],
    ['zip whose directory lies about sizes', async () => lying(await zipOf(1, 3 * MiB)), 'a.zip'],
    ['zip of several files', () => zipOf(3, MiB / 2), 'a.zip'],
    ['gzip', () => gzipSync(new Uint8Array(MiB + 1)), 'a.gz'],
    ['tar', () => tarOf(3, MiB / 2), 'a.tar'],
    ['tar.gz', async () => gzipSync(await tarOf(3, MiB / 2)), 'a.tar.gz'],
  ])('of too much content is rejected: %s', async (_, make, name) => {
    const { error } = await run([entry(await make(), name)]);
    expect(error).toMatchObject({
      message: `The archive "${name}" has more than 1 MiB of content.`,
      hint: expect.stringContaining('MILLRACE_ARCHIVE_MAX'),
    });
    // Only files that were complete before are stored, and nothing beyond the limit.
    const stored = existsSync(join(folder, 'binary')) ? readdirSync(join(folder, 'binary')) : [];
    expect(stored.filter((file) => file.endsWith('.part'))).toEqual([]);
    expect(stored.length).toBeLessThanOrEqual(2);
  });

  it.each<[what: string, make: () => Promise<Buffer> | Buffer, name: string]>([
    ['zip', () => zipOf(11, 0), 'a.zip'],
    ['tar', () => tarOf(11, 0), 'a.tar'],
    ['tar.gz', async () => gzipSync(await tarOf(11, 0)), 'a.tgz'],
    [
      'zip of folders',
      () =>
        bytesOf(
          zipStream(
            files(11, 0).map((file) => ({ ...file, name: `${file.name}/` })),
            0,
          ),
        ),
      'a.zip',
    ],
    [
      'tar of names',
      () =>
        bytesOf(
          tarStream(
            files(6, 0).map((file) => ({ ...file, name: `ü${file.name}` })),
            0,
          ),
        ),
      'a.tar',
    ],
  ])('of too many entries is rejected: %s', async (_, make, name) => {
    expect((await run([entry(await make(), name)])).error?.message).toBe(`The archive "${name}" has more than 10 entries.`);
  });

  it('within the limits is unpacked', async () => {
    const { error, outputs } = await run([entry(await zipOf(10, 1000), 'a.zip')]);
    expect(error).toBeUndefined();
    expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toHaveLength(10);
  });

  it.each(['zip', 'tar', 'tar.gz', 'gzip'])('is not packed beyond the limits either: %s', async (outputFormat) => {
    const packing = { operation: 'compress', outputFormat, fileName: 'x' };
    const large = await run([entry(new Uint8Array(MiB + 1), 'a')], packing);
    expect(large.error?.message).toBe('The archive "x" has more than 1 MiB of content.');
    const many = await run([entry(new Uint8Array(1), 'a')], { ...packing, binaryPropertyName: Array(11).fill('data').join(',') });
    expect(many.error?.message).toMatch(/more than 10 entries/);
  });
});

it('all archives of an execution are limited together', async () => {
  const each = entry(await zipOf(1, MiB / 2), 'a.zip');
  expect((await run([each, each])).error).toBeUndefined();
  expect((await run([each, each, each])).error?.message).toBe(
    'The archives that this execution packs and unpacks have together more than 1 MiB of content.',
  );
  const small = entry(await zipOf(4, 1), 'a.zip');
  expect((await run([small, small, small])).error?.message).toMatch(/have together more than 10 entries/);
});
