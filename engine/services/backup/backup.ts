// Backs up a data folder to one file, while servers and commands use it: a snapshot of the database, and the files of executions.
import { rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { StorageChoice } from '../../binary/storage.ts';
import type { BackupReport } from '../../contract/gateway.ts';
import { AppError } from '../../contract/errors.ts';
import { DatabaseCopy, syncFolder, type StoredFileReader } from '../../store/index.ts';
import { ArchiveWriter, DATABASE, MANIFEST } from './archive.ts';
import { writtenManifest } from './manifest.ts';
import { abandonedFolders, openWorkFolder } from './work-folder.ts';

export interface BackupSource {
  /** Absolute path. */
  readonly dataDir: string;
  /** Address of the Postgres database that is used instead of the data folder's; empty for none. */
  readonly database: string;
  /** Where files of items are stored. Those in a bucket stay there. */
  readonly fileStorage: StorageChoice;
  /** Version of Millrace. */
  readonly version: string;
  /** Returns the recovery key of the credentials; undefined for a data folder that has no key yet. Throws VAULT_LOCKED. */
  readonly recoveryKey: () => Promise<string | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Writes a backup to `path`, and replaces a file of that name once the new one is complete. Only its owner may read it. Throws BAD_REQUEST for a
 * short passphrase or a path that cannot be written, STORE_FAILED, VAULT_LOCKED.
 */
export async function createBackup(source: BackupSource, path: string, passphrase?: string): Promise<BackupReport> {
  const target = resolve(path);
  const recoveryKey = passphrase === undefined ? undefined : await source.recoveryKey();
  const key = passphrase === undefined || recoveryKey === undefined ? undefined : { recoveryKey, passphrase };
  await removeUnfinished(target);
  // Next to the backup: on the same disk, so that it can be renamed.
  const folder = await openWorkFolder(`${target}${PART}`).catch((error: unknown) => Promise.reject(notWritten(target, error)));
  let copy: DatabaseCopy | undefined;
  let stored: StoredFileReader | undefined;
  try {
    const database = join(folder.path, 'database');
    copy = await DatabaseCopy.of(source.dataDir, database, source.database);
    const contains = copy.counts();
    const facts = {
      millrace: source.version,
      schema: copy.schema,
      createdAt: new Date(source.now()).toISOString(),
      contains,
      packages: copy.packages(),
    };
    const archive = join(folder.path, 'archive');
    if (source.fileStorage === 'database') stored = await DatabaseCopy.filesIn(source.database);
    const files = await written(archive, await writtenManifest(facts, key), database, filesOf(copy, source.dataDir), stored);
    await rename(archive, target);
    await syncFolder(dirname(target));
    return { path: target, ...contains, files, hasKey: key !== undefined };
  } catch (error) {
    throw error instanceof AppError ? error : notWritten(target, error);
  } finally {
    copy?.close();
    await stored?.close().catch(() => undefined);
    await folder.remove();
  }
}

/** Follows the name of the backup in that of its temporary folder. */
const PART = '.part-';

/** Removes what killed backups to this folder have left. */
async function removeUnfinished(target: string): Promise<void> {
  const own = `${basename(target)}${PART}`;
  const unfinishedFolders = await abandonedFolders(
    dirname(target),
    (name) => name.includes(PART),
    (name) => name.startsWith(own),
  );
  for (const folder of unfinishedFolders) await folder.remove().catch(() => undefined);
}

interface StoredFile {
  /** Path in the data folder and in the archive, with slashes. */
  readonly name: string;
  readonly path: string;
  /** Name of a file of items in a database; undefined for start data. */
  readonly stored: string | undefined;
}

/** `storedFiles`: files in the database, if there are any. Returns the number of files besides the database. */
async function written(
  path: string,
  manifest: string,
  database: string,
  files: Iterable<StoredFile>,
  storedFiles: StoredFileReader | undefined,
): Promise<number> {
  const writer = await ArchiveWriter.create(path);
  try {
    await writer.addText(MANIFEST, manifest);
    await writer.addFile(DATABASE, database);
    let count = 0;
    for (const { name, path: file, stored } of files) {
      const inDatabase = stored === undefined ? undefined : await storedFiles?.file(stored);
      if (inDatabase !== undefined) await writer.add(name, inDatabase.size, inDatabase.content);
      else if ((await writer.addFile(name, file)) === undefined) continue;
      count += 1;
    }
    await writer.finish();
    return count;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

function* filesOf(copy: DatabaseCopy, dataDir: string): Generator<StoredFile> {
  for (const id of copy.fileIds()) {
    const [, kind, name] = /^(file|start):([\w-]+(?:\.[\w-]+)?)$/.exec(id) ?? [];
    if (name === undefined) continue;
    const folder = kind === 'file' ? ['binary'] : ['db', 'starts'];
    yield { name: [...folder, name].join('/'), path: join(dataDir, ...folder, name), stored: kind === 'file' ? name : undefined };
  }
}

const notWritten = (path: string, cause: unknown): AppError =>
  new AppError('BAD_REQUEST', `The backup ${path} cannot be written: ${(cause as Error).message}.`, { params: { path }, cause });
