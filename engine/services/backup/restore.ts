// Restores a backup to a folder that is empty, except for the data of the desktop application. Until everything is checked, the folder contains only a hidden one.
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { desktopFolder } from '../../contract/desktop.ts';
import { AppError } from '../../contract/errors.ts';
import { DatabaseCopy, Store, type CopiedPackage, type CopyCounts } from '../../store/index.ts';
import { createVault, type VaultSettings } from '../../vault/create.ts';
import type { Vault } from '../../vault/vault.ts';
import { damagedBackup, DATABASE, extractArchive } from './archive.ts';
import { keyOf, readManifest, type Manifest } from './manifest.ts';
import { isLock, abandonedFolders, openWorkFolder, type WorkFolder } from './work-folder.ts';

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
  /** Packages of nodes that were installed. Their files are not part of a backup, so that they must be installed again. */
  readonly packages: readonly CopiedPackage[];
}

/**
 * Throws BAD_REQUEST if the folder is not empty, the passphrase is wrong, or the file is damaged, not a backup, or made by a newer version; and
 * FILE_NOT_READABLE, STORE_FAILED.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreReport> {
  const { dataDir } = request;
  for (const folder of await unfinishedRestores(dataDir)) await undo(folder, dataDir);
  const isNew = await assertEmpty(dataDir);
  const stage = await openWorkFolder(join(dataDir, STAGE), { recursive: true });
  try {
    const report = await restoredTo(stage.path, request);
    await writeFile(join(stage.path, COMPLETE), JSON.stringify(await contentsOf(stage.path)), { flush: true });
    await reveal(stage.path, dataDir);
    return report;
  } catch (error) {
    await undo(stage, dataDir);
    if (isNew) await rmdir(dataDir).catch(() => undefined);
    throw error;
  } finally {
    await stage.remove();
  }
}

/** Ends what killed restores have left in a data folder: a checked one is moved to its place, if nothing else has taken it. */
export async function settleRestores(dataDir: string): Promise<void> {
  for (const folder of await unfinishedRestores(dataDir)) {
    if ((await namesOf(folder)) !== undefined && !existsSync(join(dataDir, DATABASE_FOLDER))) await reveal(folder.path, dataDir);
    await folder.remove();
  }
}

/** Beginning of the name of the hidden folder. */
const STAGE = '.restore-';
/** File that marks the hidden folder as checked; contains the names of its entries. */
const COMPLETE = 'complete.json';
const DATABASE_FOLDER = 'db';

const unfinishedRestores = (dataDir: string): Promise<readonly WorkFolder[]> => abandonedFolders(dataDir, (name) => name.startsWith(STAGE));

const contentsOf = async (stage: string): Promise<readonly string[]> =>
  (await readdir(stage)).filter((name) => !isLock(name) && name !== COMPLETE);

/** Returns the names of what the hidden folder contained when it was complete; undefined if it never was. */
async function namesOf({ path }: WorkFolder): Promise<readonly string[] | undefined> {
  try {
    return JSON.parse(await readFile(join(path, COMPLETE), 'utf8')) as readonly string[];
  } catch {
    return undefined;
  }
}

/** Removes the hidden folder and the files moved out of it, unless its database was moved too: then the data folder may be in use. */
async function undo(stage: WorkFolder, dataDir: string): Promise<void> {
  const names = (await namesOf(stage)) ?? [];
  if (existsSync(join(stage.path, DATABASE_FOLDER)) && !existsSync(join(dataDir, DATABASE_FOLDER))) {
    const moved = names.filter((name) => basename(name) === name && !existsSync(join(stage.path, name)));
    for (const name of moved) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  await stage.remove();
}

/** Returns whether the folder does not exist. Throws BAD_REQUEST. */
async function assertEmpty(dataDir: string): Promise<boolean> {
  let names: readonly string[];
  try {
    names = await readdir(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw new AppError('BAD_REQUEST', `The folder ${dataDir} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  if (names.every((name) => name === desktopFolder)) return false;
  const other = names.find((name) => name.startsWith(STAGE));
  if (other !== undefined && names.every((name) => name === desktopFolder || name.startsWith(STAGE))) {
    throw new AppError('BAD_REQUEST', `Another restore to the folder ${dataDir} is under way (${other}).`, {
      params: { dataDir },
      hint: `Wait until it has ended. If none is running, remove ${join(dataDir, other)}.`,
    });
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
  const { packages, ...contains } = checkedContents(stage, manifest);
  const isVaultOpen = await withOwnKey(stage, request, recoveryKey);
  return { ...contains, createdAt: manifest.createdAt, millrace: manifest.millrace, isVaultOpen, packages };
}

/** Throws BAD_REQUEST if the database is damaged or does not match the manifest. */
function checkedContents(stage: string, { schema }: Manifest): CopyCounts & Pick<RestoreReport, 'packages'> {
  const copy = DatabaseCopy.open(join(stage, DATABASE));
  try {
    const damage = copy.damage();
    if (damage !== undefined) throw damagedBackup(damage);
    if (copy.schema !== schema) throw damagedBackup('its database has another version');
    return { ...copy.counts(), packages: copy.packages() };
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
    const { vault } = createVault({ dataDir: stage, settings, keys, isAlone: true, warn });
    const key = recoveryKey ?? (await keyAtHand(vault));
    if (key === undefined) return false;
    // The entry in the keychain belongs to the original folder, which may still be in use.
    await keys.put({ ...record, place: 'file', account: null });
    await vault.recover(key);
    return true;
  } finally {
    await store.close();
  }
}

/** Returns the recovery key if this computer has the master key: in the settings or in the keychain. */
async function keyAtHand(vault: Vault): Promise<string | undefined> {
  await vault.open();
  return (await vault.status()).isOpen ? vault.recoveryKey() : undefined;
}

/** Moves everything to its place, the database last: without a database, a folder is not a data folder. */
async function reveal(stage: string, dataDir: string): Promise<void> {
  const names = (await contentsOf(stage)).toSorted((a, b) => Number(a === DATABASE_FOLDER) - Number(b === DATABASE_FOLDER));
  for (const name of names) await rename(join(stage, name), join(dataDir, name));
}
