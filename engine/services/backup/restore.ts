// Restores a backup to a folder that is empty, except for the data of the desktop application. Until everything is checked, the folder contains only a hidden one.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { desktopFolder } from '../../contract/desktop.ts';
import { AppError } from '../../contract/errors.ts';
import { DatabaseCopy, Store, type CopyCounts } from '../../store/index.ts';
import { createVault, type VaultSettings } from '../../vault/create.ts';
import type { VaultKeeper } from '../../vault/vault-keeper.ts';
import { damagedBackup, DATABASE, extractArchive } from './archive.ts';
import { keyOf, readManifest, type Manifest } from './manifest.ts';

export interface RestoreRequest {
  readonly file: string;
  /** Absolute path of a folder that is empty, except for the data of the desktop application, or does not exist. */
  readonly dataDir: string;
  /** Called if the backup contains the key of the credentials; returns its passphrase. */
  readonly passphrase: () => Promise<string>;
  readonly settings: VaultSettings;
  readonly warn: (message: string) => void;
}

export interface RestoreReport extends CopyCounts {
  /** ISO 8601. */
  readonly createdAt: string;
  /** Version of Millrace that made the backup. */
  readonly millrace: string;
  /** Whether the credentials can be used. If not, the recovery key must be imported. */
  readonly isVaultOpen: boolean;
}

/**
 * Throws BAD_REQUEST if the folder is not empty, the passphrase is wrong, or the file is damaged, not a backup, or made by a newer version; and
 * FILE_NOT_READABLE, STORE_FAILED.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreReport> {
  const { dataDir } = request;
  const isNew = await assertEmpty(dataDir);
  const stage = join(dataDir, `.restore-${randomUUID()}`);
  try {
    await mkdir(stage, { recursive: true, mode: 0o700 });
    const report = await restoredTo(stage, request);
    await reveal(stage, dataDir);
    return report;
  } catch (error) {
    await rm(stage, { recursive: true, force: true });
    if (isNew) await rmdir(dataDir).catch(() => undefined);
    throw error;
  }
}

/** Returns whether the folder does not exist. Throws BAD_REQUEST. */
async function assertEmpty(dataDir: string): Promise<boolean> {
  try {
    const names = await readdir(dataDir);
    if (names.every((name) => name === desktopFolder)) return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw new AppError('BAD_REQUEST', `The folder ${dataDir} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  throw new AppError('BAD_REQUEST', `The folder ${dataDir} is not empty. A backup is restored to an empty folder only.`, {
    params: { dataDir },
    hint: 'Choose another folder with --data-dir, or move the contents of this one away.',
  });
}

async function restoredTo(stage: string, request: RestoreRequest): Promise<RestoreReport> {
  let manifest: Manifest | undefined;
  let recoveryKey: string | undefined;
  await extractArchive(request.file, stage, async (text) => {
    manifest = readManifest(text);
    recoveryKey = manifest.key === null ? undefined : await keyOf(manifest.key, await request.passphrase());
  });
  if (manifest === undefined) throw damagedBackup('it is incomplete');
  await rm(join(stage, 'sums'));
  const contains = checkedCounts(stage, manifest);
  const isVaultOpen = await withOwnKey(stage, request, recoveryKey);
  return { ...contains, createdAt: manifest.createdAt, millrace: manifest.millrace, isVaultOpen };
}

/** Throws BAD_REQUEST if the database is damaged or does not match the manifest. */
function checkedCounts(stage: string, { schema }: Manifest): CopyCounts {
  const copy = DatabaseCopy.open(join(stage, DATABASE));
  try {
    const damage = copy.damage();
    if (damage !== undefined) throw damagedBackup(damage);
    if (copy.schema !== schema) throw damagedBackup('its database has another version');
    return copy.counts();
  } finally {
    copy.close();
  }
}

/** Brings the database up to date, and gives the restored folder a master key of its own. Returns whether the credentials can be used. */
async function withOwnKey(stage: string, { settings, warn }: RestoreRequest, recoveryKey: string | undefined): Promise<boolean> {
  const store = await Store.open(stage, { durability: 'full', migrationBackups: 0 });
  try {
    const keys = store.vaultKey;
    const record = await keys.get();
    if (record === undefined) return true;
    const { keeper } = createVault({ dataDir: stage, settings, keys, isAlone: true, warn });
    const key = recoveryKey ?? (await keyAtHand(keeper));
    if (key === undefined) return false;
    // The entry in the keychain belongs to the original folder, which may still be in use.
    await keys.put({ ...record, place: 'file', account: null });
    await keeper.recover(key);
    return true;
  } finally {
    await store.close();
  }
}

/** Returns the recovery key if this computer has the master key: in the settings or in the keychain. */
async function keyAtHand(keeper: VaultKeeper): Promise<string | undefined> {
  await keeper.open();
  return (await keeper.status()).isOpen ? keeper.recoveryKey() : undefined;
}

/** Moves everything to its place, the database last: a folder without one is not a data folder. */
async function reveal(stage: string, dataDir: string): Promise<void> {
  const names = (await readdir(stage)).toSorted((a, b) => Number(a === 'db') - Number(b === 'db'));
  for (const name of names) await rename(join(stage, name), join(dataDir, name));
  await rmdir(stage);
}
