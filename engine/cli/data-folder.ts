// The data folder of a command, its database, and the workflows in it that a command applies to. A server may use the same folder.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { defaultDataDir } from '../data-dir.ts';
import { ownSettings } from '../settings/own-environment.ts';
import type { Installation, Store, WorkflowSummary } from '../store/index.ts';
import { text } from './text.ts';

/** The option that selects the data folder. */
export const dataDirOption = { 'data-dir': { type: 'string' } } as const;

/** Returns an absolute path: the option, MILLRACE_DATA_DIR, or the platform's default folder, in this order. */
export const dataDirOf = (option: string | undefined): string => (option === undefined ? defaultDataDir() : resolve(option));

/** Returns the option that makes another command use the same folder, with a leading blank; empty if it uses the folder without it. */
export const sameFolder = (dataDir: string): string => (dataDir === defaultDataDir() ? '' : ` --data-dir "${dataDir}"`);

/** Like `dataDirOf`, for commands that need an existing database: a mistyped path must not create one. Throws NOT_FOUND. */
export function existingDataDir(option: string | undefined): string {
  return ownSettings().database === '' ? folderWithDatabase(option) : dataDirOf(option);
}

/** Like `existingDataDir`, for commands that use the database in the folder even if another one is set. Throws NOT_FOUND. */
export function folderWithDatabase(option: string | undefined): string {
  const dataDir = dataDirOf(option);
  if (existsSync(join(dataDir, 'db'))) return dataDir;
  throw new AppError('NOT_FOUND', text('noDatabase', { dataDir }), { params: { dataDir } });
}

/** Opens the database of a folder, calls `work`, and closes it. Throws BAD_REQUEST for invalid settings, STORE_FAILED. */
export async function withStore<T>(dataDir: string, work: (store: Store) => Promise<T>): Promise<T> {
  // Loaded on demand, since many commands need no database.
  const { Store } = await import('../store/index.ts');
  const { database, migrationBackups } = ownSettings();
  const store = await Store.open(dataDir, { database, migrationBackups });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Runs `work` while no server uses the folder, nor the database of other servers if one is set. Throws DATA_FOLDER_IN_USE. */
export async function withoutAnyServer(dataDir: string, work: () => Promise<void>): Promise<void> {
  const { withoutServers } = await import('../store/index.ts');
  const { database } = ownSettings();
  await withServerLock(dataDir, () => (database === '' ? work() : withoutServers(database, work)));
}

/** Runs `work` while holding the server lock of the folder, since a running server would not notice what it changes. */
export async function withServerLock(dataDir: string, work: () => Promise<void>): Promise<void> {
  const { lockServer } = await import('../store/index.ts');
  const lock = lockServer(dataDir, new Date());
  try {
    await work();
  } finally {
    if (lock.wasStopped) lock.markStopped();
    lock.release();
  }
}

/** The options that select one workflow, or all. */
export const selectionOptions = { id: { type: 'string' }, all: { type: 'boolean' } } as const;

interface Selection {
  readonly id?: string;
  readonly all?: boolean;
}

/** Throws BAD_REQUEST unless exactly one of `id` and `all` is set. */
export function checkSelection(command: string, { id, all = false }: Selection): void {
  if ((id !== undefined) === all) throw new AppError('BAD_REQUEST', text('idOrAll', { command }));
}

/** Returns the selected workflows, oldest first. Throws WORKFLOW_NOT_FOUND. */
export async function selectedWorkflows(store: Store, { id }: Selection): Promise<readonly WorkflowSummary[]> {
  if (id === undefined) return (await store.workflows.list()).toSorted((a, b) => a.createdAt - b.createdAt);
  const workflows = await store.workflows.list({ ids: [id] });
  if (workflows.length === 0) throw noSuchWorkflow(id);
  return workflows;
}

export const noSuchWorkflow = (id: string): AppError =>
  new AppError('WORKFLOW_NOT_FOUND', text('noSuchWorkflow', { id }), { params: { id } });

/** Returns the identity of a data folder whose store is open. Throws BAD_REQUEST for invalid settings. */
export async function installationFor(store: Store, dataDir: string): Promise<Installation> {
  const [{ installationOf }, { createVault }] = await Promise.all([import('../store/index.ts'), import('../vault/create.ts')]);
  const { vault } = createVault({ dataDir, settings: ownSettings(), keys: store.vaultKey, isAlone: false, warn: () => undefined });
  return installationOf(store.settings, await vault.keyFromBefore());
}
