// Files of items in a data folder, for tests: without owners, unless the test records them.
import { randomUUID } from 'node:crypto';
import { binaryFolder, DiskStorage, type DiskStorageOptions } from '../binary/disk-storage.ts';
import { StoredBinary, type StoredBinaryPorts } from '../binary/stored-binary.ts';
import { noNotes } from './fake-ports.ts';

export function diskBinary(
  dataDir: string,
  { flushFolder, isShared, ...ports }: DiskStorageOptions & Partial<StoredBinaryPorts> = {},
): StoredBinary {
  const storage = new DiskStorage(binaryFolder(dataDir), {
    ...(flushFolder === undefined ? {} : { flushFolder }),
    ...(isShared === undefined ? {} : { isShared }),
  });
  return new StoredBinary(storage, { uuid: randomUUID, notes: noNotes, ...ports });
}
