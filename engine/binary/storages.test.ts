// Files of items on the disk and in a bucket of S3. Those in Postgres are tested in store/postgres.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { diskBinary } from '../testing/disk-binary.ts';
import { noNotes } from '../testing/fake-ports.ts';
import { startS3, type S3Server } from '../testing/s3-server.ts';
import { testStorage } from '../testing/storage-cases.ts';
import { DiskStorage } from './disk-storage.ts';
import { StorageWithEarlierFiles } from './earlier-files.ts';
import { S3Storage } from './s3-storage.ts';
import { StoredBinary } from './stored-binary.ts';

describe('files on the disk', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  testStorage(async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'millrace-storage-')), 'binary');
    folders.push(folder);
    return { storage: new DiskStorage(folder), stored: async () => (existsSync(folder) ? readdirSync(folder) : []) };
  });
});

describe('files on a disk that several servers use', () => {
  it('do not exist before they are recorded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-storage-'));
    const recorded = Promise.withResolvers<void>();
    const binary = diskBinary(folder, { isShared: true, notes: { ...noNotes, add: () => recorded.promise } });
    const written = binary.write(Buffer.from('hello'));
    await expect.poll(() => readdirSync(folder)).toEqual(['binary']);
    expect(readdirSync(join(folder, 'binary'))).toEqual([]);
    recorded.resolve();
    expect(Buffer.from(await binary.read(await written)).toString()).toBe('hello');
    rmSync(folder, { recursive: true });
  });
});

describe('files that are stored elsewhere than earlier ones', () => {
  it('are read and removed in both places, and written and listed in the new one only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-storage-'));
    const [earlier, later] = [new DiskStorage(join(folder, 'earlier')), new DiskStorage(join(folder, 'later'))];
    const ports = { uuid: randomUUID, notes: noNotes };
    const old = await new StoredBinary(earlier, ports).write(Buffer.from('earlier'));
    const binary = new StoredBinary(new StorageWithEarlierFiles(later, earlier), ports);
    const entry = await binary.write(Buffer.from('later'));
    expect([readdirSync(join(folder, 'earlier')).length, readdirSync(join(folder, 'later')).length]).toEqual([1, 1]);
    const contents = await Promise.all([old, entry].map(async (each) => Buffer.from(await binary.read(each)).toString()));
    expect([contents, await binary.size(old), await binary.size(entry)]).toEqual([['earlier', 'later'], 7, 5]);
    expect((await binary.range(old, 1, 3).toArray()).toString()).toBe('arl');
    expect([binary.readNow(old, 10)?.byteLength, binary.readNow(entry, 10)]).toEqual([7, undefined]);
    const listed: string[] = [];
    for await (const ids of binary.all()) listed.push(...ids);
    expect(listed).toEqual([entry.id]);
    await binary.remove([String(old.id), String(entry.id)]);
    await expect(binary.read(old)).rejects.toMatchObject({ code: 'BINARY_NOT_FOUND' });
    expect([readdirSync(join(folder, 'earlier')), readdirSync(join(folder, 'later'))]).toEqual([[], []]);
    rmSync(folder, { recursive: true });
  });
});

describe('files in S3', () => {
  const servers: S3Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  testStorage(async () => {
    const server = await startS3();
    servers.push(server);
    const { prefix } = server.location;
    const stored = async (): Promise<string[]> => [...server.keys(), ...server.uploads()].map((key) => key.slice(prefix.length));
    return { storage: new S3Storage(server.location), stored };
  });
});
